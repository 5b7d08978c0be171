// Simulates a storage service that does not return the bytes that were stored. Nothing read from such files may be saved.
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addArrival, runCheck } from '#test/harness/arrivals.ts';
import { type Gcs, startGcs } from '#test/harness/gcs.ts';
import { startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { makePreviews } from './jobs.ts';

let test: TestApp;
let service: Gcs;

beforeAll(async () => {
  service = await startGcs();
  test = await startTestApp({ env: service.env });
});
afterAll(async () => {
  await test.stop();
  await service.stop();
});

it('are left out, and read again on the next request', { timeout: 60_000 }, async () => {
  const leaker = await test.addPerson('leaker');
  const resourceId = await addResource(test, { authorId: leaker.id, status: 'PENDING', files: {} });
  for (const [path, background] of Object.entries({ 'one.png': '#c03020', 'two.png': '#20c030' })) {
    const body = await sharp({ create: { width: 400, height: 300, channels: 3, background } })
      .png()
      .toBuffer();
    await runCheck(test, await addArrival(test, { userId: leaker.id, resourceId, path, body }));
  }
  const make = async () => {
    const signal = new AbortController().signal;
    await makePreviews.run({ resourceId }, test.deps, { log: test.deps.log, signal, attempt: 1, isLastAttempt: false });
    const row = test.db.selectFrom('resources').select(['preview_state', 'preview_note']).where('id', '=', resourceId);
    return await row.executeTakeFirstOrThrow();
  };
  const files = () =>
    test.db
      .selectFrom('resource_files')
      .select(['path', 'storage_key as key', 'facts', 'findings'])
      .where('resource_id', '=', resourceId)
      .orderBy('path')
      .execute();
  const [one] = await files();
  service.trouble({ kind: 'wrong bytes', method: 'GET', path: `/objects/${one?.key}`, times: 99 });
  expect(await make()).toEqual({ preview_state: 'READY', preview_note: '“one.png” could not be read.' });
  expect(await files()).toMatchObject([
    { path: 'one.png', facts: {}, findings: [] },
    { path: 'two.png', facts: { kind: 'picture' } },
  ]);
  service.calm();
  expect(await make()).toEqual({ preview_state: 'READY', preview_note: null });
  expect((await files())[0]).toMatchObject({ facts: { kind: 'picture' }, findings: [] });
});
