import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { defineJob } from '#server/kit/jobs/jobs.ts';
import { isImageShown } from './queries.ts';

/** Deletes an advertisement's picture from storage, unless an advertisement still uses it. Idempotent. */
export const deleteAdImageFile = defineJob({
  name: 'ads.drop-image',
  payload: z.strictObject({ key: z.string() }),
  run: async ({ key }, { db, storage }: Pick<Deps, 'db' | 'storage'>) => {
    if (!(await isImageShown(db, key))) await storage.delete(key);
  },
});
