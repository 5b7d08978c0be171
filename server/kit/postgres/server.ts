// One server process of the embedded PostgreSQL: creates its data folder, starts it, finds it, and checks whether it is alive.
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

/** A prepared home folder: everything needed to start its server or find the running one. */
export type Cluster = {
  bin: string;
  data: string;
  /** Socket folder, which is also the `host` for connections. */
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
// PG* variables of the user must not reach the server.
const ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

// Tuned for a small server with two cores. These binaries have no JIT compiler. The log leaves out statements and values because
// they contain personal data; the site's own log records the error.
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

/**
 * Creates the home folder and its subfolders, including the data folder on the first start. Several processes may call this
 * concurrently.
 */
export async function prepareCluster(home: string, durable: boolean, server = findPackagedServer()): Promise<Cluster> {
  await makeFolder(home);
  const folder = fs.realpathSync(home);
  const data = join(folder, 'data');
  const account = findServerAccount(data);
  // When running as root, root keeps ownership of the home folder, and the account only gets `data` and the socket folder. Code
  // that runs as that account therefore cannot change the binaries or plant a symbolic link.
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
  // If an upgrade was killed between its last two steps, the old folder has been renamed, but the new one has not.
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

/** Major version of the PostgreSQL that created a data folder. */
export function readMajor(data: string): string {
  return fs.readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
}
export function majorOf(version: string): string {
  return version.split('.')[0] ?? '';
}
/** Where an upgrade puts the new data folder once it is complete. */
export function upgradedFolder(home: string): string {
  return join(home, 'data.upgraded');
}

export async function initialise(cluster: Cluster, durable: boolean): Promise<void> {
  const scratch = `${cluster.data}.${randomUUID()}`;
  makeOwnFolder(scratch, cluster.account);
  const options = ['-U', SUPERUSER, '--auth-local=trust', '--auth-host=reject', '-E', 'UTF8', '--locale=C'];
  // Use PostgreSQL's own collation: ICU and libc collations change between versions, which would break indexes.
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

// cwd is set because the account may not be able to enter this process's working directory.
function spawnOptions({ account }: Cluster) {
  return { ...account, cwd: '/', env: ENVIRONMENT };
}

/**
 * Connects to the cluster's server as superuser. Starts it if necessary and waits while it recovers. Several processes may call
 * this concurrently: PostgreSQL's own lock allows only one server, and the other processes connect to it.
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
  // Emitted when an idle connection breaks; without a listener, the event would crash the process.
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    client.end().catch(() => {});
    const { code, message } = error as { code?: string; message: string };
    // 57P03: the server is starting, recovering or stopping. 53300: no free connection right now.
    if (code === '57P03' || code === '53300' || /timeout/.test(message)) return 'starting';
    if (['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01'].includes(code ?? '')) return 'down';
    if (/terminated unexpectedly/.test(message)) return 'down';
    throw new Error(`The PostgreSQL socket in ${socket} cannot be used: ${message}.`);
  }
}

function launch(cluster: Cluster): { running: boolean; failure?: string } {
  const state: { running: boolean; failure?: string } = { running: true };
  const output = openLog(cluster.logFile);
  // A separate process group, so that Ctrl-C does not end the database before the site has drained. Output goes to a file because
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

/** Shuts down a cluster's server cleanly: disconnects all sessions and writes everything to disk. Waits up to `limitMs`. */
export async function shutDown({ data }: Pick<Cluster, 'data'>, limitMs = STOP_LIMIT_MS): Promise<void> {
  const pid = readServerPid(data);
  if (!pid || !isServerAlive(data)) return;
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + limitMs;
  // Only wait for this process ID: another process may start the next server as soon as this one has exited.
  while (readServerPid(data) === pid && isServerAlive(data) && Date.now() < deadline) await sleep(10);
}

/** Process ID in the data folder's postmaster.pid, whether or not the process is still running. */
export function readServerPid(data: string): number | undefined {
  try {
    const pid = Number.parseInt(fs.readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10);
    return pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the process in postmaster.pid is this folder's server, not an unrelated process that reuses the ID. */
export function isServerAlive(data: string): boolean {
  const pid = readServerPid(data);
  return pid !== undefined && isServerOf(data, pid, process.platform);
}

/** Whether a process is the server for a data folder. macOS has no /proc, so `ps` provides the command line there. */
export function isServerOf(data: string, pid: number, platform: NodeJS.Platform): boolean {
  if (platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return stdout?.includes(` -D ${data} `) ?? false;
  }
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`) === data;
  } catch (error) {
    // Root in a container may not be allowed to read this link for another user's process, but anyone can read the command line.
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') return false;
  }
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(data);
  } catch {
    return false;
  }
}

// If the ID in the file now belongs to another process of the same user, PostgreSQL refuses to start until the file is removed.
// That is likely in containers, where IDs are small. The file is moved away before it is examined. If a server has started in
// between, its file is put back.
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
