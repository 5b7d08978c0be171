/** Collects the contents of an archive: cleaned paths up to a limit, and sums of everything. */

import {
  ARCHIVE_NAMES_MAX,
  type ArchivedEntry,
  type ArchivedKind,
  archivedKinds,
} from '#contract/resources/archives.ts';
import { mediaTypeOf } from '#server/kit/media/media-type.ts';

/** Why the contents cannot be listed at all: they need a password, are damaged, or are only a part of a split archive. */
export type ArchiveRefusal = 'locked' | 'damaged' | 'split';

export type ArchiveFacts = {
  /** Number of files, and their size when unpacked, as the archive says. */
  files: number;
  size: number;
  kinds: { kind: ArchivedKind; files: number; size: number }[];
  /** Whether files need a password. */
  isLocked: boolean;
  /** Whether the archive ended or broke off before its last entry. */
  isDamaged: boolean;
  /** Whether the contents are implausibly large. */
  isSuspicious: boolean;
  /** Why the list has only the first entries: there are too many names, or reading on would take too long. */
  cut: 'names' | 'length' | null;
};
export type ArchiveContents = ArchiveFacts & { entries: ArchivedEntry[] };

type Entry = { size: number; isFolder?: boolean | undefined; isLink?: boolean | undefined };
type Ending = Pick<ArchiveFacts, 'isLocked' | 'isDamaged'> & { isCut: boolean; packedBytes: number };

/** Larger contents, or contents that are packed more tightly, exhaust disks. */
const MOST_BYTES = 50_000_000_000;
const MOST_TIMES = 200;
/** Small archives of equal pictures or texts reach the ratio honestly. */
const LEAST_BYTES = 100_000_000;
/** Characters of a path that are kept. */
const LONGEST_PATH = 1000;

const OWN_KINDS: readonly (readonly [ArchivedKind, RegExp])[] = [
  ['LUTs', /\.(cube|3dl|look)$/i],
  ['archives', /\.(zip|7z|rar|tar|gz|tgz|bz2|xz|iso)$/i],
  ['models', /\.(glb|gltf|obj|fbx|stl|ply|dae|usdz?|blend|c4d)$/i],
  [
    'projects',
    /\.(prproj|aep|aet|mogrt|drp|dra|drfx|drt|setting|comp|ffx|fcpxml|motn|moti|moef|prfpset|veg|kdenlive|psd|ai)$/i,
  ],
  ['programs', /\.(exe|msi|dll|com|scr|bat|cmd|ps1|vbs|jar|jsx|jsxbin|js|aex|plugin|ofx|sh|app|dmg|pkg|lnk|url)$/i],
  ['texts', /\.(txt|md|pdf|rtf|html?|docx?|csv|json|xml|srt)$/i],
];
const MEDIA_KINDS: readonly (readonly [ArchivedKind, string])[] = [
  ['clips', 'video/'],
  ['sounds', 'audio/'],
  ['pictures', 'image/'],
  ['fonts', 'font/'],
];

function kindOf(path: string): ArchivedKind {
  const own = OWN_KINDS.find(([, names]) => names.test(path));
  if (own) return own[0];
  const type = mediaTypeOf(path);
  return MEDIA_KINDS.find(([, start]) => type.startsWith(start))?.[0] ?? 'other files';
}

/** A path as people may see it: without control characters, and with marks of writing direction spelt out. */
export function cleanPath(path: string): string {
  return path
    .slice(0, LONGEST_PATH)
    .toWellFormed()
    .normalize('NFC')
    .replace(/\p{Cc}/gu, '')
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, (mark) => `[U+${hexOf(mark)}]`)
    .replaceAll('\\', '/');
}

const hexOf = (character: string): string => character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');

const leadsOut = (path: string): boolean => /^\/|^[A-Za-z]:/.test(path) || path.split('/').includes('..');

export function createContents(): {
  add(path: string, entry: Entry): void;
  /** Number of entries so far. */
  count(): number;
  end(ending: Ending): ArchiveContents;
} {
  const entries: ArchivedEntry[] = [];
  const sums = new Map(archivedKinds.map((kind) => [kind, { files: 0, size: 0 }]));
  let [files, size, count] = [0, 0, 0];
  return {
    count: () => count,
    add(given, { size: bytes, isFolder, isLink }) {
      const path = cleanPath(given).replace(/^(?:\.\/)+/, '');
      if (path === '' || path === '.') return;
      count += 1;
      const isFile = !isFolder && !path.endsWith('/');
      const own = isFile && !isLink && Number.isSafeInteger(bytes) && bytes > 0 ? bytes : 0;
      if (isFile) {
        files += 1;
        size += own;
        const sum = sums.get(kindOf(path));
        if (sum) {
          sum.files += 1;
          sum.size += own;
        }
      }
      if (entries.length >= ARCHIVE_NAMES_MAX) return;
      const shown = isFolder && !path.endsWith('/') ? `${path}/` : path;
      const mark = leadsOut(path) ? 'unsafe' : isLink ? 'link' : undefined;
      entries.push(mark ? [shown, own, mark] : [shown, own]);
    },
    end: ({ isCut, packedBytes, ...ending }) => ({
      files,
      // A sum of made-up sizes may be too large to be exact.
      size: Math.min(size, Number.MAX_SAFE_INTEGER),
      kinds: [...sums].flatMap(([kind, sum]) => (sum.files > 0 ? [{ kind, ...sum }] : [])),
      ...ending,
      isSuspicious: size > MOST_BYTES || (size > LEAST_BYTES && size > packedBytes * MOST_TIMES),
      cut: isCut ? 'length' : count > entries.length ? 'names' : null,
      entries,
    }),
  };
}
