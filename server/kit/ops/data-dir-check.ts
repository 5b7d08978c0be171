// Checks that this process has access to the data folder, so that unreadable files are not reported as missing.
import { accessSync, constants, existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Folders below DATA_DIR that the process must be able to read, write and enter. */
const PARTS = ['postgres', 'postgres/data', 'keys', 'files', 'outbox'];
const ENTERED: readonly [number, string][] = [[constants.X_OK, 'entered']];
const READ: readonly [number, string][] = [[constants.R_OK, 'read']];
const FOLDER = [...READ, [constants.W_OK, 'written'], ...ENTERED] as const;

/** The kinds of access that are denied, as "read, written or entered"; null if all are allowed or nothing exists at the path. */
const deniedIn = (path: string, wanted: readonly (readonly [number, string])[]): string | null => {
  const denied = wanted.filter(([mode]) => {
    try {
      accessSync(path, mode);
      return false;
    } catch (error) {
      // A read-only file system is not a matter of permissions, because changing the owner or mode would not help.
      return !['ENOENT', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '');
    }
  });
  const words = denied.map(([, word]) => word).join(', ');
  return words === '' ? null : words.replace(/, (\w+)$/, ' or $1');
};

/** The kind of process that was denied access; determines the wording. */
type Asker = 'command' | 'site';

/** Quotes a path for a shell, because people copy the suggested commands. */
const inShell = (path: string): string => (/^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);

/** Name of an account, or its UID if the machine has no name for it. */
const nameOf = (uid: number): string =>
  new RegExp(`^([^:\n]+):[^:\n]*:${uid}:`, 'm').exec(readFileSync('/etc/passwd', 'utf8'))?.[1] ?? `UID ${uid}`;

const ancestorsOf = (folder: string): string[] =>
  dirname(folder) === folder ? [] : [...ancestorsOf(dirname(folder)), dirname(folder)];

const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(join(folder, '/'));

/** A path that a user cannot access, and how to fix that. Both texts are fragments of a sentence. */
type Closed = { what: string; todo: string };

const tellClosed = (uid: number, asker: Asker, at: { path: string; denied: string; dataDir: string }): Closed => {
  const { path, denied, dataDir } = at;
  const [me, owner] = [nameOf(uid), nameOf(statSync(path).uid)];
  const account = me.startsWith('UID ') ? String(uid) : me;
  const folder = inShell(dataDir);
  const gift = `as root: chown -R ${account}: ${folder}`;
  const what = `${path} cannot be ${denied} by the user ${me}, which ${asker === 'site' ? 'the site' : 'this command'} runs as (it belongs to ${owner})`;
  if (statSync(path).uid === uid) return { what, todo: `restore access: chmod u+rwX ${inShell(path)}` };
  if (denied === 'entered' && path !== dataDir && isWithin(dataDir, path)) {
    const todo = `DATA_DIR (${dataDir}) is inside it: let that user pass through, as root (chmod o+x ${inShell(path)}), or set DATA_DIR to another folder`;
    return { what, todo };
  }
  if (!isWithin(path, dataDir)) {
    const todo = `create DATA_DIR for that user, as root (mkdir -p ${folder} && chown -R ${account}: ${folder}), or set it to another folder`;
    return { what, todo };
  }
  if (asker === 'command') {
    return {
      what,
      todo: `run this command as the user that the site runs as; if that is ${me}, give the folder to that user, ${gift}`,
    };
  }
  const instead = owner === 'root' || owner === me ? '' : `start the site as ${owner}, or `;
  return { what, todo: `${instead}give the folder to that user, ${gift}` };
};

/**
 * The first path, on the way to the data folder or in it, that this user cannot access.
 * @param dataDir an absolute path; parts that do not exist yet are skipped
 * @returns null when everything is accessible
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

/** Reports a data folder in which root would leave files that the folder's owner cannot open; null otherwise. */
export function findOtherOwner(dataDir: string): Pick<Closed, 'what'> | null {
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid ?? 0;
  if (process.getuid?.() !== 0 || owner === 0) return null;
  return { what: `${dataDir} belongs to the user ${nameOf(owner)}, who could not open files that root creates there` };
}

/** The path, in the data folder or on the way to it, to which the system denied access; null for all other failures. */
const refusedPath = (dataDir: string, failure: unknown): string | null => {
  if (!(failure instanceof Error)) return null;
  const { code, path, syscall = '', cause } = failure as NodeJS.ErrnoException;
  // If the system refuses to start a program, the cause is the mount options, not the folder's owner.
  const isRefusal = (code === 'EACCES' || code === 'EPERM') && path !== undefined && !syscall.startsWith('spawn');
  const names = [dataDir, ...(existsSync(dataDir) ? [realpathSync(dataDir)] : [])];
  if (isRefusal && names.some((name) => isWithin(path, name) || isWithin(name, path))) return path;
  return refusedPath(dataDir, cause);
};

/**
 * Explains that a start failed because the process lacks access to its data folder, and how to fix that. Called only after the
 * failure: a site can run with less access than a command needs, for example to folders that its configuration does not use.
 * @returns a sentence; null when the start failed for another reason
 */
export function explainRefusal(dataDir: string, failure: unknown): string | null {
  const uid = process.getuid?.();
  const refused = refusedPath(dataDir, failure);
  if (uid === undefined || refused === null) return null;
  // The nearest existing path. If something could not be created, the cause is its parent folder.
  const path = [...ancestorsOf(refused), refused].filter((each) => existsSync(each)).at(-1) ?? '/';
  const closed = findClosed(dataDir, 'site') ?? tellClosed(uid, 'site', { path, denied: 'used', dataDir });
  return `The site cannot start: ${closed.what}. ${closed.todo.replace(/^./, (first) => first.toUpperCase())}.`;
}
