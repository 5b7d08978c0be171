// Whether this process may work in the data folder, told before anything in it is taken for missing.
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
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
      return (error as NodeJS.ErrnoException).code !== 'ENOENT';
    }
  });
  const words = denied.map(([, word]) => word).join(', ');
  return words === '' ? null : words.replace(/, (\w+)$/, ' or $1');
};

/** The name of an account, or its number where the machine has no name for it. */
const nameOf = (uid: number): string =>
  new RegExp(`^([^:\n]+):[^:\n]*:${uid}:`, 'm').exec(readFileSync('/etc/passwd', 'utf8'))?.[1] ?? `number ${uid}`;

const ancestorsOf = (folder: string): string[] =>
  dirname(folder) === folder ? [] : [...ancestorsOf(dirname(folder)), dirname(folder)];

/**
 * The first thing in the way of this user to the data folder, or in it.
 * @param dataDir an absolute path; what is not there yet is in nobody's way
 * @returns what is closed to whom and what to do, each as a part of a sentence; null where nothing is closed
 */
export const findClosed = (dataDir: string): { what: string; todo: string } | null => {
  const uid = process.getuid?.();
  if (uid === undefined) return null;
  const wanted = [
    ...ancestorsOf(dataDir).map((path) => [path, ENTERED] as const),
    ...[dataDir, ...PARTS.map((part) => join(dataDir, part))].map((path) => [path, FOLDER] as const),
    [join(dataDir, 'keys', 'secret'), READ] as const,
  ];
  for (const [path, modes] of wanted) {
    const denied = deniedIn(path, modes);
    if (denied === null) continue;
    const [me, owner] = [nameOf(uid), nameOf(statSync(path).uid)];
    const account = me.startsWith('number ') ? String(uid) : me;
    const inside = path === dataDir || path.startsWith(join(dataDir, '/'));
    return {
      what: `${path} cannot be ${denied} by the user ${me}, whom this command runs as (it belongs to the user ${owner})`,
      todo: inside
        ? `run this command as the user that the site runs as; if that is ${me}, give the folder to it, as root: chown -R ${account}: ${dataDir}`
        : `DATA_DIR (${dataDir}) lies below it: let that user through, as root (chmod o+x ${path}), or set DATA_DIR to another folder`,
    };
  }
  return null;
};
