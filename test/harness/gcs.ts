// The stand-in for Google Cloud Storage, as a site is led to it.
import { readStorageUrl, type S3SetUp } from '#server/kit/storage/settings.ts';
import { startGcsFake } from '#server/providers/gcs.fake.ts';

export async function startGcs() {
  const service = await startGcsFake();
  const { keys, storageUrl } = service;
  return {
    ...service,
    // What `createS3Storage` takes.
    setUp: (prefix = ''): S3SetUp => readStorageUrl(storageUrl(prefix), keys) as S3SetUp,
    // The variables of a site that keeps its files there.
    env: { STORAGE_URL: storageUrl(), STORAGE_KEY_ID: keys.keyId, STORAGE_SECRET: keys.secret },
  };
}

export type Gcs = Awaited<ReturnType<typeof startGcs>>;
