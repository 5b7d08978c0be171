import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '#test/harness/postgres.ts';
import { type Database, openDatabase, withoutTimeouts } from './db.ts';

let own: Awaited<ReturnType<typeof createDatabase>>;
let database: Database;

beforeAll(async () => {
  own = await createDatabase();
  database = openDatabase(own.connection, { max: 2, statementTimeoutMs: 300 });
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

async function read(expression: string): Promise<unknown> {
  const { rows } = await sql<{ value: unknown }>`select ${sql.raw(expression)} as value`.execute(database.db);
  return rows[0]?.value;
}

describe('values', () => {
  it.each([
    ['count(*)', 1],
    ['9007199254740991::int8', Number.MAX_SAFE_INTEGER],
    ['null::int8', null],
    [`'2026-02-28'::date`, '2026-02-28'],
    [`'2026-02-28T12:00:00Z'::timestamptz`, new Date('2026-02-28T12:00:00Z')],
    [`'{"a": [1]}'::jsonb`, { a: [1] }],
  ])('%s arrives as a JavaScript value', async (expression, value) => {
    expect(await read(expression)).toEqual(value);
  });

  it('fails instead of losing digits', async () => {
    await expect(read('9007199254740993::int8')).rejects.toThrow(RangeError);
  });
});

describe('limits', () => {
  it('cancels a statement that takes too long', async () => {
    await expect(read('pg_sleep(5)')).rejects.toThrow('statement timeout');
  });

  it('gives up waiting for a connection after 2 s', async () => {
    const held = await Promise.all([database.pool.connect(), database.pool.connect()]);
    const start = performance.now();
    await expect(read('1')).rejects.toThrow('timeout');
    expect(performance.now() - start).toBeLessThan(4000);
    for (const client of held) client.release();
  });

  it('are lifted for long-running work', async () => {
    await withoutTimeouts(database.db, (db) => sql`select pg_sleep(1)`.execute(db));
  });
});

it('survives connections closed by the server, idle or in use', async () => {
  const idle = await database.pool.connect();
  const used = await database.pool.connect();
  const pids = await Promise.all([idle, used].map((client) => client.query('select pg_backend_pid() as pid')));
  idle.release();
  const other = openDatabase(own.connection, { max: 1 });
  for (const { rows } of pids) await sql`select pg_terminate_backend(${rows[0].pid})`.execute(other.db);
  await other.close();
  await expect(used.query('select 1')).rejects.toThrow();
  used.release(true);
  await expect.poll(() => read('1').catch(() => 'not yet')).toBe(1);
});
