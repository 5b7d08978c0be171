/** What the S3 library throws, in the storage's words. */

import { FileMissing, StorageFull, StorageUnavailable, StoredFileTooLarge } from '#server/kit/storage/errors.ts';

const ABSENT = ['NoSuchKey', 'NotFound'];
const CHANGED = ['PreconditionFailed', 'InvalidRange'];
const FULL = ['QuotaExceeded', 'XMinioStorageFull', 'InsufficientCapacity', 'EntityTooLarge'];

const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

/** Whether there is no such object; a bucket that is not there is another matter. */
export function isAbsent(error: unknown): boolean {
  return statusOf(error) === 404 && ABSENT.includes(nameOf(error));
}

export function isWithoutBucket(error: unknown): boolean {
  return nameOf(error) === 'NoSuchBucket';
}

/** @param what is being asked for, for the log */
export function asStorageFailure(error: unknown, what: string): unknown {
  if (
    error instanceof StorageUnavailable ||
    error instanceof FileMissing ||
    error instanceof StorageFull ||
    error instanceof StoredFileTooLarge
  )
    return error;
  const [name, status] = [nameOf(error), statusOf(error)];
  if (isAbsent(error)) return new FileMissing(`there is no ${what}`, { cause: error });
  if (CHANGED.includes(name) || status === 412 || status === 416) {
    return new FileMissing(`${what} has changed`, { cause: error });
  }
  if (FULL.includes(name) || status === 507) return new StorageFull(`no room for ${what}`, { cause: error });
  const said = error instanceof Error && error.message !== '' ? error.message : 'no reason';
  const code = [status, name].filter(Boolean).join(' ');
  return new StorageUnavailable(`the storage service failed at ${what}: ${code}: ${said}`, { cause: error });
}
