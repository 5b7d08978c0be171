// Settings that connect a site to the fake Google Cloud Storage.
import { readStorageUrl, type S3SetUp } from '#server/kit/storage/settings.ts';
import { startGcsFake } from '#server/providers/gcs.fake.ts';

export async function startGcs() {
  const service = await startGcsFake();
  const { keys, storageUrl } = service;
  return {
    ...service,
    // Options for `createS3Storage`.
    setUp: (prefix = ''): S3SetUp => readStorageUrl(storageUrl(prefix), keys) as S3SetUp,
    // Environment variables of a site that stores its files there.
    env: { STORAGE_URL: storageUrl(), STORAGE_KEY_ID: keys.keyId, STORAGE_SECRET: keys.secret },
  };
}

export type Gcs = Awaited<ReturnType<typeof startGcs>>;
