/** Maps errors from the S3 library to storage errors. */

import { FileMissing, StorageFull, StorageUnavailable, StoredFileTooLarge } from '#server/kit/storage/errors.ts';

const ABSENT = ['NoSuchKey', 'NotFound'];
const CHANGED = ['PreconditionFailed', 'InvalidRange'];
const FULL = ['QuotaExceeded', 'XMinioStorageFull', 'InsufficientCapacity', 'EntityTooLarge'];

const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

/** Whether the object is missing; a missing bucket is a different error. */
export function isAbsent(error: unknown): boolean {
  return statusOf(error) === 404 && ABSENT.includes(nameOf(error));
}

export function isWithoutBucket(error: unknown): boolean {
  return nameOf(error) === 'NoSuchBucket';
}

/** @param what name of the requested item, for the log */
export function asStorageFailure(error: unknown, what: string): unknown {
  if (
    error instanceof StorageUnavailable ||
    error instanceof FileMissing ||
    error instanceof StorageFull ||
    error instanceof StoredFileTooLarge
  )
    return error;
  const [name, status] = [nameOf(error), statusOf(error)];
  if (isAbsent(error)) return new FileMissing(`${what} does not exist`, { cause: error });
  if (CHANGED.includes(name) || status === 412 || status === 416) {
    return new FileMissing(`${what} has changed`, { cause: error });
  }
  if (FULL.includes(name) || status === 507) return new StorageFull(`no room for ${what}`, { cause: error });
  const said = error instanceof Error && error.message !== '' ? error.message : 'no reason';
  const code = [status, name].filter(Boolean).join(' ');
  return new StorageUnavailable(`the storage service failed on ${what}: ${code}: ${said}`, { cause: error });
}
