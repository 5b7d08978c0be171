import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StorageUnavailable } from '#server/kit/storage/errors.ts';
import { addArrival, runCheck } from '#test/harness/arrivals.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';

let test: TestApp;
let leaker: Person;

beforeAll(async () => {
  test = await startTestApp();
  leaker = await test.addPerson('leaker');
});
afterAll(async () => await test.stop());

const addDraft = () => addResource(test, { authorId: leaker.id, status: 'PENDING', files: {} });
const bundle = (resourceId: string, files: Record<string, string | Uint8Array>, manifest?: Lines) =>
  addArrival(test, { userId: leaker.id, resourceId, files, ...(manifest && { manifest }) });
type Lines = { path: string; size: number }[];

const filesOf = (resourceId: string) =>
  test.db
    .selectFrom('resource_files')
    .select(['path', 'size', 'sha256', 'storage_key as key', 'media_type as mediaType', 'findings'])
    .where('resource_id', '=', resourceId)
    .orderBy('path')
    .execute();
const sessionOf = (id: string) =>
  test.db.selectFrom('upload_sessions').select(['state', 'refusal']).where('id', '=', id).executeTakeFirst();
const onDisk = (part: string) =>
  readdirSync(join(test.folder, 'files'), { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name.includes(part),
  ).length;

describe('a bundle of small files', () => {
  it('is split into its files', async () => {
    const resourceId = await addDraft();
    const id = await bundle(resourceId, {
      'a/one.txt': 'Hello',
      'a/empty.txt': '',
      'two.cube': 'LUT_3D_SIZE 2\n',
      'three.exe': 'MZ\x90\0\x03\0\0\0',
    });
    await runCheck(test, id);
    await runCheck(test, id);
    const files = await filesOf(resourceId);
    expect(files.map(({ path, size, mediaType }) => [path, size, mediaType])).toEqual([
      ['a/empty.txt', 0, null],
      ['a/one.txt', 5, 'text/plain'],
      ['three.exe', 9, 'application/x-msdownload'],
      ['two.cube', 14, 'application/x-cube-lut'],
    ]);
    expect(files.map(({ findings }) => (findings as { code: string }[]).map(({ code }) => code))).toEqual([
      ['empty'],
      [],
      ['executable'],
      [],
    ]);
    const hello = files.find(({ path }) => path === 'a/one.txt');
    const read = await test.deps.storage.readSmall([{ key: hello?.key ?? '', size: 5 }]);
    expect(Buffer.from(read).toString()).toBe('Hello');
    const resource = await test.db.selectFrom('resources').selectAll().where('id', '=', resourceId).executeTakeFirst();
    expect(resource).toMatchObject({ file_count: 4, file_size: 28, preview_state: 'WAITING' });
    expect(await sessionOf(id)).toBeUndefined();
    expect(onDisk(id)).toBe(4);
  });

  it('stores identical content once, even if the site already has it', async () => {
    const resourceId = await addDraft();
    const known = randomBytes(50);
    const first = await bundle(resourceId, { 'known.bin': known });
    await runCheck(test, first);
    const same = randomBytes(60);
    const id = await bundle(resourceId, { 'a.bin': same, 'b.bin': same, 'c.bin': known });
    await runCheck(test, id);
    expect((await filesOf(resourceId)).map(({ path, key }) => [path, key])).toEqual([
      ['a.bin', `r/${id}/0`],
      ['b.bin', `r/${id}/0`],
      ['c.bin', `r/${first}/0`],
      ['known.bin', `r/${first}/0`],
    ]);
    expect(onDisk(id)).toBe(1);
  });

  it('skips files whose names are taken, reports them and keeps the rest', async () => {
    const resourceId = await addDraft();
    await runCheck(test, await bundle(resourceId, { 'a.txt': 'first', 'b.txt': 'first too' }));
    const id = await bundle(resourceId, { 'a.txt': 'second', 'b.txt': 'second too', 'c.txt': 'third' });
    await runCheck(test, id);
    expect((await filesOf(resourceId)).map(({ path, size }) => [path, size])).toEqual([
      ['a.txt', 5],
      ['b.txt', 9],
      ['c.txt', 5],
    ]);
    expect(await sessionOf(id)).toEqual({
      state: 'REFUSED',
      refusal: '2 files were left out because their names are already taken, including a.txt.',
    });
    expect(onDisk(id)).toBe(1);
  });

  it('skips a file whose path is already a folder', async () => {
    const resourceId = await addDraft();
    await runCheck(test, await bundle(resourceId, { a: 'file', 'b/c.txt': 'in a folder' }));
    const id = await bundle(resourceId, { 'a/deep/er.txt': 'no', b: 'no', 'b/d.txt': 'yes', 'b.txt': 'yes' });
    await runCheck(test, id);
    expect((await filesOf(resourceId)).map(({ path }) => path)).toEqual(['a', 'b.txt', 'b/c.txt', 'b/d.txt']);
    expect(await sessionOf(id)).toMatchObject({ state: 'REFUSED', refusal: expect.stringMatching(/^2 files/) });
  });

  it('has stopped storing by the time its check fails', async () => {
    const resourceId = await addDraft();
    const files = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`${index}.bin`, randomBytes(20)]));
    const id = await bundle(resourceId, files);
    const { storage } = test.deps;
    let [begun, running] = [0, 0];
    const put: typeof storage.put = async (key, source) => {
      begun += 1;
      if (begun === 3) throw new StorageUnavailable('away');
      running += 1;
      return await storage.put(key, source).finally(() => {
        running -= 1;
      });
    };
    const failing = { ...test, deps: { ...test.deps, storage: { ...storage, put } } };
    await expect(runCheck(failing, id)).rejects.toThrow('away');
    expect(running).toBe(0);
    expect(begun).toBeLessThan(40);
    await runCheck(test, id);
    expect(await filesOf(resourceId)).toHaveLength(40);
  });

  it('is refused as a whole if it does not match its manifest', async () => {
    const resourceId = await addDraft();
    for (const manifest of [[], [{ path: 'a.txt', size: 4 }], [{ path: 'a.txt', size: 6 }]]) {
      const id = await bundle(resourceId, { 'a.txt': 'Hello' }, manifest);
      await runCheck(test, id);
      expect(await sessionOf(id)).toEqual({
        state: 'REFUSED',
        refusal: 'These files do not match their file list. Please upload them again.',
      });
    }
    expect(await filesOf(resourceId)).toEqual([]);
  });
});
