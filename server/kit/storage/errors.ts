/** Storage errors that callers distinguish with `instanceof`. Their messages are never shown to visitors. */

/** No file under the key, or its size differs from the recorded one. */
export class FileMissing extends Error {
  override name = 'FileMissing';
}

/** The storage is full (disk, quota or file size limit). No part of the failed write was kept. */
export class StorageFull extends Error {
  override name = 'StorageFull';
}

/** The storage service is down, too slow, denies access or returns an invalid response. Retrying later may work. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable';
}

/** The content that was read differs from what was stored. It was corrupted either in transit or permanently at rest. */
export class DamagedContent extends StorageUnavailable {
  override name = 'DamagedContent';
}

/** The source produced more bytes than the caller allowed. No part of the failed write was kept. */
export class StoredFileTooLarge extends Error {
  override name = 'StoredFileTooLarge';
}

/** The key does not have a form that key.ts allows. This is a programming error, since keys never come from user input. */
export class InvalidStorageKey extends Error {
  override name = 'InvalidStorageKey';
}
