import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeTemporaryHome } from '#test/harness/temporary-homes.ts';
import { type EmbeddedConnection, startEmbeddedPostgres } from './embedded-postgres.ts';
import { defaultDataFolder, findClosedFolder, findPackagedServer, findServerAccount, installServer } from './files.ts';
import { isServerAlive, readServerPid } from './server.ts';

const CHILD = fileURLToPath(new URL('../../../test/harness/postgres-child.ts', import.meta.url));
const NOBODY = { uid: 65534, gid: 65534 };
const isRoot = process.getuid?.() === 0;
const canBeNobody =
  isRoot && !findClosedFolder(fs.realpathSync(process.execPath), NOBODY) && !findClosedFolder(dirname(CHILD), NOBODY);

const tidy: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of tidy.splice(0).reverse()) await step();
});

async function newHome(name = 'postgres') {
  const folder = await makeTemporaryHome();
  tidy.push(() => fs.rmSync(folder, { recursive: true, force: true }));
  fs.chmodSync(folder, 0o755);
  return join(folder, name);
}

async function start(home: string, durable = false) {
  const server = await startEmbeddedPostgres({ home, durable });
  tidy.push(server.stop);
  return server;
}

async function ask(connection: EmbeddedConnection, text: string): Promise<unknown> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query({ text, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

type Child = {
  process: ChildProcess;
  connection: EmbeddedConnection;
  pid: number;
  uid: number;
  exit: Promise<unknown>;
};

async function startChild(home: string, account = {}): Promise<Child> {
  const child = spawn(process.execPath, [CHILD, home], { stdio: ['pipe', 'pipe', 'inherit'], cwd: '/', ...account });
  const exit = once(child, 'exit');
  tidy.push(() => child.kill('SIGKILL'));
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return { process: child, exit, ...JSON.parse(line) };
}

describe('a first start', () => {
  it('creates a database with a plain owner, synced to disk, that keeps its rows', async () => {
    const home = await newHome();
    const first = await start(home, true);
    expect(first.connection).toMatchObject({ host: join(home, 'run'), user: 'helix_site', database: 'helix' });
    for (const connection of [first.connection, first.ownerConnection])
      expect(
        await ask(connection, `select rolsuper or rolcreatedb or rolcreaterole from pg_roles where rolname = user`),
      ).toBe(false);
    for (const [setting, value] of Object.entries({ fsync: 'on', synchronous_commit: 'on', listen_addresses: '' })) {
      expect(await ask(first.connection, `select current_setting('${setting}')`)).toBe(value);
    }
    await ask(first.ownerConnection, 'create extension pg_trgm');
    await ask(first.ownerConnection, `create table kept as select 'still here' as word`);
    await expect(ask(first.connection, 'create table mine (id int)')).rejects.toThrow('permission denied');
    await first.stop();
    expect(isServerAlive(join(home, 'data'))).toBe(false);
    const second = await start(home, true);
    expect(await ask(second.ownerConnection, 'select word from kept')).toBe('still here');
  });

  it('accepts a path with spaces, an apostrophe, a comma and more than 107 bytes', async () => {
    const odd = await start(await newHome("it's a, folder"));
    expect(await ask(odd.connection, 'select 1')).toBe(1);
    const long = await newHome(`${'long folder '.repeat(10)}`);
    const server = await start(long);
    tidy.push(() => fs.rmSync(server.connection.host, { recursive: true, force: true }));
    expect(Buffer.byteLength(`${server.connection.host}/.s.PGSQL.5432`)).toBeLessThanOrEqual(107);
    expect(fs.statSync(server.connection.host).mode & 0o777).toBe(0o700);
    expect(await ask(server.connection, 'select 1')).toBe(1);
  });

  it('needs no links from the package, whose install script may have been skipped', async () => {
    const home = await newHome();
    fs.mkdirSync(home);
    const bare = join(home, 'bare');
    const packaged = findPackagedServer();
    fs.cpSync(packaged.native, bare, { recursive: true, filter: (path) => !fs.lstatSync(path).isSymbolicLink() });
    expect(fs.existsSync(join(bare, 'lib/libicuuc.so.60'))).toBe(false);
    const bin = installServer({ native: bare, version: '1' }, home);
    expect(execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' })).toContain('PostgreSQL) 18');
  });

  it('suggests DATABASE_URL where npm has no server', () => {
    expect(() => findPackagedServer('sunos', 'x64')).toThrow(/no built-in PostgreSQL for sunos-x64.*DATABASE_URL/);
  });

  it('rejects data of another major version and leaves it unchanged', async () => {
    const home = await newHome();
    fs.mkdirSync(join(home, 'data'), { recursive: true });
    fs.writeFileSync(join(home, 'data/PG_VERSION'), '15\n');
    await expect(startEmbeddedPostgres({ home })).rejects.toThrow(/written by PostgreSQL 15.*DATABASE_URL/);
    expect(fs.readdirSync(join(home, 'data'))).toEqual(['PG_VERSION']);
  });

  it.runIf(isRoot)('as root gives only data and socket to the account, and rejects a closed folder', async () => {
    const closed = await newHome('closed');
    fs.mkdirSync(closed, { mode: 0o700 });
    await expect(startEmbeddedPostgres({ home: join(closed, 'db') })).rejects.toThrow(
      /may not enter .*closed.*DATA_DIR/,
    );
    expect(defaultDataFolder(closed)).toMatch(/^\/var\/lib\/helix\/[0-9a-f]{12}$/);
    fs.chmodSync(closed, 0o755);
    expect(defaultDataFolder(closed)).toBe(join(closed, 'data'));
    const home = join(closed, 'db');
    await start(home);
    expect(fs.statSync(home).uid).toBe(0);
    expect(fs.statSync(join(home, 'server-18.4.0-beta.17')).uid).toBe(0);
    expect(fs.statSync(join(home, 'data')).uid).toBe(findServerAccount()?.uid);
    expect(fs.statSync(join(home, 'run')).mode & 0o777).toBe(0o700);
  });

  it.runIf(canBeNobody)('works for an unprivileged user', async () => {
    const home = await newHome();
    fs.mkdirSync(home);
    fs.chownSync(home, NOBODY.uid, NOBODY.gid);
    const child = await startChild(home, NOBODY);
    expect(child.uid).toBe(NOBODY.uid);
    expect(await ask(child.connection, 'select user')).toBe('helix');
    child.process.stdin?.end();
    expect(await child.exit).toEqual([0, null]);
    expect(isServerAlive(join(home, 'data'))).toBe(false);
  });
});

describe('several processes', () => {
  it('start concurrently in a fresh home, share one server, and only the last one stops it', async () => {
    const home = await newHome();
    const children = await Promise.all([startChild(home), startChild(home), startChild(home)]);
    expect(new Set(children.map((child) => child.pid)).size).toBe(1);
    const [first, second, third] = children;
    first?.process.stdin?.end();
    expect(await first?.exit).toEqual([0, null]);
    expect(isServerAlive(join(home, 'data'))).toBe(true);
    // Two processes that stop at the same time must not both leave the server running.
    second?.process.stdin?.end();
    third?.process.stdin?.end();
    await Promise.all([second?.exit, third?.exit]);
    expect(isServerAlive(join(home, 'data'))).toBe(false);
    expect(fs.readdirSync(home).filter((name) => name.startsWith('data'))).toEqual(['data']);
  });
});

it('a process that starts while another stops gets its server, whichever wins', async () => {
  const home = await newHome();
  let server = await start(home);
  for (let round = 0; round < 4; round++) {
    const [next] = await Promise.all([start(home), server.stop()]);
    await vi.waitFor(async () => expect(await ask(next.connection, 'select 1')).toBe(1), { timeout: 10_000 });
    server = next;
  }
  await server.stop();
  expect(isServerAlive(join(home, 'data'))).toBe(false);
});

it('a stopping process waits only for its own server, not for one started in its place', async () => {
  const home = await newHome();
  const server = await start(home);
  const data = join(home, 'data');
  const next = spawn('sleep', ['60'], { cwd: data, stdio: 'ignore' });
  tidy.push(() => next.kill());
  const kill = process.kill.bind(process);
  const spy = vi.spyOn(process, 'kill').mockImplementation((pid, signal) => {
    kill(pid, signal);
    // Simulates a server that exits between two checks of the stopping process, after which the next server writes its own
    // process ID.
    while (isServerAlive(data)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    fs.writeFileSync(join(data, 'postmaster.pid'), `${next.pid}\n`);
    return true;
  });
  tidy.push(() => spy.mockRestore());
  await server.stop();
  expect(spy).toHaveBeenCalledOnce();
  expect(isServerAlive(data)).toBe(true);
});

describe('after a crash', () => {
  it('of Node, the next start joins the server that is still running', async () => {
    const home = await newHome();
    const child = await startChild(home);
    await ask(child.connection, `create table kept as select 1 as one`);
    child.process.kill('SIGKILL');
    await child.exit;
    const server = await start(home);
    expect(readServerPid(join(home, 'data'))).toBe(child.pid);
    expect(await ask(server.ownerConnection, 'select one from kept')).toBe(1);
  });

  it('of the server, it is restarted automatically and no acknowledged row is lost', async () => {
    const home = await newHome();
    const server = await start(home, true);
    await ask(server.ownerConnection, 'create table acknowledged (id int)');
    for (let round = 1; round <= 3; round++) {
      await ask(server.ownerConnection, `insert into acknowledged values (${round})`);
      process.kill(readServerPid(join(home, 'data')) ?? 0, 'SIGKILL');
      const rows = () => ask(server.ownerConnection, 'select count(*)::int from acknowledged');
      await vi.waitFor(async () => expect(await rows()).toBe(round), { timeout: 10_000, interval: 50 });
    }
  });

  it('of everything, a process that reuses the old process ID does not get in the way', async () => {
    const home = await newHome();
    await (await start(home)).stop();
    const stranger = spawn('sleep', ['60'], { ...findServerAccount(), cwd: '/', stdio: 'ignore' });
    tidy.push(() => stranger.kill());
    const data = join(home, 'data');
    fs.writeFileSync(join(data, 'postmaster.pid'), `${stranger.pid}\n${data}\n1\n5432\n${home}/run\n\n`);
    const account = findServerAccount();
    if (account) fs.chownSync(join(data, 'postmaster.pid'), account.uid, account.gid);
    const server = await start(home);
    expect(await ask(server.connection, 'select 1')).toBe(1);
    expect(stranger.exitCode).toBe(null);
  });
});
