import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startJobs } from '#server/kit/jobs/jobs.ts';
import { startTestApp, type TestApp } from '#test/harness/harness.ts';
import { deleteUnshownPictures, makeThumbnail, requestPreviews } from './actions.ts';
import { makePreviews, restartPreviews } from './jobs.ts';
import { deletePreviewPictures } from './pictures.ts';

let test: TestApp;
let leakerId = '';
beforeAll(async () => {
  test = await startTestApp();
  leakerId = (await test.addPerson('leaker')).id;
});
afterAll(() => test.stop());

const draw = (background: string) =>
  sharp({ create: { width: 1280, height: 720, channels: 3, background } })
    .png()
    .toBuffer();

const addUpload = async (given: Record<string, [string, Buffer]> = {}) => {
  const { id } = await test.db
    .insertInto('resources')
    .values({ author_id: leakerId, title: 'Upload', category: 'Free', editor: 'Blender', type: 'overlay' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addFiles(id, given);
  return id;
};
const addFiles = async (id: string, given: Record<string, [string, Buffer]>) => {
  for (const [path, [mediaType, body]] of Object.entries(given)) {
    const key = `r/${id}/${randomUUID()}`;
    const { size, sha256, crc32 } = await test.deps.storage.put(key, body);
    await test.db
      .insertInto('resource_files')
      .values({ resource_id: id, path, size, sha256, crc32, storage_key: key, media_type: mediaType })
      .execute();
  }
};
const find = (id: string) => test.db.selectFrom('resources').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const isStored = async (key: string) => (await test.deps.storage.stat(`t/${key}-1280.jpg`)) !== null;
const helpers = {
  log: { info() {}, warn() {}, error() {} },
  signal: new AbortController().signal,
  attempt: 1,
  isLastAttempt: false,
};
const waitingDrops = async (key: string) => {
  const { rows } = await test.deps.pool.query(
    `select run_at from graphile_worker._private_jobs where payload ->> 'key' = $1 order by run_at`,
    [key],
  );
  return rows.map(({ run_at }: { run_at: Date }) => run_at.getTime() - Date.now());
};

describe('an uploaded thumbnail', () => {
  it('is stored in all sizes and formats, and removed after a day unless shown', async () => {
    const sender = await test.addPerson('leaker');
    const { key, hash } = await makeThumbnail(test.deps, await draw('#a40'));
    expect(hash).toMatch(/^[A-Za-z0-9+/]+=*$/);
    for (const ending of ['-320.webp', '-640.webp', '-1280.webp', '-320.jpg', '-640.jpg', '-1280.jpg'])
      expect((await test.call({ url: `/public/thumbnails/${key}${ending}` }, sender)).statusCode, ending).toBe(200);
    const [wait = 0] = await waitingDrops(key);
    expect(wait).toBeGreaterThan(23 * 3_600_000);

    const id = await addUpload();
    await test.db.updateTable('resources').set({ thumbnail_key: key }).where('id', '=', id).execute();
    await deletePreviewPictures.run({ key }, test.deps, helpers);
    expect(await isStored(key)).toBe(true);
    await test.db.updateTable('resources').set({ thumbnail_key: null }).where('id', '=', id).execute();
    await deletePreviewPictures.run({ key }, test.deps, helpers);
    expect(await isStored(key)).toBe(false);
    await deletePreviewPictures.run({ key }, test.deps, helpers);
  });

  it('is refused if it is not an image, and nothing is stored', async () => {
    for (const text of ['<svg xmlns="http://www.w3.org/2000/svg"/>', '', 'GIF89a'])
      await expect(makeThumbnail(test.deps, Buffer.from(text))).rejects.toMatchObject({ code: 'NOT_AN_IMAGE' });
  });

  it('is released in the transaction that stops showing it', async () => {
    const key = `${randomUUID()}/0123456789abcdef`;
    await test.db.transaction().execute(async (trx) => {
      await deleteUnshownPictures(trx, key);
      await deleteUnshownPictures(trx, null);
    });
    expect(await waitingDrops(key)).toHaveLength(1);
  });
});

describe('in the queue', () => {
  it('a malicious upload does not block the previews of others', async () => {
    const poisoned = await addUpload({ 'a.mp4': ['video/mp4', Buffer.from('poison')] });
    const good = await addUpload({ 'a.png': ['image/png', await draw('#0a4')] });
    for (const id of [poisoned, good]) await test.db.transaction().execute((trx) => requestPreviews(trx, id));
    const jobs = await startJobs({
      pool: test.deps.pool,
      jobs: [makePreviews],
      deps: test.deps,
      workers: 1,
      log: test.deps.log,
    });
    try {
      await expect
        .poll(async () => [(await find(poisoned)).preview_state, (await find(good)).preview_state], { timeout: 30_000 })
        .toEqual(['FAILED', 'READY']);
    } finally {
      await jobs.stop();
    }
  });

  it('only previews whose job was killed on its last attempt are re-enqueued', async () => {
    const id = await addUpload();
    const waiting = async () => {
      const { rows } = await test.deps.pool.query(
        `select payload ->> 'resourceId' as id from graphile_worker._private_jobs where key like 'previews:%'`,
      );
      return rows.map((row: { id: string }) => row.id);
    };
    const set = (hoursAgo: number) =>
      test.db
        .updateTable('resources')
        .set({ preview_state: 'MAKING', updated_at: new Date(test.deps.now().getTime() - hoursAgo * 3600_000) })
        .where('id', '=', id)
        .execute();
    await set(11);
    await restartPreviews.run({}, test.deps, helpers);
    expect(await waiting()).not.toContain(id);
    await set(13);
    await restartPreviews.run({}, test.deps, helpers);
    expect(await waiting()).toContain(id);
  });

  it('a job discards its result if the files have changed', async () => {
    const id = await addUpload({ 'a.png': ['image/png', await draw('#04a')] });
    const held = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    const slow = {
      ...test.deps,
      pictures: {
        ...test.deps.pictures,
        readStill: async (...given: Parameters<typeof test.deps.pictures.readStill>) => {
          reached.resolve();
          await held.promise;
          return test.deps.pictures.readStill(...given);
        },
      },
    };
    const older = makePreviews.run({ resourceId: id }, slow, helpers);
    await reached.promise;
    await addFiles(id, { 'b.png': ['image/png', await draw('#4a0')] });
    await makePreviews.run({ resourceId: id }, test.deps, helpers);
    const newest = await find(id);
    held.resolve();
    await older;
    expect(await find(id)).toEqual(newest);
    expect(newest).toMatchObject({ media_label: '2 pictures', preview_state: 'READY' });
  });
});
