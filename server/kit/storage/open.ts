/** Opens the configured storage, for the server and for scripts. */

import { join } from 'node:path';
import { createDiskStorage } from '#server/kit/storage/disk/disk.ts';
import { createMovingStorage } from './moving.ts';
import type { StorageSetUp } from './settings.ts';
import type { Storage } from './storage.ts';

/** Folder where disk storage keeps the files. */
export function filesFolderOf({ dataDir }: { dataDir: string }): string {
  return join(dataDir, 'files');
}

/**
 * Creates the configured storage. Nothing is accessed before first use; `ready()` prepares it. Only the adapters in use are
 * loaded, because importing the S3 library takes longer than the rest of the startup.
 * @param installation `storage` is the current storage, and `storageOld` is an old one from which files can still be read;
 *   `dataDir` contains the files of disk storage
 */
export async function createStorage(installation: {
  dataDir: string;
  storage: StorageSetUp;
  storageOld?: StorageSetUp | null;
}): Promise<Storage> {
  const { storage, storageOld, dataDir } = installation;
  if (storageOld) {
    return createMovingStorage(
      await createStorage({ dataDir, storage }),
      await createStorage({ dataDir, storage: storageOld }),
    );
  }
  if (storage.kind === 'disk') return createDiskStorage(filesFolderOf(installation));
  return (await import('#server/kit/storage/s3/s3.ts')).createS3Storage(storage);
}

/** Human-readable description of the storage: the folder, or the bucket and its service. Contains no secrets. */
export function describeStorage(installation: { dataDir: string; storage: StorageSetUp }): string {
  const { storage } = installation;
  if (storage.kind === 'disk') return `the folder ${filesFolderOf(installation)}`;
  const at = storage.endpoint === null ? '' : ` at ${storage.endpoint}`;
  return `the bucket ${storage.bucket}${storage.prefix === '' ? '' : `/${storage.prefix}`}${at}`;
}
