/** Inspects the directory of a ZIP archive in bounded time and memory, without unpacking the archive. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl';

export type ArchiveFault =
  /** The directory cannot be read completely. */
  | 'broken'
  /** The survey reached its limit on time, size or number of entries. */
  | 'cut-short'
  | 'encrypted'
  /** A name that leads outside the target folder when unpacked, at least on some systems. */
  | 'unsafe-names'
  | 'links'
  /** Several names that refer to the same file on a case-insensitive disk. */
  | 'colliding-names'
  /** Entries that share bytes or have impossible sizes. */
  | 'overlapping';

export type ArchiveSurvey = {
  /** Number of entries that the archive declares, even if not all of them were inspected. */
  entryCount: number;
  /** Total size of the inspected entries in bytes, as declared by the archive. */
  packedBytes: number;
  unpackedBytes: number;
  faults: ReadonlySet<ArchiveFault>;
};

/** Fills the buffer with the bytes at a position and returns how many were read: fewer than requested only at the end. */
export type ReadAt = (buffer: Uint8Array, position: number) => Promise<number>;

const MOST_ENTRIES = 100_000;
const MOST_DIRECTORY_BYTES = 32 * 1024 * 1024;
const MOST_TIME_MS = 20_000;
const WINDOW_BYTES = 256 * 1024;
const ENTRIES_A_TURN = 500;
const LOCAL_HEADER_BYTES = 30;
const UNIX = 3;
const MAC = 19;
const LINK_MODE = 0o120000;
const KIND_OF_MODE = 0o170000;
const UTF8_NAME = 0x800;

/**
 * Surveys an archive of `size` bytes.
 * @param onName called with each entry and its name exactly as it is in the archive
 */
export async function surveyArchive(
  read: ReadAt,
  size: number,
  onName: (name: string, entry: Entry) => void,
): Promise<ArchiveSurvey> {
  const faults = new Set<ArchiveFault>();
  const survey = { entryCount: 0, packedBytes: 0, unpackedBytes: 0, faults };
  const spans = { starts: new Float64Array(MOST_ENTRIES), ends: new Float64Array(MOST_ENTRIES), count: 0 };
  const names = new Set<string>();
  const reader = new WindowReader(read, size);
  try {
    const archive = await fromRandomAccessReaderPromise(reader, size, {
      autoClose: false,
      // Names and sizes are checked here, because the library's own checks would stop at the first invalid entry.
      decodeStrings: false,
      validateEntrySizes: false,
    });
    survey.entryCount = archive.entryCount;
    const until = performance.now() + MOST_TIME_MS;
    for await (const entry of archive.eachEntry()) {
      survey.packedBytes += entry.compressedSize;
      survey.unpackedBytes += entry.uncompressedSize;
      spans.starts[spans.count] = entry.relativeOffsetOfLocalHeader;
      spans.ends[spans.count] =
        entry.relativeOffsetOfLocalHeader + LOCAL_HEADER_BYTES + entry.fileNameLength + entry.compressedSize;
      spans.count += 1;
      const name = lookAt(entry, names, faults);
      onName(name, entry);
      if (spans.count % ENTRIES_A_TURN === 0) await nextTurn();
      if (isEnough(spans.count, archive.entryCount, reader.bytesRead, until)) {
        faults.add('cut-short');
        break;
      }
    }
  } catch (error) {
    // All other library errors mean that the archive is malformed.
    const isSealed = error instanceof Error && error.message.includes('encryption');
    faults.add(isSealed ? 'encrypted' : 'broken');
    if (reader.failure !== undefined) throw reader.failure;
  }
  if (overlap(spans, size)) faults.add('overlapping');
  return survey;
}

function isEnough(looked: number, promised: number, bytesRead: number, until: number): boolean {
  if (looked >= promised) return false;
  return looked >= MOST_ENTRIES || bytesRead > MOST_DIRECTORY_BYTES || performance.now() > until;
}

function lookAt(entry: Entry, names: Set<string>, faults: Set<ArchiveFault>): string {
  const flags = entry.generalPurposeBitFlag;
  const name = entry.fileNameRaw.toString((flags & UTF8_NAME) === 0 ? 'latin1' : 'utf8');
  if (entry.isEncrypted()) faults.add('encrypted');
  if (leadsOut(name)) faults.add('unsafe-names');
  const madeOn = entry.versionMadeBy >> 8;
  const mode = entry.externalFileAttributes >>> 16;
  if ((madeOn === UNIX || madeOn === MAC) && (mode & KIND_OF_MODE) === LINK_MODE) faults.add('links');
  const folded = name.normalize('NFC').toLowerCase();
  if (names.has(folded)) faults.add('colliding-names');
  names.add(folded);
  return name;
}

const leadsOut = (name: string): boolean =>
  /^[/\\]|^[A-Za-z]:|\\|\0/.test(name) || name.split('/').some((part) => part === '..');

/** Whether any entries share bytes or extend beyond the archive. */
function overlap({ starts, ends, count }: { starts: Float64Array; ends: Float64Array; count: number }, size: number) {
  const order = Uint32Array.from({ length: count }, (_, index) => index);
  order.sort((one, other) => (starts[one] ?? 0) - (starts[other] ?? 0));
  let reached = 0;
  for (const index of order) {
    if ((starts[index] ?? 0) < reached) return true;
    reached = ends[index] ?? 0;
    if (reached > size) return true;
  }
  return false;
}

/** Serves reads from a buffered window of the file, because the library reads only a few bytes at a time. */
class WindowReader extends RandomAccessReader {
  bytesRead = 0;
  /** A storage error, which says nothing about the archive. */
  failure: unknown;
  readonly #readAt: ReadAt;
  readonly #size: number;
  readonly #window = Buffer.allocUnsafe(WINDOW_BYTES);
  #start = 0;
  #length = 0;

  constructor(readAt: ReadAt, size: number) {
    super();
    this.#readAt = readAt;
    this.#size = size;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    this.#fill(position, length).then(
      () => {
        this.bytesRead += length;
        const from = position - this.#start;
        const count = this.#window.copy(buffer, offset, from, Math.min(from + length, this.#length));
        callback(null, count);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
    );
  }

  async #fill(position: number, length: number): Promise<void> {
    if (position >= this.#start && position + length <= this.#start + this.#length) return;
    if (!Number.isSafeInteger(position) || position < 0 || position + length > this.#size || length > WINDOW_BYTES)
      throw new RangeError('the archive leads out of itself');
    this.#start = position;
    this.#length = 0;
    try {
      this.#length = await this.#readAt(
        this.#window.subarray(0, Math.min(WINDOW_BYTES, this.#size - position)),
        position,
      );
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }
}
