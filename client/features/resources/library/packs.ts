// Compares a folder's files with the files of an asset.
import type { Checksum } from '#client/features/resources/checksum-lines.ts';
import type { LibraryPack } from '#contract/resources/library.ts';
import { isHidden } from './folder.ts';

/** A file of the folder that is a file of the asset, and the latest version of the asset that has it. */
export type FoundFile = { local: string; path: string; version: number };

export type FoundPack = {
  pack: LibraryPack;
  files: FoundFile[];
  licenceBefore?: string | null;
  /** Number of files, once a comparison showed that the folder has all of the current version. */
  complete?: number;
};

export type Comparison = {
  /** Files of the asset that are in the folder, under any name. */
  present: number;
  /** Files whose place in the folder has other content: the asset has a newer version, or someone edited them. */
  differing: Checksum[];
  missing: Checksum[];
};

/**
 * Where the asset's files are in the folder: the path that most of the found files have in front of their path in the asset, without a
 * slash at its end. Null if none is at its place.
 */
export function baseOf(found: readonly Omit<FoundFile, 'version'>[]): string | null {
  const counts = new Map<string, number>();
  for (const { local, path } of found) {
    const base = local === path ? '' : local.endsWith(`/${path}`) ? local.slice(0, -path.length - 1) : null;
    if (base !== null) counts.set(base, (counts.get(base) ?? 0) + 1);
  }
  const [first] = [...counts].sort(([a, x], [b, y]) => y - x || a.length - b.length);
  return first?.[0] ?? null;
}

const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** The path of an asset's file in the folder. */
export function localPathOf(base: string, name: string): string {
  return base === '' ? name : `${base}/${name}`;
}

/** `hashes` are all files of the folder: path to SHA-256. Hidden and empty files are left out, because a check never sees them. */
export function compareFiles(
  files: readonly Checksum[],
  hashes: ReadonlyMap<string, string>,
  base: string | null,
): Comparison {
  const contents = new Set(hashes.values());
  const comparison: Comparison = { present: 0, differing: [], missing: [] };
  for (const file of files) {
    if (file.sha256 === EMPTY_SHA256 || isHidden(file.name)) continue;
    if (contents.has(file.sha256)) comparison.present += 1;
    else if (base !== null && hashes.has(localPathOf(base, file.name))) comparison.differing.push(file);
    else comparison.missing.push(file);
  }
  return comparison;
}

/** How many files of an asset's current version are in the folder, of how many. */
export function currentFilesOf({ pack, files, complete }: FoundPack): { count: number; of: number } {
  if (complete !== undefined) return { count: complete, of: complete };
  const current = files.filter(({ version }) => version === pack.version);
  return { count: new Set(current.map(({ path }) => path)).size, of: pack.fileCount };
}

/** The earlier version of an asset that the folder has files of, if it doesn't have the current version completely. */
export function outdatedVersionOf(found: FoundPack): number | null {
  const { count, of } = currentFilesOf(found);
  const oldest = found.files.reduce((least, { version }) => Math.min(least, version), found.pack.version);
  return oldest < found.pack.version && count < of ? oldest : null;
}

/** A name for the folder of an asset that isn't in the library yet. Windows allows none of these characters. */
export function folderNameOf(title: string): string {
  const name = title
    .replaceAll(/[\p{Cc}<>:"/\\|?*]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 80)
    .replace(/^[. ]+|[. ]+$/g, '');
  return /^(?:con|prn|aux|nul|com\d|lpt\d)?$/i.test(name) ? 'Asset' : name;
}
