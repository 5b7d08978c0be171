import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createDatabase } from '#test/harness/postgres.ts';
import { type Bus, createBus } from './bus.ts';
import { type Database, openDatabase } from './db.ts';

let own: Awaited<ReturnType<typeof createDatabase>>;
let database: Database;
let here: Bus;
let there: Bus;
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };

beforeAll(async () => {
  own = await createDatabase();
  database = openDatabase(own.connection);
  here = await createBus({ connection: own.connection, log });
  there = await createBus({ connection: own.connection, log });
});
afterAll(async () => {
  await here.close();
  await there.close();
  await database.close();
  await own.drop();
});

it('notifies every process on commit, in order, and not before', async () => {
  const heard: string[] = [];
  here.subscribe('roles', (id) => heard.push(`here ${id}`));
  there.subscribe('roles', (id) => heard.push(`there ${id}`));
  await database.db.transaction().execute(async (trx) => {
    await here.publish(trx, 'roles', 'first');
    await here.publish(trx, 'roles', 'with:colon');
    await sql`select pg_sleep(0.2)`.execute(trx);
    expect(heard).toEqual([]);
  });
  await vi.waitFor(() => expect(heard).toHaveLength(4), { timeout: 10_000 });
  expect(heard.filter((line) => line.startsWith('there'))).toEqual(['there first', 'there with:colon']);
});

it('delivers nothing for rolled-back writes, other topics or ended subscriptions', async () => {
  const heard: string[] = [];
  const end = there.subscribe('ended', (id) => heard.push(id));
  end();
  there.subscribe('settings', (id) => heard.push(id));
  const undone = database.db.transaction().execute(async (trx) => {
    await here.publish(trx, 'settings', 'undone');
    throw new Error('no');
  });
  await expect(undone).rejects.toThrow('no');
  await here.publish(database.db, 'ended', 'x');
  await here.publish(database.db, 'other', 'x');
  await here.publish(database.db, 'settings', 'done');
  await vi.waitFor(() => expect(heard).toEqual(['done']), { timeout: 10_000 });
});

it('continues after a listener fails, and logs the error', async () => {
  const heard: string[] = [];
  here.subscribe('fragile', () => {
    throw new Error('broken listener');
  });
  here.subscribe('fragile', (id) => heard.push(id));
  await there.publish(database.db, 'fragile', 'x');
  await vi.waitFor(() => expect(heard).toEqual(['x']), { timeout: 10_000 });
  expect(log.error).toHaveBeenCalledWith({ err: expect.any(Error) }, expect.any(String));
});

it('reconnects after a lost connection and reports that messages may have been missed', async () => {
  const heard: string[] = [];
  const reset = vi.fn();
  const ended = vi.fn();
  there.onReset(reset);
  there.onReset(ended)();
  there.subscribe('after', (id) => heard.push(id));
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%'
  `.execute(database.db);
  expect(rows).toHaveLength(2);
  await vi.waitFor(() => expect(reset).toHaveBeenCalledOnce(), { timeout: 10_000 });
  expect(ended).not.toHaveBeenCalled();
  await here.publish(database.db, 'after', 'x');
  await vi.waitFor(() => expect(heard).toEqual(['x']), { timeout: 10_000 });
});

it('carries only ids', async () => {
  await expect(here.publish(database.db, 'roles', 'x'.repeat(500))).rejects.toThrow(RangeError);
  expect(() => here.subscribe('a:b', () => {})).toThrow(RangeError);
});
