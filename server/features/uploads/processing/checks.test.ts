import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addArrival, runCheck } from '#test/harness/arrivals.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { deleteUnnamedFiles } from './contents.ts';
import { deleteUnnamedContents } from './removing.ts';

let test: TestApp;
let leaker: Person;

beforeAll(async () => {
  test = await startTestApp();
  leaker = await test.addPerson('leaker');
});
afterAll(async () => await test.stop());

const addDraft = () => addResource(test, { authorId: leaker.id, status: 'PENDING', files: {} });
const arrive = (resourceId: string, given: Partial<Parameters<typeof addArrival>[1]>) =>
  addArrival(test, { userId: leaker.id, resourceId, ...given });

const filesOf = (resourceId: string) =>
  test.db
    .selectFrom('resource_files')
    .select(['path', 'size', 'sha256', 'crc32', 'storage_key as key', 'media_type as mediaType', 'findings'])
    .where('resource_id', '=', resourceId)
    .orderBy('path')
    .execute();
const sessionOf = (id: string) =>
  test.db.selectFrom('upload_sessions').selectAll().where('id', '=', id).executeTakeFirst();
const resourceOf = (id: string) =>
  test.db.selectFrom('resources').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const previewsAsked = async (resourceId: string) =>
  (await test.db.selectFrom('resources').select('preview_state').where('id', '=', resourceId).executeTakeFirstOrThrow())
    .preview_state;

/** Reads the stored content of a file the same way as a download. */
const contentOf = async (key: string): Promise<Buffer> => {
  const file = await test.deps.storage.open(key);
  try {
    const buffer = Buffer.alloc(file.size);
    await file.read(buffer, 0);
    return buffer;
  } finally {
    await file.close();
  }
};
/** Names of all files in the storage, to detect leftovers. */
const onDisk = (): string[] =>
  readdirSync(join(test.folder, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

describe('a received file', () => {
  it('becomes part of its resource, with checksums, size and media type', async () => {
    const resourceId = await addDraft();
    const body = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), randomBytes(6 * 1024 * 1024)]);
    const id = await arrive(resourceId, { path: 'frames/one.png', body });
    await runCheck(test, id);

    const files = await filesOf(resourceId);
    expect(files).toEqual([
      {
        path: 'frames/one.png',
        size: body.length,
        sha256: createHash('sha256').update(body).digest('hex'),
        crc32: crc32(body),
        key: `r/${id}/0`,
        mediaType: 'image/png',
        findings: [],
      },
    ]);
    expect((await contentOf(`r/${id}/0`)).equals(body)).toBe(true);
    expect(await sessionOf(id)).toBeUndefined();
    expect(await resourceOf(resourceId)).toMatchObject({ file_count: 1, file_size: body.length, status: 'PENDING' });
    expect(await previewsAsked(resourceId)).toBe('WAITING');
    expect(onDisk()).not.toContain(id);
  });

  it('is added once if its check runs twice', async () => {
    const resourceId = await addDraft();
    const id = await arrive(resourceId, { body: 'twice' });
    await runCheck(test, id);
    await runCheck(test, id);
    expect(await filesOf(resourceId)).toHaveLength(1);
    expect(await resourceOf(resourceId)).toMatchObject({ file_count: 1, file_size: 5 });
    expect((await contentOf(`r/${id}/0`)).toString()).toBe('twice');
  });

  it('is added once if two workers check it concurrently', async () => {
    const resourceId = await addDraft();
    const id = await arrive(resourceId, { body: randomBytes(100) });
    await Promise.allSettled([runCheck(test, id), runCheck(test, id)]);
    await runCheck(test, id);
    const [file, ...others] = await filesOf(resourceId);
    expect(others).toEqual([]);
    expect(await contentOf(file?.key ?? '')).toHaveLength(100);
    expect((await resourceOf(resourceId)).file_count).toBe(1);
  });

  it('is not refused by a worker if another one has moved it', async () => {
    const resourceId = await addDraft();
    const id = await arrive(resourceId, { body: randomBytes(100) });
    const { storage } = test.deps;
    const partials = {
      ...storage.partials,
      open: async (arrived: string) => {
        await storage.partials.adopt(arrived, `r/${arrived}/0`, 100);
        return await storage.partials.open(arrived);
      },
    };
    await runCheck({ ...test, deps: { ...test.deps, storage: { ...storage, partials } } }, id);
    expect(await filesOf(resourceId)).toMatchObject([{ key: `r/${id}/0`, size: 100 }]);
    expect(await sessionOf(id)).toBeUndefined();
  });

  it('is kept with a finding if it is empty', async () => {
    const resourceId = await addDraft();
    await runCheck(test, await arrive(resourceId, { body: '' }));
    expect(await filesOf(resourceId)).toMatchObject([
      { size: 0, mediaType: null, findings: [{ code: 'empty', sentence: 'The file is empty.' }] },
    ]);
  });

  it('triggers previews only after the last check of its resource', async () => {
    const resourceId = await addDraft();
    const before = await previewsAsked(resourceId);
    const ids = [
      await arrive(resourceId, { path: 'one.txt', body: 'one' }),
      await arrive(resourceId, { path: 'two.txt', body: 'two', size: 9 }),
    ];
    await runCheck(test, ids[0] ?? '');
    expect(await previewsAsked(resourceId)).toBe(before);
    // This session is refused, but previews are still requested, because it is the last one to be checked.
    await runCheck(test, ids[1] ?? '');
    expect(await previewsAsked(resourceId)).toBe('WAITING');
  });

  it('puts an approved resource back to PENDING and updates its leaker’s stats', async () => {
    const author = await test.addPerson('leaker');
    const resourceId = await addResource(test, { authorId: author.id });
    await test.db.updateTable('resources').set({ likes: 3 }).where('id', '=', resourceId).execute();
    await test.db.updateTable('users').set({ total_likes: 3, reputation: 3 }).where('id', '=', author.id).execute();
    await runCheck(test, await addArrival(test, { userId: author.id, resourceId, path: 'more.txt', body: 'more' }));
    expect(await resourceOf(resourceId)).toMatchObject({ status: 'PENDING', file_count: 2 });
    const person = await test.db
      .selectFrom('users')
      .select(['total_likes', 'reputation', 'uploads_count'])
      .where('id', '=', author.id)
      .executeTakeFirstOrThrow();
    expect(person).toEqual({ total_likes: 0, reputation: 0, uploads_count: 0 });
  });

  it('leaves nothing behind if it was cancelled before its check', async () => {
    const resourceId = await addDraft();
    const id = await arrive(resourceId, { body: 'given up' });
    await test.deps.storage.partials.adopt(id, `r/${id}/0`, 8);
    await test.db.deleteFrom('upload_sessions').where('id', '=', id).execute();
    await runCheck(test, id);
    expect(onDisk().filter((name) => name.includes(id))).toEqual([]);
  });
});

