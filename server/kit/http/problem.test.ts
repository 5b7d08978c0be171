// Tests how failures become error responses, both for a database outage and for bugs.
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase } from '#test/harness/postgres.ts';
import { asProblem } from './problem.ts';

let made: Awaited<ReturnType<typeof createDatabase>>;

beforeAll(async () => {
  made = await createDatabase();
});
afterAll(() => made.drop());

const failureOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => null,
    (error: unknown) => error,
  );
const UNAVAILABLE = { code: 'UNAVAILABLE', extra: { retryAfterSeconds: 5 } };

it('a terminated database connection counts as an unavailable database, during a query and afterwards', async () => {
  const client = new pg.Client(made.connection);
  const other = new pg.Client(made.connection);
  client.on('error', () => {});
  await Promise.all([client.connect(), other.connect()]);
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const gone = new Promise<void>((resolve) => void client.once('end', () => resolve()));
    const asked = failureOf(client.query('select pg_sleep(60)'));
    await other.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    expect(asProblem(await asked)).toMatchObject(UNAVAILABLE);
    await gone;
    const later = await failureOf(client.query('select 1'));
    expect((later as Error).message).toContain('not queryable');
    expect(asProblem(later)).toMatchObject(UNAVAILABLE);
    const wrong = await failureOf(other.query('select nothing_such'));
    expect(asProblem(wrong)).toBeNull();
  } finally {
    await other.end();
    await client.end();
  }
});

it('so does a refused connection, but a bug of our own does not', async () => {
  const nobody = new pg.Client({ ...made.connection, host: '127.0.0.1', port: 1 });
  expect(asProblem(await failureOf(nobody.connect()))).toMatchObject(UNAVAILABLE);
  expect(asProblem(new TypeError('undefined is not a function'))).toBeNull();
});
