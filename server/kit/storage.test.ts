// What every storage promises, asked of each of them.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startGcs } from '#test/gcs.ts';
import { describeStorage, type StorageMaker } from '#test/storage-cases.ts';
import { startSwift, whyNoSwift } from '#test/swift.ts';
import { createDiskStorage } from './storage-disk.ts';
import { createS3Storage } from './storage-s3.ts';
import { readStorageUrl, type S3SetUp } from './storage-set-up.ts';

const disk: StorageMaker = async () => {
  const root = await mkdtemp(join(tmpdir(), 'helix storage '));
  return {
    open: (options) => createDiskStorage(root, options),
    stop: () => rm(root, { recursive: true, force: true }),
  };
};

const swift: StorageMaker = async () => {
  const service = await startSwift();
  const setUp = readStorageUrl(await service.makeBucket('contract'), service.keys) as S3SetUp;
  return { open: (options) => createS3Storage({ ...setUp, prefix: 'a/site/' }, options), stop: service.stop };
};

const gcs: StorageMaker = async () => {
  const service = await startGcs();
  return { open: (options) => createS3Storage(service.setUp('a/site/'), options), stop: service.stop };
};

describeStorage('a disk', disk);
describeStorage('Google Cloud Storage', gcs);
describeStorage('S3', swift, whyNoSwift());
