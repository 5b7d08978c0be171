/** Storage errors that callers distinguish with `instanceof`. Their messages are never shown to visitors. */

/** No file under the key, or its size differs from the recorded one. */
export class FileMissing extends Error {
  override name = 'FileMissing';
}

/** The storage has no room (disk, quota or file size limit); nothing of the write was kept. */
export class StorageFull extends Error {
  override name = 'StorageFull';
}

/** The storage service is down, too slow, denies access or returns an invalid response. Retrying later may work. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable';
}

/** The content read differs from the content stored: corrupted once in transit, or permanently at rest. */
export class DamagedContent extends StorageUnavailable {
  override name = 'DamagedContent';
}

/** The source produced more bytes than the caller allowed; nothing of the write was kept. */
export class StoredFileTooLarge extends Error {
  override name = 'StoredFileTooLarge';
}

/** The key does not have the form that key.ts allows. A programming error, since keys never come from user input. */
export class InvalidStorageKey extends Error {
  override name = 'InvalidStorageKey';
}
