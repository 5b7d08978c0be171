/** The storage interface: what every adapter (disk, object storage) guarantees to the code above it. */

import type { Readable } from 'node:stream';
import type { SmallFile } from '#server/kit/storage/disk/bulk.ts';

/** Size and checksums that `put` computed while writing. */
export type StoredContent = {
  /** Bytes written. */
  size: number;
  /** SHA-256 of the bytes, 64 lower-case hexadecimal digits. */
  sha256: string;
  /** CRC-32 of the bytes as used in ZIP files, an unsigned 32-bit number. */
  crc32: number;
};

/** Limits for one write. */
export type PutOptions = {
  /** Reject a source longer than this many bytes with `StoredFileTooLarge`. */
  maxBytes?: number;
};

/** Metadata of one stored file. */
type StoredFileStat = {
  /** Bytes. */
  size: number;
  /** When the content was stored. */
  modifiedAt: Date;
};

/** One entry of a listing. */
export type StoredEntry = {
  key: string;
  /** Bytes. */
  size: number;
};

/** A file open for random-access reads. Its content cannot change while it is open. */
export type StoredFile = {
  /** Size of the whole file in bytes, as of opening. */
  readonly size: number;
  /** Fills the buffer starting at a byte position and returns the number of bytes read: fewer only at the end of the file. */
  read(buffer: Uint8Array, position: number): Promise<number>;
  /** Releases the file; calling it again does nothing. */
  close(): Promise<void>;
};

/** Disk space of the storage, in bytes. */
export type DiskSpace = {
  free: number;
  total: number;
};

/**
 * Uploads in progress, by upload ID (a UUID). Written data survives a killed process; only saved data survives a power failure.
 * The caller guarantees a single writer at a time.
 */
export type PartialFiles = {
  /** Creates an empty file, or leaves an existing one unchanged. */
  begin(id: string): Promise<void>;
  /**
   * Writes the source after the first `offset` bytes and discards what was there before. `onSaved` is awaited with the new
   * length whenever everything so far would survive a power failure: every 64 MiB and at the end, even if the source fails or
   * is cut off. Memory: 1 MiB, or 8 MiB for object storage, regardless of the source.
   * @returns the last saved length
   * @throws StorageFull, FileMissing when the file has fewer than `offset` bytes, errors of the source or `onSaved`; data saved
   *   earlier is kept
   */
  append(
    id: string,
    offset: number,
    source: AsyncIterable<Uint8Array>,
    onSaved: (length: number) => Promise<void>,
  ): Promise<number>;
  /** Current size in bytes, saved or not; null when there is no such upload. */
  size(id: string): Promise<number | null>;
  /** Opens the upload for random-access reads. Throws `FileMissing`. */
  open(id: string): Promise<StoredFile>;
  /**
   * Turns the upload into the stored file under a key, without the bytes passing through this process. Idempotent: it can be
   * repeated after an interruption at any point.
   * @param size size of the whole file in bytes
   * @throws FileMissing when the size differs or there is no such upload; nothing is written in that case
   */
  adopt(id: string, key: string, size: number): Promise<void>;
  /** Removes the upload if there is one. */
  drop(id: string): Promise<void>;
  /** All uploads, with the time of their last byte. */
  list(): Promise<{ id: string; modifiedAt: Date }[]>;
  /** Null when the capacity is not limited, as with object storage. */
  space(): Promise<DiskSpace | null>;
};

/**
 * Files by key. With remote storage every method throws `StorageUnavailable` when the service is down, slow or returns an
 * invalid response. Keys have the form that key.ts checks and never come from user input; any other key is rejected with
 * `InvalidStorageKey`. The content under a key is replaced atomically.
 */
export type Storage = {
  /** Whether files come over a network: if so, reads are verified and small files are best read in batches. */
  readonly remote: boolean;
  /** Size and modification time of a file, or null when no file has the key. */
  stat(key: string): Promise<StoredFileStat | null>;
  /**
   * Opens a file for random-access reads. Throws `FileMissing` when it does not exist. With the recorded CRC-32, content read
   * over a network is verified: a reader that goes from the first byte to the last gets `DamagedContent` in place of the final
   * bytes.
   */
  open(key: string, crc32?: number): Promise<StoredFile>;
  /** Sizes of many files, null for missing ones. Same as `stat` for each, but cheap for tens of thousands. */
  sizes(keys: readonly string[]): Promise<(number | null)[]>;
  /** Contents of small files, concatenated; a few MiB at most. Throws like `open`, or when a file has a different size. */
  readSmall(files: readonly SmallFile[]): Promise<Uint8Array>;
  /** Streams bytes from `start` (inclusive) to `end` (exclusive). Throws `FileMissing` when the file is shorter. */
  openRange(key: string, start: number, end: number): Promise<Readable>;
  /**
   * Stores a file durably: once it returns, the content survives a power failure. Throws `StorageFull` and leaves no partial
   * file.
   */
  put(key: string, source: Readable | Uint8Array, options?: PutOptions): Promise<StoredContent>;
  /** Uploads in progress. */
  readonly partials: PartialFiles;
  /** Deletes a file; a missing file is not an error. */
  delete(key: string): Promise<void>;
  /** Every stored file, in no particular order; files stored or deleted while listing may or may not be included. */
  list(): AsyncIterable<StoredEntry>;
  /** A temporary URL at the storage service for this file, or null when the service has none (disk). */
  signedLink(
    key: string,
    link: { ttlSeconds: number; contentDisposition: string; mediaType: string },
  ): Promise<string | null>;
  /** Percent-encoded path of the file below the folder that a front server may serve directly, or null without such a folder. */
  frontPath(key: string): string | null;
  /** Local path of the file for external programs; null for remote storage. Does not check that the file exists. */
  localPath(key: string): Promise<string | null>;
  /**
   * Removes partial files that killed processes left before the given time and returns how many. The time must be further in
   * the past than the longest possible write, since other processes may be writing.
   */
  removeAbandoned(before: Date): Promise<number>;
  /**
   * Lifetime in seconds of the links that downloads of single files are redirected to; null when downloads go through the site.
   */
  readonly linkSeconds: number | null;
  /** Prepares the storage and checks that it is writable; throws with the reason if not. */
  ready(): Promise<void>;
};
