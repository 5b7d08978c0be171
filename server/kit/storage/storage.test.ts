// Contract tests of the storage interface, run against every adapter.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDiskStorage } from '#server/kit/storage/disk/disk.ts';
import { createS3Storage } from '#server/kit/storage/s3/s3.ts';
import { startGcs } from '#test/harness/gcs.ts';
import { describeStorage, type StorageMaker } from '#test/harness/storage-cases.ts';
import { startSwift, whyNoSwift } from '#test/harness/swift.ts';
import { readStorageUrl, type S3SetUp } from './settings.ts';

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
