// Whether this process may work in the data folder, told before anything in it is taken for missing.
import { accessSync, constants, existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What must be open, below DATA_DIR, and how: folders are read, written and entered. */
const PARTS = ['postgres', 'postgres/data', 'keys', 'files', 'outbox'];
const ENTERED: readonly [number, string][] = [[constants.X_OK, 'entered']];
const READ: readonly [number, string][] = [[constants.R_OK, 'read']];
const FOLDER = [...READ, [constants.W_OK, 'written'], ...ENTERED] as const;

/** What this process may not do there, as "read, written or entered"; null where it may, or where nothing lies. */
const deniedIn = (path: string, wanted: readonly (readonly [number, string])[]): string | null => {
  const denied = wanted.filter(([mode]) => {
    try {
      accessSync(path, mode);
      return false;
    } catch (error) {
      // A read-only file system is closed to everybody: no owner and no mode changes that.
      return !['ENOENT', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '');
    }
  });
  const words = denied.map(([, word]) => word).join(', ');
  return words === '' ? null : words.replace(/, (\w+)$/, ' or $1');
};

/** Who is kept out, and so what its words are about. */
type Asker = 'command' | 'site';

/** As a shell takes it: what is told is copied. */
const inShell = (path: string): string => (/^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);

/** The name of an account, or its number where the machine has no name for it. */
const nameOf = (uid: number): string =>
  new RegExp(`^([^:\n]+):[^:\n]*:${uid}:`, 'm').exec(readFileSync('/etc/passwd', 'utf8'))?.[1] ?? `number ${uid}`;

const ancestorsOf = (folder: string): string[] =>
  dirname(folder) === folder ? [] : [...ancestorsOf(dirname(folder)), dirname(folder)];

const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(join(folder, '/'));

/** What is closed to whom and what to do, each as a part of a sentence. */
type Closed = { what: string; todo: string };

const tellClosed = (uid: number, asker: Asker, at: { path: string; denied: string; dataDir: string }): Closed => {
  const { path, denied, dataDir } = at;
  const [me, owner] = [nameOf(uid), nameOf(statSync(path).uid)];
  const account = me.startsWith('number ') ? String(uid) : me;
  const folder = inShell(dataDir);
  const gift = `as root: chown -R ${account}: ${folder}`;
  const what = `${path} cannot be ${denied} by the user ${me}, whom ${asker === 'site' ? 'the site' : 'this command'} runs as (it belongs to the user ${owner})`;
  if (statSync(path).uid === uid) return { what, todo: `open it again: chmod u+rwX ${inShell(path)}` };
  if (denied === 'entered' && path !== dataDir && isWithin(dataDir, path)) {
    const todo = `DATA_DIR (${dataDir}) lies below it: let that user through, as root (chmod o+x ${inShell(path)}), or set DATA_DIR to another folder`;
    return { what, todo };
  }
  if (!isWithin(path, dataDir)) {
    const todo = `make DATA_DIR for that user, as root (mkdir -p ${folder} && chown -R ${account}: ${folder}), or set it to another folder`;
    return { what, todo };
  }
  if (asker === 'command') {
    return {
      what,
      todo: `run this command as the user that the site runs as; if that is ${me}, give the folder to it, ${gift}`,
    };
  }
  const instead = owner === 'root' || owner === me ? '' : `start the site as ${owner}, or `;
  return { what, todo: `${instead}give the folder to that user, ${gift}` };
};

/**
 * The first thing in the way of this user to the data folder, or in it.
 * @param dataDir an absolute path; what is not there yet is in nobody's way
 * @returns null where nothing is closed
 */
export function findClosed(dataDir: string, asker: Asker = 'command'): Closed | null {
  const uid = process.getuid?.();
  if (uid === undefined) return null;
  const wanted = [
    ...ancestorsOf(dataDir).map((path) => [path, ENTERED] as const),
    ...[dataDir, ...PARTS.map((part) => join(dataDir, part))].map((path) => [path, FOLDER] as const),
    [join(dataDir, 'keys', 'secret'), READ] as const,
  ];
  for (const [path, modes] of wanted) {
    const denied = deniedIn(path, modes);
    if (denied !== null) return tellClosed(uid, asker, { path, denied, dataDir });
  }
  return null;
}

/** A data folder in which root would leave files that its owner cannot open; null for any other. */
export function findOtherOwner(dataDir: string): Pick<Closed, 'what'> | null {
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid ?? 0;
  if (process.getuid?.() !== 0 || owner === 0) return null;
  return { what: `${dataDir} belongs to the user ${nameOf(owner)}, who could not open what root makes there` };
}

/** What the system refused in a data folder, or on the way to one: its path. Null for all other failures. */
const refusedPath = (dataDir: string, failure: unknown): string | null => {
  if (!(failure instanceof Error)) return null;
  const { code, path, syscall = '', cause } = failure as NodeJS.ErrnoException;
  // A program that may not be run is the matter of a mount, whoever owns the folder.
  const isRefusal = (code === 'EACCES' || code === 'EPERM') && path !== undefined && !syscall.startsWith('spawn');
  const names = [dataDir, ...(existsSync(dataDir) ? [realpathSync(dataDir)] : [])];
  if (isRefusal && names.some((name) => isWithin(path, name) || isWithin(name, path))) return path;
  return refusedPath(dataDir, cause);
};

/**
 * Why a start failed that was kept out of its data folder, and what mends it. Asked once it has failed: a site works with less
 * than a command asks for, as with folders that its set-up does not use.
 * @returns a sentence; null when it failed of something else
 */
export function explainRefusal(dataDir: string, failure: unknown): string | null {
  const uid = process.getuid?.();
  const refused = refusedPath(dataDir, failure);
  if (uid === undefined || refused === null) return null;
  // The nearest that is there: what was to be made is missing because of the folder around it.
  const path = [...ancestorsOf(refused), refused].filter((each) => existsSync(each)).at(-1) ?? '/';
  const closed = findClosed(dataDir, 'site') ?? tellClosed(uid, 'site', { path, denied: 'used', dataDir });
  return `The site cannot start: ${closed.what}. ${closed.todo.replace(/^./, (first) => first.toUpperCase())}.`;
}
