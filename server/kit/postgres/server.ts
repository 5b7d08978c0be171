// One server process of the embedded PostgreSQL: creates its data folder, starts and finds it, tells dead from alive.
import { execFile, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { makeFolder } from '#server/kit/storage/disk/make-folder.ts';
import {
  type Account,
  findClosedFolder,
  findPackagedServer,
  findServerAccount,
  installServer,
  makeOwnFolder,
  makeSocketFolder,
  moveIntoPlace,
} from './files.ts';

/** A prepared home: everything needed to start and find its server. */
export type Cluster = {
  bin: string;
  data: string;
  /** Folder of the socket, also the `host` of a connection. */
  socket: string;
  logFile: string;
  account: Account | undefined;
  settings: string[];
};

export const SUPERUSER = 'postgres';
export const PORT = 5432;
const DOWN_LIMIT_MS = 30_000;
const STOP_LIMIT_MS = 30_000;
const RECOVERY_LIMIT_MS = 10 * 60_000;
const LOG_LIMIT_BYTES = 10 * 1024 * 1024;
// The user's own PG* variables must not reach the server.
const ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

// Tuned for a small server with two cores; these binaries have no JIT compiler. The log omits statements and values, which are
// personal data; the site's own log has the error.
const SETTINGS = {
  listen_addresses: '',
  max_connections: '100',
  shared_buffers: '192MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  random_page_cost: '1.1',
  jit: 'off',
  max_parallel_workers_per_gather: '1',
  max_worker_processes: '4',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
};
const THROW_AWAY_SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** Creates the folders of a home and, on the first start, its data folder. Safe to run concurrently in several processes. */
export async function prepareCluster(home: string, durable: boolean, server = findPackagedServer()): Promise<Cluster> {
  await makeFolder(home);
  const folder = fs.realpathSync(home);
  const data = join(folder, 'data');
  const account = findServerAccount(data);
  // As root, the home stays owned by root and only `data` and the socket folder belong to the account, so that what runs as
  // that account can never change the binaries or plant a symbolic link.
  if (account) {
    fs.chmodSync(folder, 0o711);
    const closed = findClosedFolder(folder, account);
    if (closed)
      throw new Error(`The database's user may not enter ${closed}: set DATA_DIR to a folder such as /var/lib/helix.`);
  }
  const cluster: Cluster = {
    bin: installServer(server, folder),
    data,
    socket: makeSocketFolder(folder, account),
    logFile: join(folder, 'postgres.log'),
    account,
    settings: settingsFor(durable),
  };
  // An upgrade killed between its last two steps: the old folder was renamed, the new one not yet.
  const upgraded = upgradedFolder(folder);
  if (!fs.existsSync(data) && fs.existsSync(join(upgraded, 'PG_VERSION'))) moveIntoPlace(upgraded, data);
  if (!fs.existsSync(join(data, 'PG_VERSION'))) await initialise(cluster, durable);
  const written = readMajor(data);
  if (written !== majorOf(server.version)) {
    throw new Error(
      `The database in ${data} was written by PostgreSQL ${written}, which version ${server.version} cannot read: run npm run database:upgrade, or set DATABASE_URL.`,
    );
  }
  return cluster;
}

export function settingsFor(durable: boolean): string[] {
  return Object.entries({ ...SETTINGS, ...(durable ? {} : THROW_AWAY_SETTINGS) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
}

/** Major version that wrote a data folder, according to its files. */
export function readMajor(data: string): string {
  return fs.readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
}
export function majorOf(version: string): string {
  return version.split('.')[0] ?? '';
}
/** Where an upgrade puts the finished new data folder. */
export function upgradedFolder(home: string): string {
  return join(home, 'data.upgraded');
}

/** Creates the data folder of a cluster. */
export async function initialise(cluster: Cluster, durable: boolean): Promise<void> {
  const scratch = `${cluster.data}.${randomUUID()}`;
  makeOwnFolder(scratch, cluster.account);
  const options = ['-U', SUPERUSER, '--auth-local=trust', '--auth-host=reject', '-E', 'UTF8', '--locale=C'];
  // PostgreSQL's own collation: those of ICU or libc change with their versions and would break indexes.
  options.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions');
  if (!durable) options.push('--no-sync');
  try {
    await promisify(execFile)(join(cluster.bin, 'initdb'), ['-D', scratch, ...options], spawnOptions(cluster));
  } catch (error) {
    fs.rmSync(scratch, { recursive: true, force: true });
    const { stderr, message } = error as Error & { stderr?: string };
    const reason = (stderr || message).trim().split('\n').at(-1);
    throw new Error(`PostgreSQL could not create its data folder ${cluster.data} (${reason}): set DATABASE_URL.`);
  }
  moveIntoPlace(scratch, cluster.data);
}

// cwd: the account may not be able to enter this process's working directory.
function spawnOptions({ account }: Cluster) {
  return { ...account, cwd: '/', env: ENVIRONMENT };
}

/**
 * Connects as superuser to the cluster's server, starting it if necessary and waiting while it recovers. Safe to run
 * concurrently: PostgreSQL's own lock lets only one server live, and the other processes find it.
 */
export async function connectOrLaunch(cluster: Cluster, log: (line: string) => void): Promise<pg.Client> {
  const started = Date.now();
  let lastSign = started;
  let recovering = false;
  let launched: { running: boolean; failure?: string } | undefined;
  for (let pause = 25; ; pause = Math.min(pause * 1.3, 500)) {
    const answer = await connect(cluster);
    if (typeof answer === 'object') return answer;
    if (answer === 'starting') {
      lastSign = Date.now();
      if (!recovering && lastSign - started > 3000) log('PostgreSQL is recovering after an unclean shutdown');
      recovering ||= lastSign - started > 3000;
    } else if (!launched?.running && !isServerAlive(cluster.data)) {
      removeStalePid(cluster.data);
      launched = launch(cluster);
    }
    const now = Date.now();
    if (launched?.failure || now - lastSign > DOWN_LIMIT_MS || now - started > RECOVERY_LIMIT_MS) {
      const reason = launched?.failure ?? lastLogLine(cluster.logFile);
      throw new Error(`PostgreSQL did not start (${reason}): see ${cluster.logFile}, or set DATABASE_URL.`);
    }
    await sleep(pause);
  }
}

async function connect({ socket }: Cluster): Promise<pg.Client | 'starting' | 'down'> {
  const client = new pg.Client({
    host: socket,
    port: PORT,
    user: SUPERUSER,
    database: 'postgres',
    ssl: false,
    application_name: 'helix keeper',
    connectionTimeoutMillis: 5000,
  });
  // A connection that breaks while idle emits this event; without a listener it would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    client.end().catch(() => {});
    const { code, message } = error as { code?: string; message: string };
    // 57P03: starting, recovering or stopping. 53300: no free connection right now.
    if (code === '57P03' || code === '53300' || /timeout/.test(message)) return 'starting';
    if (['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01'].includes(code ?? '')) return 'down';
    if (/terminated unexpectedly/.test(message)) return 'down';
    throw new Error(`The PostgreSQL socket in ${socket} cannot be used: ${message}.`);
  }
}

function launch(cluster: Cluster): { running: boolean; failure?: string } {
  const state: { running: boolean; failure?: string } = { running: true };
  const output = openLog(cluster.logFile);
  // Its own process group, so that Ctrl-C does not end the database before the site has drained. Output goes to a file, since
  // the server may outlive this process.
  const child = spawn(
    join(cluster.bin, 'postgres'),
    ['-D', cluster.data, '-p', String(PORT), '-k', `"${cluster.socket.replaceAll('"', '""')}"`, ...cluster.settings],
    { ...spawnOptions(cluster), detached: true, stdio: ['ignore', output, output] },
  );
  fs.closeSync(output);
  child.once('exit', (code) => {
    state.running = false;
    if (code === 127) state.failure = lastLogLine(cluster.logFile);
  });
  child.once('error', (error) => {
    state.running = false;
    state.failure = error.message;
  });
  child.unref();
  return state;
}

function openLog(path: string): number {
  if ((fs.statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT_BYTES) fs.renameSync(path, `${path}.old`);
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = fs.constants;
  return fs.openSync(path, O_APPEND | O_CREAT | O_NOFOLLOW | O_WRONLY, 0o600);
}

function lastLogLine(path: string): string {
  const lines = fs.existsSync(path) ? fs.readFileSync(path, 'utf8').trim().split('\n') : [];
  return lines.findLast((line) => /FATAL|PANIC|error/.test(line)) ?? 'no reason given';
}

/** Shuts down a cluster's server cleanly: sessions are ended and everything is written. Waits up to `limitMs`. */
export async function shutDown({ data }: Pick<Cluster, 'data'>, limitMs = STOP_LIMIT_MS): Promise<void> {
  const pid = readServerPid(data);
  if (!pid || !isServerAlive(data)) return;
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + limitMs;
  // Only wait for this process: another process may start the next server as soon as it is gone.
  while (readServerPid(data) === pid && isServerAlive(data) && Date.now() < deadline) await sleep(10);
}

/** The process ID in the data folder's postmaster.pid, dead or alive. */
export function readServerPid(data: string): number | undefined {
  try {
    const pid = Number.parseInt(fs.readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10);
    return pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the process named by postmaster.pid is this folder's server and not an unrelated one with a recycled ID. */
export function isServerAlive(data: string): boolean {
  const pid = readServerPid(data);
  return pid !== undefined && isServerOf(data, pid, process.platform);
}

/** Whether a process is the server of a folder. macOS has no /proc, so `ps` provides the command line. */
export function isServerOf(data: string, pid: number, platform: NodeJS.Platform): boolean {
  if (platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return stdout?.includes(` -D ${data} `) ?? false;
  }
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`) === data;
  } catch (error) {
    // Root in a container may not read this link for another user's process; the command line is readable by everyone.
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') return false;
  }
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(data);
  } catch {
    return false;
  }
}

// PostgreSQL itself refuses to start forever when the ID in the file now belongs to another process of the same user, which is
// likely in containers with their small IDs. The file is moved away before it is examined: if a server was started in between,
// its file is put back.
function removeStalePid(data: string): void {
  const path = join(data, 'postmaster.pid');
  const stale = readServerPid(data);
  if (!stale) return;
  const aside = `${path}.${randomUUID()}`;
  try {
    fs.renameSync(path, aside);
    if (Number.parseInt(fs.readFileSync(aside, 'utf8'), 10) !== stale) fs.linkSync(aside, path);
    fs.unlinkSync(aside);
  } catch {}
}
