/** Opens the storage that an installation is set up with, for the site and for commands. */

import { join } from 'node:path';
import { createDiskStorage } from '#server/kit/storage/disk/disk.ts';
import { createMovingStorage } from './moving.ts';
import type { StorageSetUp } from './settings.ts';
import type { Storage } from './storage.ts';

/** The folder of files on this machine. */
export function filesFolderOf({ dataDir }: { dataDir: string }): string {
  return join(dataDir, 'files');
}

/**
 * Makes the storage of a set-up, which touches nothing before its first use; `ready()` prepares it. What an installation
 * does not use is not loaded either: the library of a service takes longer than the rest of a start.
 * @param installation `storage` says which one, `storageOld` which one is read as well; `dataDir` is where files lie that are
 *   kept on this machine
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

/** What a person calls it: the folder, or the bucket with its service. Names no secret. */
export function describeStorage(installation: { dataDir: string; storage: StorageSetUp }): string {
  const { storage } = installation;
  if (storage.kind === 'disk') return `the folder ${filesFolderOf(installation)}`;
  const at = storage.endpoint === null ? '' : ` at ${storage.endpoint}`;
  return `the bucket ${storage.bucket}${storage.prefix === '' ? '' : `/${storage.prefix}`}${at}`;
}
