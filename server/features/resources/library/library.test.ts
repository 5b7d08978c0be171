import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LIBRARY_HASHES_MAX, LIBRARY_SAME_MAX } from '#contract/resources/limits.ts';
import { standardLimits } from '#server/kit/rate-limits/rate-limits.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';

let test: TestApp;
let leaker: Person;
let member: Person;
beforeAll(async () => {
  test = await startTestApp();
  [leaker, member] = [await test.addPerson('leaker'), await test.addPerson()];
});
afterAll(() => test.stop());

const newHash = (): string => randomBytes(32).toString('hex');
const addFile = async (resourceId: string, path: string, sha256: string, size = 10) => {
  const file = { resource_id: resourceId, path, size, sha256, crc32: 1, storage_key: `k/${newHash()}` };
  await test.db.insertInto('resource_files').values(file).execute();
};
const look = (hashes: unknown, person: Person | undefined = member, app = test) =>
  app.call({ method: 'POST', url: '/api/library/matches', payload: { hashes } as object }, person);
const matches = async (...hashes: string[]) => {
  const reply = await look(hashes);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ files: object[]; packs: { id: string; title: string }[] }>();
};

it('finds files by content, with their assets, creators and licences', async () => {
  const [a, b] = [newHash(), newHash()];
  const id = await addResource(test, { authorId: leaker.id, title: 'Glow' });
  await test.db.updateTable('resources').set({ licence: 'CC BY 4.0' }).where('id', '=', id).execute();
  await addFile(id, 'clips/a.mov', a);
  await addFile(id, 'clips/b.mov', b);
  const { files, packs } = await matches(a, newHash(), b, a);
  expect(files).toHaveLength(2);
  expect(files).toEqual(
    expect.arrayContaining([
      { sha256: a, resourceId: id, path: 'clips/a.mov', version: 1 },
      { sha256: b, resourceId: id, path: 'clips/b.mov', version: 1 },
    ]),
  );
  expect(packs).toEqual([
    {
      ...{ id, title: 'Glow', author: leaker.username, licence: 'CC BY 4.0', isPremium: false },
      ...{ fileCount: expect.any(Number), version: 1 },
    },
  ]);
  expect(await matches(newHash())).toEqual({ files: [], packs: [] });
});

it('finds files of earlier versions, and of several versions the latest', async () => {
  const [kept, replaced, draft, deleted] = [newHash(), newHash(), newHash(), newHash()];
  const id = await addResource(test, { authorId: leaker.id });
  await test.db.updateTable('resources').set({ version: 4 }).where('id', '=', id).execute();
  const addVersion = async (version: number, status: string, deletedAt: Date | null = null) => {
    const row = await addResource(test, { authorId: leaker.id, status: 'PENDING' });
    const changes = { version, version_of: id, status, deleted_at: deletedAt };
    await test.db.updateTable('resources').set(changes).where('id', '=', row).execute();
    return row;
  };
  await addFile(id, 'kept.mov', kept);
  const second = await addVersion(2, 'REPLACED');
  for (const [path, hash] of [
    ['kept.mov', kept],
    ['cut.mov', replaced],
  ] as const)
    await addFile(second, path, hash);
  await addFile(await addVersion(1, 'REPLACED'), 'first cut.mov', replaced);
  await addFile(await addVersion(3, 'REPLACED', new Date()), 'gone.mov', deleted);
  await addFile(await addVersion(5, 'PENDING'), 'next.mov', draft);
  const { files, packs } = await matches(kept, replaced, draft, deleted);
  expect(packs).toMatchObject([{ id, version: 4 }]);
  expect(files).toHaveLength(2);
  expect(files).toEqual(
    expect.arrayContaining([
      { sha256: kept, resourceId: id, path: 'kept.mov', version: 4 },
      { sha256: replaced, resourceId: id, path: 'cut.mov', version: 2 },
    ]),
  );
  await test.db.updateTable('resources').set({ hidden_at: new Date() }).where('id', '=', id).execute();
  expect(await matches(replaced)).toEqual({ files: [], packs: [] });
});

it('finds nothing in assets that are not public, or by an empty file', async () => {
  const hash = newHash();
  const pending = await addResource(test, { authorId: leaker.id, status: 'PENDING' });
  const hidden = await addResource(test, { authorId: leaker.id });
  await test.db.updateTable('resources').set({ hidden_at: new Date() }).where('id', '=', hidden).execute();
  for (const id of [pending, hidden]) await addFile(id, 'a.mov', hash);
  const empty = newHash();
  await addFile(await addResource(test, { authorId: leaker.id }), 'empty.txt', empty, 0);
  expect(await matches(hash, empty)).toEqual({ files: [], packs: [] });
});

it('names a limited number of assets for the same content', async () => {
  const hash = newHash();
  for (let count = 0; count <= LIBRARY_SAME_MAX; count += 1)
    await addFile(await addResource(test, { authorId: leaker.id }), 'a.mov', hash);
  const { files, packs } = await matches(hash);
  expect([files.length, packs.length]).toEqual([LIBRARY_SAME_MAX, LIBRARY_SAME_MAX]);
});

it('accepts the largest request, and rejects anything but a list of hashes', async () => {
  const most = Array.from({ length: LIBRARY_HASHES_MAX }, newHash);
  expect(await matches(...most)).toEqual({ files: [], packs: [] });
  for (const hashes of [[], [...most, newHash()], [newHash().toUpperCase()], ['a'], newHash(), [1], null]) {
    const reply = await look(hashes);
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([400, 'BAD_INPUT']);
  }
});

it('limits lookups per user', async () => {
  const strict = await startTestApp({
    beside: test,
    limits: { libraryLookups: { ...standardLimits.libraryLookups, limit: 1 } },
  });
  const statuses = [await look([newHash()], member, strict), await look([newHash()], member, strict)];
  expect(statuses.map(({ statusCode }) => statusCode)).toEqual([200, 429]);
  expect(Number(statuses[1]?.headers['retry-after'])).toBeGreaterThan(0);
  await strict.stop();
});
