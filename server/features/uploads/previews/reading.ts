// Reads facts from the files of a resource; an unreadable file never blocks the others.
import type { Deps } from '#server/deps.ts';
import { mapConcurrently } from '#server/kit/jobs/concurrency.ts';
import { modelFormat, PHOTOSHOP, SVG } from '#server/kit/media/file-kind.ts';
import { DamagedContent, FileMissing } from '#server/kit/storage/errors.ts';
import type { CopiedFile, LocalCopies } from '#server/kit/storage/local-copies.ts';
import type { MediaRow } from './queries.ts';
import { describeMedia, type FileFacts, toolFor } from './rules.ts';

export type PreviewReadDeps = Pick<Deps, 'pictures' | 'media'> & { local: LocalCopies };
/** A file with known facts, and the fields needed to locate it. */
export type ExaminedFile = CopiedFile & { id: string; path: string; mediaType: string; facts: FileFacts };
type Stop = { signal: AbortSignal };

/** After this time, the remaining files get no facts, so that a pack of malicious files cannot block the queue for hours. */
const READING_MS = 240_000;

/** Batch size for pictures that have to be copied to this machine. */
const BATCH_PICTURES = 32;
const COPIED_AT_ONCE = 8;

/** The file could not be read, because there was too little time, or too little space for a copy. */
const NO_ROOM = 'no room';
/** The storage returned wrong bytes twice. A later attempt may succeed, so nothing is saved about the file. */
const DAMAGED = 'damaged';
type Look = FileFacts | typeof NO_ROOM | typeof DAMAGED;
const UNREADABLE: FileFacts = { kind: 'unreadable' };
/** If they cannot be read, they are hardly damaged: 16-bit and CMYK layered pictures, PSB, drawings that are too large. */
const PARTLY_SUPPORTED = [PHOTOSHOP, SVG];

/** A missing file counts as unreadable. A damaged file is fetched once more. */
const orUnreadable = async <T>(read: () => Promise<T | null>, tries = 2): Promise<T | Look> => {
  try {
    return (await read()) ?? NO_ROOM;
  } catch (error) {
    if (error instanceof FileMissing) return UNREADABLE;
    if (error instanceof DamagedContent) return tries > 1 ? await orUnreadable(read, tries - 1) : DAMAGED;
    throw error;
  }
};

const isKnown = (facts: MediaRow['facts']): facts is FileFacts => 'kind' in facts;

/**
 * @returns the files that now have facts, the files read just now, and the number of skipped files; without media tools, clips
 *   and sounds have no facts
 * @throws the signal's abort reason, StorageUnavailable
 */
export async function readFiles(
  deps: PreviewReadDeps,
  rows: readonly MediaRow[],
  stop: Stop,
): Promise<{ files: ExaminedFile[]; fresh: ExaminedFile[]; left: number }> {
  const started = performance.now();
  const waiting = rows.filter((row) => !isKnown(row.facts));
  const looks = await readPictures(
    deps,
    waiting.filter((row) => toolFor(row) === 'picture'),
    { ...stop, until: started + READING_MS },
  );
  let left = 0;
  for (const row of waiting) {
    const read = readers[toolFor(row) ?? 'picture'];
    if (!read || (read === readers.media && !deps.media)) continue;
    if (performance.now() - started > READING_MS) left += 1;
    else looks.set(row.id, await orUnreadable(() => deps.local.with(row, (path) => read(deps, row, path, stop))));
  }
  const files: ExaminedFile[] = [];
  const fresh: ExaminedFile[] = [];
  for (const row of rows) {
    const look = looks.get(row.id);
    if (look === NO_ROOM) left += 1;
    const facts = isKnown(row.facts) ? row.facts : look === DAMAGED ? UNREADABLE : look;
    if (!facts || facts === NO_ROOM) continue;
    const file = { ...row, facts, mediaType: row.mediaType ?? '' };
    files.push(file);
    // Why a model cannot be shown is saved with its preview.
    const isSupported = !PARTLY_SUPPORTED.includes(file.mediaType) && modelFormat(file) === null;
    const isOnlyUnsupported = facts.kind === 'unreadable' && !isSupported;
    if (look && look !== DAMAGED && !isOnlyUnsupported) fresh.push(file);
  }
  return { files, fresh, left };
}

/** Reads all pictures in one process if they are on this machine; otherwise, copies and reads them in batches. */
const readPictures = async (
  deps: PreviewReadDeps,
  rows: readonly MediaRow[],
  { until, ...stop }: Stop & { until: number },
): Promise<Map<string, Look>> => {
  const looks = new Map<string, Look>();
  const size = deps.local.copies ? BATCH_PICTURES : Math.max(1, rows.length);
  for (let at = 0; at < rows.length; at += size) {
    const batch = rows.slice(at, at + size);
    const isLate = performance.now() > until;
    const fetched = await mapConcurrently(batch, COPIED_AT_ONCE, async (row) =>
      isLate ? NO_ROOM : await orUnreadable(() => deps.local.with(row, async () => true as const)),
    );
    for (const [index, row] of batch.entries()) {
      const look = fetched[index];
      if (look !== undefined && look !== true) looks.set(row.id, look);
    }
    const there = batch.filter(({ id }) => !looks.has(id));
    if (there.length === 0) continue;
    const found = await withAll(deps, there, (paths) => deps.pictures.readFacts(paths, stop));
    for (const [index, row] of there.entries()) {
      const facts = found?.[index];
      looks.set(row.id, found === null ? NO_ROOM : facts ? { kind: 'picture', ...facts } : UNREADABLE);
    }
  }
  return looks;
};

/** Calls `use` with local copies of all files; null if there is no room for them. @throws FileMissing, DamagedContent */
export async function withAll<T>(
  deps: { local: LocalCopies },
  [file, ...rest]: readonly CopiedFile[],
  use: (paths: string[]) => Promise<T>,
  paths: string[] = [],
): Promise<T | null> {
  return file ? await deps.local.with(file, (path) => withAll(deps, rest, use, [...paths, path])) : await use(paths);
}

type Reader = (deps: PreviewReadDeps, row: MediaRow, path: string, stop: Stop) => Promise<FileFacts>;

// Pictures are read together; fonts, animations, PDFs and archives when their previews are made.
const readers: Record<NonNullable<ReturnType<typeof toolFor>>, Reader | null> = {
  picture: null,
  font: null,
  lottie: null,
  pdf: null,
  archive: null,
  async media(deps, row, path, stop) {
    const facts = await deps.media?.probe({ path, mediaType: row.mediaType ?? '' }, stop);
    return facts ? describeMedia(facts) : UNREADABLE;
  },
  async look(deps, _row, path, stop) {
    const look = await deps.pictures.readLook(path, stop);
    return look ? { kind: 'look', size: look.size, dimensions: look.dimensions } : UNREADABLE;
  },
  async model(deps, row, path, stop) {
    const format = modelFormat(row);
    const facts = format && (await deps.pictures.readModelFacts({ path, format }, stop));
    return facts && !('refused' in facts) ? { kind: 'model', ...facts } : UNREADABLE;
  },
};
