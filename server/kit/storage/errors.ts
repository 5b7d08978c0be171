/** The failures of storage that callers tell apart by `instanceof`; none of their messages is meant for a visitor. */

/** There is no file under the key, or it does not have the size that was recorded for it. */
export class FileMissing extends Error {
  override name = 'FileMissing';
}

/** The storage has no room (disk, quota or file size limit); nothing was kept of the write. */
export class StorageFull extends Error {
  override name = 'StorageFull';
}

/** The service that keeps the files is gone, too slow, refuses the site, or answers nonsense; later it may do better. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable';
}

/** What came out of the storage is not what was put there: on the way it may have been changed once, or where it lies for good. */
export class DamagedContent extends StorageUnavailable {
  override name = 'DamagedContent';
}

/** The source gave more bytes than the caller allowed; nothing was kept of the write. */
export class StoredFileTooLarge extends Error {
  override name = 'StoredFileTooLarge';
}

/** The key is not of the form that storage-key.ts allows: a programming error, since keys never come from input. */
export class InvalidStorageKey extends Error {
  override name = 'InvalidStorageKey';
}
