// Tests use snapshots to prove that a rejected request changed nothing, so snapshots must detect every kind of change.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { openMemory } from '#test/harness/stored-memory.ts';

let test: TestApp;
let memory: Awaited<ReturnType<typeof openMemory>>;
let ada: Person;
beforeAll(async () => {
  test = await startTestApp();
  memory = await openMemory(test);
  ada = await test.addPerson('member', { username: 'ada' });
});
afterAll(async () => {
  await memory.close();
  await test.stop();
});

const rename = (db: TestApp['db'], username: string) =>
  db.updateTable('users').set({ username }).where('id', '=', ada.id).execute();

it('detects nothing if nothing changed, even after a rollback', async () => {
  const changed = await memory.remember();
  expect(await changed()).toEqual([]);
  await test.db.selectFrom('users').selectAll().execute();
  const broken = test.db.transaction().execute(async (trx) => {
    await rename(trx, 'ida');
    throw new Error('never mind');
  });
  await expect(broken).rejects.toThrow('never mind');
  expect(await changed()).toEqual([]);
});

it('detects added, changed and deleted rows, however often it is asked', async () => {
  let changed = await memory.remember();
  await rename(test.db, 'eda');
  expect(await changed()).toEqual(['users']);
  expect(await changed()).toEqual(['users']);
  await rename(test.db, 'ada');
  expect(await changed()).toEqual([]);

  const made = { key: 'siteName', value: sql<string>`'"Other"'::jsonb`, updated_at: new Date() };
  await test.db.insertInto('settings').values(made).execute();
  expect(await changed()).toEqual(['settings']);
  changed = await memory.remember();
  expect(await changed()).toEqual([]);
  await test.db.deleteFrom('settings').execute();
  expect(await changed()).toEqual(['settings']);
});

it('detects a transaction that started before the snapshot and committed after it', async () => {
  const began = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const done = test.db.transaction().execute(async (trx) => {
    await rename(trx, 'oda');
    began.resolve();
    await goOn.promise;
  });
  await began.promise;
  const changed = await memory.remember();
  expect(await changed()).toEqual([]);
  goOn.resolve();
  await done;
  expect(await changed()).toEqual(['users']);
});

it('detects added and removed files, including in folders', async () => {
  let changed = await memory.remember();
  await test.deps.storage.put('t/there/picture.webp', Buffer.from('picture'));
  const came = await changed();
  expect(came.filter((name) => name.endsWith('picture.webp'))).toHaveLength(1);
  changed = await memory.remember();
  expect(await changed()).toEqual([]);
  rmSync(join(test.folder, 'files', came.find((name) => name.endsWith('picture.webp')) ?? ''));
  expect((await changed()).filter((name) => name.endsWith('picture.webp'))).toHaveLength(1);
});

it('ignores counters of attempts', async () => {
  const changed = await memory.remember();
  const now = new Date();
  await test.db.insertInto('rate_counters').values({ key: 'tries', starts_at: now, ends_at: now, hits: 1 }).execute();
  expect(await changed()).toEqual([]);
});
