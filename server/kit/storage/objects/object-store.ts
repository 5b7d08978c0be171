/**
 * What services of objects have in common, as few words as the storage needs: createObjectStorage makes a whole storage of it,
 * so that S3 and others differ in nothing but these calls.
 */

import type { Readable } from 'node:stream';

/** What is known of an object. */
export type ObjectFacts = {
  /** Bytes. */
  size: number;
  modifiedAt: Date;
  /** The ETag: another content has another one. */
  version: string;
};

export interface ObjectEntry extends Omit<ObjectFacts, 'version'> {
  name: string;
}

/** Bytes `start` up to `end` of an object, to be copied inside the service. */
export type ObjectSection = {
  name: string;
  start: number;
  end: number;
  /** Bytes of the whole object. */
  size: number;
};

/** A part of a large object: bytes from here, or bytes that the service has already. */
export type ObjectPart = { bytes: Uint8Array } | { section: ObjectSection };

/** All parts of a large object but the last have at least so many bytes (S3's own rule). */
export const LEAST_PART_BYTES = 5 * 1024 * 1024;

/** What comes as a stream is written in parts of this size; two of them are in memory. */
export const PART_BYTES = 8 * 1024 * 1024;

/** S3 takes no more parts of one object. */
export const S3_MOST_PARTS = 10_000;

/**
 * A bucket. Names are this module's callers' own and safe in an address as they are. Every method waits a bounded time, repeats
 * what may be repeated, and throws `StorageUnavailable` when the service is gone, slow, refuses the site or answers
 * nonsense, `StorageFull` when it has no room.
 */
export type ObjectStore = {
  /** Null when there is no such object. */
  find(name: string): Promise<ObjectFacts | null>;
  /**
   * Bytes `start` up to `end`, which is more than `start`, of one version (of any, when none is named), and how large the whole is.
   * The stream ends early or breaks when the connection does. Throws `FileMissing` when there is no such object, it has another
   * version by now, or no byte at `start`.
   */
  read(
    name: string,
    range: { start: number; end: number; version?: string },
  ): Promise<{ body: Readable; size: number }>;
  /** Makes an object, or replaces it, whole; the service has compared a checksum of the bytes and keeps them when it answers. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** The same of any number of parts, each taken when the one before is kept; what throws half-way leaves nothing behind. */
  assemble(name: string, parts: AsyncIterable<ObjectPart>): Promise<void>;
  /** None is no error. */
  remove(name: string): Promise<void>;
  /** Everything whose name begins like this, in the order of names; with `behind` only what comes after that name. */
  list(prefix: string, behind?: string): AsyncIterable<ObjectEntry>;
  /** An address that gives the object for so many seconds; null when the service has none. */
  link(
    name: string,
    link: { ttlSeconds: number; contentDisposition: string; mediaType: string },
  ): Promise<string | null>;
  /** Gives up objects with such names that killed processes left half-assembled before the given time; answers how many that were. */
  removeAbandoned(prefix: string, before: Date): Promise<number>;
};
