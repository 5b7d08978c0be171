/** Opens the configured storage, for the server and for commands. */

import { join } from 'node:path';
import { createDiskStorage } from '#server/kit/storage/disk/disk.ts';
import { createMovingStorage } from './moving.ts';
import type { StorageSetUp } from './settings.ts';
import type { Storage } from './storage.ts';

/** Folder of the files kept on this machine. */
export function filesFolderOf({ dataDir }: { dataDir: string }): string {
  return join(dataDir, 'files');
}

/**
 * Creates the configured storage. It touches nothing before first use; `ready()` prepares it. Unused adapters are not loaded,
 * since importing the S3 library takes longer than the rest of the startup.
 * @param installation `storage` is the storage in use, `storageOld` an old one that is read as well; `dataDir` holds the files
 *   of a disk storage
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

/** Description of the storage for people: the folder, or the bucket and its service. Contains no secrets. */
export function describeStorage(installation: { dataDir: string; storage: StorageSetUp }): string {
  const { storage } = installation;
  if (storage.kind === 'disk') return `the folder ${filesFolderOf(installation)}`;
  const at = storage.endpoint === null ? '' : ` at ${storage.endpoint}`;
  return `the bucket ${storage.bucket}${storage.prefix === '' ? '' : `/${storage.prefix}`}${at}`;
}
