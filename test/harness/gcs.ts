// The stand-in for Google Cloud Storage with a key file on the disk, as a site is led to it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type GcsSetUp, readStorageUrl } from '#server/kit/storage/settings.ts';
import { startGcsFake } from '#server/providers/gcs.fake.ts';

export const startGcs = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'helix-gcs-'));
  const service = await startGcsFake();
  const keyFile = join(folder, 'key.json');
  writeFileSync(keyFile, JSON.stringify(service.keyFile()));
  return {
    ...service,
    /** What `createGcsStorage` takes. */
    setUp: (prefix = ''): GcsSetUp => readStorageUrl(service.storageUrl(prefix), null, keyFile) as GcsSetUp,
    /** The variables of a site that keeps its files there. */
    env: { STORAGE_URL: service.storageUrl(), STORAGE_KEY_FILE: keyFile },
    stop: async () => {
      await service.stop();
      rmSync(folder, { recursive: true });
    },
  };
};

export type Gcs = Awaited<ReturnType<typeof startGcs>>;
