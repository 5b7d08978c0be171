/** File names inside a ZIP: relative, safe to unpack anywhere, and unique even if letter case is ignored. */

import { safeFileName } from '#server/kit/http/attachment-name.ts';

// Characters that Windows forbids in names, including a drive's colon. Separators have already been handled.
const NOT_IN_NAMES = /[<>:"|?*]/g;

/** Converts a stored path to a ZIP path: splits it at slashes and backslashes and drops segments that lead upwards. */
export function zipPathOf(path: string): string {
  const parts = path.split(/[/\\]+/).filter((part) => part !== '' && part !== '.' && part !== '..');
  return parts.map((part) => safeFileName(part.replace(NOT_IN_NAMES, '_'))).join('/') || safeFileName('');
}

const keyOf = (path: string): string => path.normalize('NFC').toLowerCase();

const withNumber = (path: string, number: number): string => {
  const slash = path.lastIndexOf('/');
  const dot = path.lastIndexOf('.');
  const at = dot > slash + 1 ? dot : path.length;
  return `${path.slice(0, at)} (${number})${path.slice(at)}`;
};

/** The parent folders of a path, innermost first. */
export function* foldersAbove(path: string): Generator<string> {
  for (let at = path.lastIndexOf('/'); at !== -1; at = path.lastIndexOf('/', at - 1)) yield path.slice(0, at);
}

/** All parent folders of the paths. Stops early at known folders, since tens of thousands of files can share a few folders. */
export function foldersOf(paths: readonly string[]): Set<string> {
  const folders = new Set<string>();
  for (const path of paths) {
    for (const folder of foldersAbove(path)) {
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return folders;
}

/**
 * Makes safe paths unique. If two names differ only in letter case, or a file has the same name as a folder, a number is added
 * before the extension of the later one, as in `a (2).png`, because on many disks one would overwrite the other.
 */
export function distinctNames(wanted: readonly string[]): string[] {
  const taken = new Set([...foldersOf(wanted)].map(keyOf));
  const nextNumbers = new Map<string, number>();
  return wanted.map((path) => {
    const wantedKey = keyOf(path);
    let name = path;
    let key = wantedKey;
    for (let number = nextNumbers.get(wantedKey) ?? 2; taken.has(key); number += 1) {
      name = withNumber(path, number);
      key = keyOf(name);
      nextNumbers.set(wantedKey, number + 1);
    }
    taken.add(key);
    return name;
  });
}
