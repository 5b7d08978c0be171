import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { defineJob } from '#server/kit/jobs/jobs.ts';
import { findLogoKey } from './queries.ts';

/** Deletes a logo from storage unless it is in use. Idempotent. */
export const deleteLogo = defineJob({
  name: 'administration.drop-logo',
  payload: z.strictObject({ key: z.string() }),
  run: async ({ key }, { db, storage }: Pick<Deps, 'db' | 'storage'>) => {
    if ((await findLogoKey(db)) !== key) await storage.delete(key);
  },
});