describe('content that the site already has', () => {
  it('is stored once for all who upload it', async () => {
    const body = randomBytes(3000);
    const resources = [await addDraft(), await addDraft()];
    const first = await arrive(resources[0] ?? '', { path: 'a.bin', body });
    const again = await arrive(resources[0] ?? '', { path: 'b.bin', body });
    const other = await arrive(resources[1] ?? '', { path: 'c.bin', body });
    for (const id of [first, again, other]) await runCheck(test, id);
    const rows = [...(await filesOf(resources[0] ?? '')), ...(await filesOf(resources[1] ?? ''))];
    expect(rows.map(({ key }) => key)).toEqual([`r/${first}/0`, `r/${first}/0`, `r/${first}/0`]);
    expect(onDisk().filter((name) => name.includes(again) || name.includes(other))).toEqual([]);
  });

  it('is stored again if its file was lost from the disk', async () => {
    const body = randomBytes(300);
    const resourceId = await addDraft();
    const lost = await arrive(resourceId, { path: 'lost.bin', body });
    await runCheck(test, lost);
    await test.deps.storage.delete(`r/${lost}/0`);
    const id = await arrive(resourceId, { path: 'here.bin', body });
    await runCheck(test, id);
    expect((await filesOf(resourceId)).map(({ key }) => key)).toEqual([`r/${id}/0`, `r/${lost}/0`]);
    expect(await contentOf(`r/${id}/0`)).toEqual(body);
  });

  it('is removed with the last file that uses it, and not before', async () => {
    const body = randomBytes(300);
    const resources = [await addDraft(), await addDraft()];
    const id = await arrive(resources[0] ?? '', { body });
    await runCheck(test, id);
    await runCheck(test, await arrive(resources[1] ?? '', { body }));
    const sha256 = createHash('sha256').update(body).digest('hex');
    const drop = () =>
      deleteUnnamedContents.run({ contents: [{ storageKey: `r/${id}/0`, sha256 }] }, test.deps, {
        log: test.deps.log,
        signal: new AbortController().signal,
        attempt: 1,
        isLastAttempt: false,
      });
    for (const resourceId of resources) {
      await drop();
      expect(await test.deps.storage.stat(`r/${id}/0`)).not.toBeNull();
      await test.db.deleteFrom('resource_files').where('resource_id', '=', resourceId).execute();
    }
    await drop();
    await drop();
    expect(await test.deps.storage.stat(`r/${id}/0`)).toBeNull();
  });

  it('is removed concurrently, however slow each removal is', async () => {
    const { storage } = test.deps;
    let [removed, running, most] = [0, 0, 0];
    const slow: typeof storage.delete = async (key) => {
      running += 1;
      most = Math.max(most, running);
      await sleep(5);
      await storage.delete(key);
      running -= 1;
      removed += 1;
    };
    const contents = Array.from({ length: 40 }, (_, index) => ({
      storageKey: `r/${randomUUID()}/0`,
      sha256: String(index).padStart(64, '0'),
    }));
    await deleteUnnamedFiles({ db: test.db, storage: { ...storage, delete: slow } }, contents);
    expect(removed).toBe(40);
    expect(most).toBeGreaterThan(8);
  });
});

