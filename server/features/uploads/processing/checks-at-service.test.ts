// Tests upload checks when the storage service fails while joining or removing parts: acknowledged bytes must be kept.
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { DamagedContent, StorageUnavailable } from '#server/kit/storage/errors.ts';
import { createS3Storage } from '#server/kit/storage/s3/s3.ts';
import { addArrival, runCheck } from '#test/harness/arrivals.ts';
import { type Gcs, startGcs } from '#test/harness/gcs.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';

let test: TestApp;
let service: Gcs;
let leaker: Person;

beforeAll(async () => {
  [test, service] = await Promise.all([startTestApp(), startGcs()]);
  test = { ...test, deps: { ...test.deps, storage: createS3Storage(service.setUp()) } };
  leaker = await test.addPerson('leaker');
});
afterEach(() => service.calm());
afterAll(async () => {
  await service.stop();
  await test.stop();
});

it.each([
  ['the mark', 'begun'],
  ['the first piece', '00000000000000-'],
  ['the second piece', '00000000001000-'],
])('keeps an upload if %s cannot be removed', async (_, path) => {
  const resourceId = await addResource(test, { authorId: leaker.id, status: 'PENDING', files: {} });
  const body = randomBytes(2500);
  const first = body.subarray(0, 1000);
  const id = await addArrival(test, { userId: leaker.id, resourceId, body: first, size: body.length });
  async function* rest() {
    yield body.subarray(1000);
  }
  await test.deps.storage.partials.append(id, 1000, rest(), async () => {});
  service.trouble({ kind: 'status', status: 403, method: 'DELETE', path });
  await expect(runCheck(test, id)).rejects.toThrow(StorageUnavailable);
  expect(service.bucket.objects.get(`objects/r/${id}/0`)?.content.equals(body)).toBe(true);

  await runCheck(test, id);
  const stored = test.db.selectFrom('resource_files').select(['size', 'storage_key as key']);
  expect(await stored.where('resource_id', '=', resourceId).execute()).toEqual([{ size: 2500, key: `r/${id}/0` }]);
  expect(service.bucket.objects.get(`objects/r/${id}/0`)?.content.equals(body)).toBe(true);
  expect([...service.bucket.objects.keys()].filter((name) => name.startsWith(`partial/${id}`))).toEqual([]);
  expect(await test.db.selectFrom('upload_sessions').select('id').where('id', '=', id).execute()).toEqual([]);
});

const stateOf = async (id: string) =>
  (await test.db.selectFrom('upload_sessions').select('state').where('id', '=', id).executeTakeFirst())?.state;

it('keeps an upload if the service is still unavailable on the last attempt', async () => {
  const resourceId = await addResource(test, { authorId: leaker.id, status: 'PENDING', files: {} });
  const body = randomBytes(2500);
  const id = await addArrival(test, { userId: leaker.id, resourceId, body });
  service.trouble({ kind: 'status', status: 403, times: 99 });
  await expect(runCheck(test, id, { isLastAttempt: true })).rejects.toThrow(StorageUnavailable);
  expect(await stateOf(id)).toBe('CHECKING');
  service.calm();
  await runCheck(test, id);
  expect(await stateOf(id)).toBeUndefined();
  expect(service.bucket.objects.get(`objects/r/${id}/0`)?.content.equals(body)).toBe(true);
});

it('refuses an upload that comes back damaged on every attempt', async () => {
  const resourceId = await addResource(test, { authorId: leaker.id, status: 'PENDING', files: {} });
  const id = await addArrival(test, { userId: leaker.id, resourceId, body: randomBytes(2500) });
  const damage = () => service.trouble({ kind: 'wrong bytes', method: 'GET', path: '/partial/', times: 99 });
  damage();
  await expect(runCheck(test, id)).rejects.toThrow(DamagedContent);
  expect(await stateOf(id)).toBe('CHECKING');
  await runCheck(test, id, { isLastAttempt: true });
  expect(await stateOf(id)).toBe('REFUSED');
});
