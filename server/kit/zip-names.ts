/** The names that files get inside a ZIP: relative, safe to unpack anywhere, and each only once whatever the letter case. */

import { safeFileName } from './attachment-name.ts';

// What Windows refuses in a name, and a drive's colon. Separators never come this far.
const NOT_IN_NAMES = /[<>:"|?*]/g;

/** A stored path as a path in a ZIP: both kinds of separator divide it, and no part leads upwards. */
export const zipPathOf = (path: string): string => {
  const parts = path.split(/[/\\]+/).filter((part) => part !== '' && part !== '.' && part !== '..');
  return parts.map((part) => safeFileName(part.replace(NOT_IN_NAMES, '_'))).join('/') || safeFileName('');
};

const keyOf = (path: string): string => path.normalize('NFC').toLowerCase();

const withNumber = (path: string, number: number): string => {
  const slash = path.lastIndexOf('/');
  const dot = path.lastIndexOf('.');
  const at = dot > slash + 1 ? dot : path.length;
  return `${path.slice(0, at)} (${number})${path.slice(at)}`;
};

const foldersOf = (path: string): string[] => {
  const parts = path.split('/');
  return parts.slice(1).map((_, depth) => parts.slice(0, depth + 1).join('/'));
};

/**
 * The names of many stored paths, in their order. Of names that differ in letter case only, and of a file that is named
 * like a folder, the later one gets " (2)" before its ending: on many disks one would replace the other.
 */
export const zipNames = (paths: readonly string[]): string[] => {
  const wanted = paths.map(zipPathOf);
  const taken = new Set(wanted.flatMap(foldersOf).map(keyOf));
  const nextNumbers = new Map<string, number>();
  return wanted.map((path) => {
    let name = path;
    for (let number = nextNumbers.get(keyOf(path)) ?? 2; taken.has(keyOf(name)); number += 1) {
      name = withNumber(path, number);
      nextNumbers.set(keyOf(path), number + 1);
    }
    taken.add(keyOf(name));
    return name;
  });
};
