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
  // What a test before has cut is noticed when it is used.
  await expect.poll(() => Promise.all([ask(), ask(), ask()]), { timeout: 5000 }).toHaveLength(3);
});
/** How long until it fails. */
const failing = async (run: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await expect(run()).rejects.toThrow();
  return performance.now() - begun;
};

it('tells whoever waits for a silent database within 3 s, those after them at once, and goes on when it speaks', async () => {
  await Promise.all([ask(), ask(), ask()]);
  await proxy.setMood('silent');
  const waits = await Promise.all(Array.from({ length: 6 }, () => failing(ask)));
  expect(Math.max(...waits)).toBeLessThan(3000);
  for (const run of [ask, () => database.pool.query('select 1'), () => database.pool.connect()])
    expect(await failing(run)).toBeLessThan(500);
  await expect(ask()).rejects.toMatchObject({ code: '08006' });
  await proxy.setMood('pass');
  await expect.poll(ask, { timeout: 5000 }).toMatchObject({ rows: [expect.anything()] });
  await Promise.all([ask(), ask(), ask()]);
});

it('is told the same when nothing was connected before', async () => {
  proxy.cut();
  await proxy.setMood('silent');
  const twice = async (): Promise<unknown> => {
    await ask().catch(() => {});
    return await ask();
  };
  expect(await failing(twice)).toBeLessThan(3000);
});

it('leaves statements alone that are only slow, and those that wait for a free connection', async () => {
  // Each longer than the database is trusted without a word; two after each other, less than is waited for a connection.
  const slow = Array.from({ length: 5 }, () => sql`select pg_sleep(0.9)`.execute(database.db));
  expect(await Promise.allSettled(slow)).toEqual(Array(5).fill(expect.objectContaining({ status: 'fulfilled' })));
});

it('leaves a database alone whose every word takes long to come', async () => {
  await proxy.setMood('slow');
  await Promise.all([ask(), ask()]);
  await ask();
});

it('asks nothing while nobody does, though somebody keeps a connection to listen', async () => {
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
    // It is watched again as soon as it asks.
    await proxy.setMood('silent');
    expect(await failing(() => listener.query('select 1'))).toBeLessThan(4500);
  } finally {
    unsubscribe('net.server.socket', count);
    listener.release(true);
  }
});

it('takes no names that wait for a busy disk for its silence', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'helix-threads-'));
  // Each keeps a thread that looks up names too, until somebody opens the other end.
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

it('leaves it alone as well when this process itself stood still', async () => {
  const slow = sql`select pg_sleep(2.5)`.execute(database.db);
  // Taken by the proxy: the connection that the database is asked for.
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

it('watches on after somebody gave up waiting for a connection that came later', async () => {
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
    await expect.poll(() => pool.idleCount, { timeout: 5000 }).toBe(1);
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
