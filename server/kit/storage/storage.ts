/** The one interface through which files are kept: what an adapter (a disk, a service of objects) promises to everything above it. */

import type { Readable } from 'node:stream';
import type { SmallFile } from '#server/kit/storage/disk/bulk.ts';

/** What `put` measured while it wrote. */
export type StoredContent = {
  /** Bytes written. */
  size: number;
  /** SHA-256 of the bytes, 64 lower-case hexadecimal digits. */
  sha256: string;
  /** CRC-32 of the bytes as a ZIP has it, an unsigned 32-bit number. */
  crc32: number;
};

/** Limits of one write. */
export type PutOptions = {
  /** Refuses a source that gives more bytes than this with `StoredFileTooLarge`. */
  maxBytes?: number;
};

/** Metadata of one stored file. */
type StoredFileStat = {
  /** Bytes. */
  size: number;
  /** When the content was put. */
  modifiedAt: Date;
};

/** One file of a listing. */
export type StoredEntry = {
  key: string;
  /** Bytes. */
  size: number;
};

/** A file held open for reading at any position; its content cannot change under the reader. */
export type StoredFile = {
  /** Bytes of the whole file, measured when it was opened. */
  readonly size: number;
  /** Fills the buffer from a byte position on and answers how many bytes it read: fewer only at the end of the file. */
  read(buffer: Uint8Array, position: number): Promise<number>;
  /** Frees the file; a second call does nothing. */
  close(): Promise<void>;
};

/** Bytes of the disk that files are kept on. */
export type DiskSpace = {
  free: number;
  total: number;
};

/**
 * Files that are still arriving, by the id (a UUID) of their upload. What is there survives being killed; only what was
 * saved survives a power cut. One writer at a time is the caller's promise.
 */
export type PartialFiles = {
  /** Makes an empty file; one that is there already stays as it is. */
  begin(id: string): Promise<void>;
  /**
   * Writes what the source gives behind the first `offset` bytes; what lay behind them before is dropped. Each time that
   * all so far is safe from a power cut `onSaved` is awaited with the new length: every 64 MiB, and at the end, also when the
   * source breaks or is cut short. Memory: 1 MiB, with a service 8 MiB, whatever the source does.
   * @returns the length that was saved last
   * @throws StorageFull, FileMissing when the file has fewer than `offset` bytes, what the source or `onSaved` threw; what was
   *   saved before stays
   */
  append(
    id: string,
    offset: number,
    source: AsyncIterable<Uint8Array>,
    onSaved: (length: number) => Promise<void>,
  ): Promise<number>;
  /** Bytes that are there, saved or not; null without a file. */
  size(id: string): Promise<number | null>;
  /** Opens it for reads by position; throws `FileMissing`. */
  open(id: string): Promise<StoredFile>;
  /**
   * Makes it the stored file under a key, without its bytes passing by here; broken off anywhere, it may be repeated, and a
   * repetition does nothing.
   * @param size bytes of the whole
   * @throws FileMissing when it has another size, or there is none: then nothing is written
   */
  adopt(id: string, key: string, size: number): Promise<void>;
  /** Removes it; none is no error. */
  drop(id: string): Promise<void>;
  /** All that there are, with the time of their last byte. */
  list(): Promise<{ id: string; modifiedAt: Date }[]>;
  /** Null where nobody knows of an end, as with a service that sells more. */
  space(): Promise<DiskSpace | null>;
};

/**
 * Files by key. Every method of a storage at a service throws `StorageUnavailable` when that is gone, slow or answers nonsense.
 * Keys have the form that storage-key.ts checks and never come from a user's words; content under a key is
 * replaced whole or not at all. Every method refuses other keys with `InvalidStorageKey`.
 */
export type Storage = {
  /** Whether files come over a network: then what is read is checked, and small files are better read many at once. */
  readonly remote: boolean;
  /** Size and age of a file, or null when there is none under the key. */
  stat(key: string): Promise<StoredFileStat | null>;
  /**
   * Opens a file for reads by position; throws `FileMissing` when there is none. With the CRC-32 that was recorded, what comes
   * over a network is compared with it: who reads from the first byte to the last gets `DamagedContent` instead of the last.
   */
  open(key: string, crc32?: number): Promise<StoredFile>;
  /** The sizes of many files, null where there is none: as `stat` for each, but cheap for tens of thousands. */
  sizes(keys: readonly string[]): Promise<(number | null)[]>;
  /** The contents of small files one behind the other, some MiB at most; throws as `open` does, or when one has another size. */
  readSmall(files: readonly SmallFile[]): Promise<Uint8Array>;
  /** Streams the bytes from `start` up to but not including `end`; throws `FileMissing` when the file does not have them all. */
  openRange(key: string, start: number, end: number): Promise<Readable>;
  /** Stores a file durably: when it answers, the content survives a power cut. Throws `StorageFull` and leaves nothing half-written. */
  put(key: string, source: Readable | Uint8Array, options?: PutOptions): Promise<StoredContent>;
  /** Uploads on their way. */
  readonly partials: PartialFiles;
  /** Removes a file; no file under the key is no error. */
  delete(key: string): Promise<void>;
  /** Every stored file, in no order; one that is put or removed meanwhile may be among them or not. */
  list(): AsyncIterable<StoredEntry>;
  /** An address of the storage service that gives this file for so many seconds, or null when the service has none (disk). */
  signedLink(
    key: string,
    link: { ttlSeconds: number; contentDisposition: string; mediaType: string },
  ): Promise<string | null>;
  /** The file's path below the folder that a front server may serve by itself, percent-encoded, or null when there is no folder. */
  frontPath(key: string): string | null;
  /** Where the file lies on this machine, for programs that read files; null when it does not. Looks for no file. */
  localPath(key: string): Promise<string | null>;
  /**
   * Removes what killed processes left half-written before the given time, and answers how many files that were. The time
   * must lie further back than the longest write takes, since another process may be writing.
   */
  removeAbandoned(before: Date): Promise<number>;
  /** For how many seconds a link is good that downloads of single files are led to; null where they come through the site. */
  readonly linkSeconds: number | null;
  /** Prepares the storage and proves that it can be written; throws with the reason when it cannot. */
  ready(): Promise<void>;
};
