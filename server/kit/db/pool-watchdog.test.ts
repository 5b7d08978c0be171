import { spawnSync } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createDatabase } from '#test/harness/postgres.ts';
import { startTcpProxy, type TcpProxy } from '#test/harness/tcp-proxy.ts';
import { type Database, openDatabase } from './db.ts';
import { WatchedPool } from './pool-watchdog.ts';

let made: Awaited<ReturnType<typeof createDatabase>>;
let proxy: TcpProxy;
let database: Database;

beforeAll(async () => {
  made = await createDatabase();
  const { host, port, user, database: name } = made.connection;
  proxy = await startTcpProxy({ path: `${host}/.s.PGSQL.${port}` });
  database = openDatabase({ host: '127.0.0.1', port: proxy.port, user, database: name, ssl: false }, { max: 3 });
});
afterAll(async () => {
  await database.close();
  await proxy.stop();
  await made.drop();
});

const ask = () => sql`select 1`.execute(database.db);
beforeEach(async () => {
  await proxy.setMood('pass');
  // An earlier test may have cut the pool's connections, which the pool notices only when it uses them.
  await expect.poll(() => Promise.all([ask(), ask(), ask()]), { timeout: 10_000 }).toHaveLength(3);
});
/** Milliseconds until `run` fails. */
const failing = async (run: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await expect(run()).rejects.toThrow();
  return performance.now() - begun;
};

it('fails waiting callers of a silent database within 3 s and later ones immediately, then recovers', async () => {
  await Promise.all([ask(), ask(), ask()]);
  await proxy.setMood('silent');
  const waits = await Promise.all(Array.from({ length: 6 }, () => failing(ask)));
  expect(Math.max(...waits)).toBeLessThan(3000);
  for (const run of [ask, () => database.pool.query('select 1'), () => database.pool.connect()])
    expect(await failing(run)).toBeLessThan(500);
  await expect(ask()).rejects.toMatchObject({ code: '08006' });
  await proxy.setMood('pass');
  await expect.poll(ask, { timeout: 10_000 }).toMatchObject({ rows: [expect.anything()] });
  await Promise.all([ask(), ask(), ask()]);
});

it('fails the same way when nothing was connected before', async () => {
  proxy.cut();
  await proxy.setMood('silent');
  const twice = async (): Promise<unknown> => {
    await ask().catch(() => {});
    return await ask();
  };
  expect(await failing(twice)).toBeLessThan(3000);
});

it('tolerates statements that are merely slow, and waits for a free connection', async () => {
  // Each query takes longer than the silence limit, but two in a row take less time than callers may wait for a connection.
  const slow = Array.from({ length: 5 }, () => sql`select pg_sleep(0.9)`.execute(database.db));
  expect(await Promise.allSettled(slow)).toEqual(Array(5).fill(expect.objectContaining({ status: 'fulfilled' })));
});

it('tolerates a database that is slow in every response', async () => {
  await proxy.setMood('slow');
  await Promise.all([ask(), ask()]);
  await ask();
});

it('checks nothing while no query runs, even if a listener holds a connection', async () => {
  const listener = await database.pool.connect();
  let asked = 0;
  const count = (): void => {
    asked += 1;
  };
  try {
    await listener.query('listen news');
    subscribe('net.server.socket', count);
    await sleep(3000);
    expect(asked).toBe(0);
    // The connection is watched again as soon as it runs a query.
    await proxy.setMood('silent');
    expect(await failing(() => listener.query('select 1'))).toBeLessThan(4500);
  } finally {
    unsubscribe('net.server.socket', count);
    listener.release(true);
  }
});

it('does not mistake name lookups waiting for a busy disk for silence', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'helix-threads-'));
  // Opening a pipe blocks one of the threads used for name lookups until the pipe's other end is opened.
  const pipes = Array.from({ length: 4 }, (_, index) => join(folder, `${index}`));
  spawnSync('mkfifo', pipes);
  const { user, database: name } = made.connection;
  const named = openDatabase({ host: 'localhost', port: proxy.port, user, database: name, ssl: false }, { max: 1 });
  await sql`select 1`.execute(named.db);
  const opened = pipes.map((path) => open(path, 'r'));
  try {
    await expect(sql`select pg_sleep(2.5)`.execute(named.db)).resolves.toMatchObject({ rows: [expect.anything()] });
  } finally {
    const ends = pipes.map((path) => openSync(path, 'r+'));
    for (const handle of await Promise.all(opened)) await handle.close();
    for (const end of ends) closeSync(end);
    await named.close();
    rmSync(folder, { recursive: true });
  }
});

it('tolerates a stall of this process itself', async () => {
  const slow = sql`select pg_sleep(2.5)`.execute(database.db);
  // Stalls this process as soon as the proxy has accepted the probe connection.
  const stood = new Promise<void>((resolve) => {
    const stand = (): void => {
      unsubscribe('net.server.socket', stand);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
      resolve();
    };
    subscribe('net.server.socket', stand);
  });
  await Promise.all([stood, expect(slow).resolves.toMatchObject({ rows: [expect.anything()] })]);
});

it('keeps watching after a caller gave up on a connection that came later', async () => {
  const { port, ...connection } = { ...made.connection, host: '127.0.0.1', port: proxy.port };
  const pool = new WatchedPool({ ...connection, port, max: 1, connectionTimeoutMillis: 1000 });
  pool.on('error', () => {});
  try {
    const held = await pool.connect();
    const late = failing(() => pool.connect());
    await sleep(800);
    pool.once('remove', () => void proxy.setMood('slow'));
    held.release(true);
    expect(await late).toBeLessThan(1500);
    await expect.poll(() => pool.idleCount, { timeout: 10_000 }).toBe(1);
    await proxy.setMood('silent');
    const asked = pool.query('select 1').then(
      () => 'answered',
      () => 'told',
    );
    expect(await Promise.race([asked, sleep(3000, 'nothing')])).toBe('told');
  } finally {
    await proxy.setMood('pass');
    await pool.end();
  }
});
