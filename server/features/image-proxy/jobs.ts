import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { defineJob } from '#server/kit/jobs/jobs.ts';
import { claimOldFiles } from './queries.ts';
import { proxiedKey, UNUSED_KEPT_MS } from './rules.ts';

const SWEPT_AT_ONCE = 100;

/**
 * Deletes external images that have not been requested for weeks; images in use are fetched again once they are a week old. If an
 * image is fetched again while it is being deleted, the next request notices the missing file and fetches it once more.
 */
export const purgeProxiedPictures = defineJob({
  name: 'proxy.sweep-pictures',
  payload: z.strictObject({}),
  cron: '41 3 * * *',
  run: async (_payload, deps: Pick<Deps, 'db' | 'now' | 'storage'>) => {
    const now = deps.now();
    const before = new Date(now.getTime() - UNUSED_KEPT_MS);
    for (let taken = SWEPT_AT_ONCE; taken === SWEPT_AT_ONCE; ) {
      const hashes = await claimOldFiles(deps.db, { before, now, limit: SWEPT_AT_ONCE });
      for (const hash of hashes) await deps.storage.delete(proxiedKey(hash));
      taken = hashes.length;
    }
  },
});