describe('an upload', () => {
  const refusalOf = async (id: string) => {
    const session = await sessionOf(id);
    return { state: session?.state, refusal: session?.refusal };
  };

  it('is refused if it is incomplete', async () => {
    const resourceId = await addDraft();
    const id = await arrive(resourceId, { body: 'half', size: 8 });
    await runCheck(test, id);
    expect(await refusalOf(id)).toEqual({
      state: 'REFUSED',
      refusal: 'This file did not upload completely. Please upload it again.',
    });
    expect(await filesOf(resourceId)).toEqual([]);
    expect(onDisk().filter((name) => name.includes(id))).toEqual([]);
  });

  it('is refused if its bytes are gone', async () => {
    const id = await arrive(await addDraft(), { body: 'gone' });
    await test.deps.storage.partials.drop(id);
    await runCheck(test, id);
    expect((await refusalOf(id)).state).toBe('REFUSED');
  });

  it('is refused if its name has been taken in the meantime', async () => {
    const resourceId = await addDraft();
    await runCheck(test, await arrive(resourceId, { path: 'a.txt', body: 'first' }));
    const id = await arrive(resourceId, { path: 'a.txt', body: 'second' });
    await runCheck(test, id);
    expect(await refusalOf(id)).toEqual({ state: 'REFUSED', refusal: 'There is already a file named a.txt.' });
    expect(await filesOf(resourceId)).toMatchObject([{ path: 'a.txt', size: 5 }]);
    expect((await resourceOf(resourceId)).file_count).toBe(1);
    expect(onDisk().filter((name) => name.includes(id))).toEqual([]);
  });

  it('is refused if its resource was deleted', async () => {
    const resourceId = await addDraft();
    const id = await arrive(resourceId, { body: 'late' });
    await test.db.updateTable('resources').set({ deleted_at: new Date() }).where('id', '=', resourceId).execute();
    await runCheck(test, id);
    expect(await refusalOf(id)).toEqual({ state: 'REFUSED', refusal: 'The asset was deleted.' });
    expect(onDisk().filter((name) => name.includes(id))).toEqual([]);
  });

  it('is retried while the storage fails, and refused after the last attempt', async () => {
    const resourceId = await addDraft();
    const id = await arrive(resourceId, { body: 'poisoned' });
    // Block the storage by putting a file where it needs a folder.
    const blocked = dirname(join(test.folder, 'files/objects', test.deps.storage.frontPath(`r/${id}/0`) ?? ''));
    mkdirSync(dirname(blocked), { recursive: true });
    writeFileSync(blocked, 'in the way', { flag: 'wx' });
    await expect(runCheck(test, id)).rejects.toThrow();
    expect((await refusalOf(id)).state).toBe('CHECKING');
    await runCheck(test, id, { isLastAttempt: true });
    rmSync(blocked);
    expect(await refusalOf(id)).toEqual({
      state: 'REFUSED',
      refusal: 'This file could not be checked. Please upload it again.',
    });
  });
});
