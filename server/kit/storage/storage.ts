/** The storage interface: what callers can expect from every adapter (disk, object storage). */

import type { Readable } from 'node:stream';
import type { SmallFile } from '#server/kit/storage/disk/bulk.ts';

/** Size and checksums that `put` computed while writing. */
export type StoredContent = {
  size: number;
  /** SHA-256 of the bytes, 64 lower-case hexadecimal digits. */
  sha256: string;
  /** CRC-32 of the bytes as used in ZIP files, an unsigned 32-bit number. */
  crc32: number;
};

export type PutOptions = {
  /** Reject a source that is longer than this many bytes with `StoredFileTooLarge`. */
  maxBytes?: number;
};

type StoredFileStat = {
  /** Bytes. */
  size: number;
  /** When the content was stored. */
  modifiedAt: Date;
};

export type StoredEntry = {
  key: string;
  /** Bytes. */
  size: number;
};

/** A file opened for random-access reads. Its content cannot change while it is open. */
export type StoredFile = {
  /** Size of the whole file in bytes when it was opened. */
  readonly size: number;
  /** Fills the buffer with the bytes from a position and returns how many were read: fewer only at the end of the file. */
  read(buffer: Uint8Array, position: number): Promise<number>;
  /** Releases the file; calling it again does nothing. */
  close(): Promise<void>;
};

/** Disk space of the file system that contains the files, in bytes. */
export type DiskSpace = {
  free: number;
  total: number;
};

/**
 * Uploads in progress, by upload ID (a UUID). Written data survives if the process is killed; only saved data survives a power
 * failure. The caller guarantees a single writer at a time.
 */
export type PartialFiles = {
  /** Starts an empty upload. If the upload already exists, it is left unchanged. */
  begin(id: string): Promise<void>;
  /**
   * Replaces everything after the first `offset` bytes with the source. `onSaved` is called with the new length, and awaited,
   * after each save: every 64 MiB and at the end, even if the source fails or is cut off. Uses 1 MiB of memory (8 MiB with object
   * storage), however long the source is.
   * @returns the last saved length
   * @throws StorageFull, FileMissing if the file has fewer than `offset` bytes, errors from the source or `onSaved`; data saved
   *   earlier is kept
   */
  append(
    id: string,
    offset: number,
    source: AsyncIterable<Uint8Array>,
    onSaved: (length: number) => Promise<void>,
  ): Promise<number>;
  /** Current size in bytes, including unsaved data; null if there is no such upload. */
  size(id: string): Promise<number | null>;
  /** Opens the upload for random-access reads. Throws `FileMissing` if there is no such upload. */
  open(id: string): Promise<StoredFile>;
  /**
   * Turns the upload into the stored file under a key, without its bytes passing through this process. Idempotent: it can be
   * repeated after an interruption at any point.
   * @param size size of the whole file in bytes
   * @throws FileMissing if the size differs or there is no such upload; nothing is written in that case
   */
  adopt(id: string, key: string, size: number): Promise<void>;
  /** Removes the upload if there is one. */
  drop(id: string): Promise<void>;
  /** All uploads, with the time when each was last written to. */
  list(): Promise<{ id: string; modifiedAt: Date }[]>;
  /** Free disk space; null if the capacity is unlimited, as with object storage. */
  space(): Promise<DiskSpace | null>;
};

/**
 * Files by key. With remote storage, every method throws `StorageUnavailable` if the service is down, slow or returns an invalid
 * response. Keys have the form that key.ts checks and never come from user input; any other key is rejected with
 * `InvalidStorageKey`. Replacing the content of a key is atomic.
 */
export type Storage = {
  /** Whether files are read over a network. If so, reads are verified, and small files should be read in batches. */
  readonly remote: boolean;
  /** Size and modification time of a file; null if there is no file under the key. */
  stat(key: string): Promise<StoredFileStat | null>;
  /**
   * Opens a file for random-access reads. Throws `FileMissing` if it does not exist. If the recorded CRC-32 is given, content
   * read over a network is verified: if a file that is read from start to end turns out to be corrupt, the last read throws
   * `DamagedContent` instead of returning the final bytes.
   */
  open(key: string, crc32?: number): Promise<StoredFile>;
  /** Sizes of many files, with null for missing files. Faster than calling `stat` for each of tens of thousands of files. */
  sizes(keys: readonly string[]): Promise<(number | null)[]>;
  /**
   * Contents of small files, concatenated, up to a few MiB. Throws like `open`, and also if a file's size differs from `size`.
   */
  readSmall(files: readonly SmallFile[]): Promise<Uint8Array>;
  /** Streams bytes from `start` (inclusive) to `end` (exclusive). Throws `FileMissing` if the file is shorter. */
  openRange(key: string, start: number, end: number): Promise<Readable>;
  /**
   * Stores a file durably: once this resolves, the content survives a power failure. If the storage is full, it throws
   * `StorageFull` and leaves no partial file.
   */
  put(key: string, source: Readable | Uint8Array, options?: PutOptions): Promise<StoredContent>;
  readonly partials: PartialFiles;
  /** Deletes a file; a missing file is not an error. */
  delete(key: string): Promise<void>;
  /** All stored files, in no particular order. Files stored or deleted during the listing may or may not be included. */
  list(): AsyncIterable<StoredEntry>;
  /** A temporary URL of this file at the storage service, or null if the storage backend has no such URLs (disk). */
  signedLink(
    key: string,
    link: { ttlSeconds: number; contentDisposition: string; mediaType: string },
  ): Promise<string | null>;
  /** Percent-encoded path of the file in the folder that a front server may serve directly; null without such a folder. */
  frontPath(key: string): string | null;
  /** Local path of the file for external programs; null for remote storage. Does not check that the file exists. */
  localPath(key: string): Promise<string | null>;
  /**
   * Removes partial files that were left by killed processes before the given time, and returns how many. Other processes may
   * still be writing, so the time must be earlier than the start of any write that could still be in progress.
   */
  removeAbandoned(before: Date): Promise<number>;
  /** Lifetime in seconds of the links that single-file downloads are redirected to; null if downloads go through the site. */
  readonly linkSeconds: number | null;
  /** Prepares the storage and checks that it is writable. Throws with the reason if it is not. */
  ready(): Promise<void>;
};
