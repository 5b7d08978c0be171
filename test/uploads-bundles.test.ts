// Uploads a folder with thousands of small files as browsers do. Real workers check it while other people use the site.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BUNDLE_MAX_FILES } from '#contract/uploads/limits.ts';
import { startJobs } from '#server/kit/jobs/jobs.ts';
import { siteJobs } from '#server/site-jobs.ts';
import { startTestApp, type TestApp } from '#test/harness/harness.ts';
import { createTusCalls } from '#test/harness/tus-calls.ts';
import { beginDraft } from '#test/harness/uploads.ts';

const FILES = process.env.SIZE === 'full' ? 70_000 : 2000;

let test: TestApp;
let tus: ReturnType<typeof createTusCalls>;
let jobs: Awaited<ReturnType<typeof startJobs>>;

beforeAll(async () => {
  test = await startTestApp();
  tus = createTusCalls(await test.app.listen({ port: 0, host: '127.0.0.1' }));
  const { deps } = test;
  jobs = await startJobs({ pool: deps.pool, jobs: siteJobs, deps, workers: 2, log: deps.log });
});
// The cleanup removes as many folders as there are files, which takes a long time.
afterAll(async () => {
  await jobs.stop();
  await test.stop();
}, 600_000);

const nameOf = (index: number): string => `frames/${Math.floor(index / 1000)}/${index}.txt`;
// Every tenth file has the same content, as icons and licences in packs often do.
const bodyOf = (index: number): string => (index % 10 === 0 ? 'the same' : `frame ${index}`);

it(`turns ${FILES} small files into one resource`, { timeout: 1_800_000 }, async () => {
  const leaker = await test.addPerson('leaker');
  const resourceId = await beginDraft(test, leaker);
  const starts = Array.from({ length: Math.ceil(FILES / BUNDLE_MAX_FILES) }, (_, index) => index * BUNDLE_MAX_FILES);
  for (const start of starts) {
    const indices = Array.from({ length: Math.min(BUNDLE_MAX_FILES, FILES - start) }, (_, index) => start + index);
    const files = indices.map((index) => ({ path: nameOf(index), size: Buffer.byteLength(bodyOf(index)) }));
    const body = indices.map(bodyOf).join('');
    const address = await tus.begin(leaker, body.length, { resourceId, bundle: String(indices.length) });
    expect((await tus.patch(leaker, address, 0, body)).status).toBe(204);
    expect((await tus.complete(leaker, address, files)).status).toBe(201);
  }

  const progress = async () =>
    (await test.call({ url: `/api/uploads/${resourceId}/progress` }, leaker)).json<{
      fileCount: number;
      fileSize: number;
      sessions: unknown[];
      preview: { state: string };
    }>();
  await expect.poll(async () => (await progress()).sessions, { timeout: 1_200_000, interval: 200 }).toEqual([]);
  const all = Array.from({ length: FILES }, (_, index) => index);
  expect(await progress()).toMatchObject({
    fileCount: FILES,
    fileSize: all.reduce((sum, index) => sum + Buffer.byteLength(bodyOf(index)), 0),
  });
  const rows = await test.db
    .selectFrom('resource_files')
    .select(['path', 'size', 'sha256', 'storage_key as key'])
    .where('resource_id', '=', resourceId)
    .execute();
  const stored = new Map(rows.map((row) => [row.path, row]));
  for (const index of all) {
    const sha256 = createHash('sha256').update(bodyOf(index)).digest('hex');
    expect(stored.get(nameOf(index))?.sha256).toBe(sha256);
  }
  // Each distinct content is stored once, and each row refers to the right file.
  const sizes = await test.deps.storage.sizes(rows.map(({ key }) => key));
  expect(sizes).toEqual(rows.map(({ size }) => size));
  const contents = new Set(rows.map(({ sha256 }) => sha256)).size;
  expect(contents).toBe(FILES - FILES / 10 + 1);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(contents);
  expect(await test.deps.storage.partials.list()).toEqual([]);
});
