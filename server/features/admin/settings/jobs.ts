import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { defineJob } from '#server/kit/jobs/jobs.ts';
import { findLogoKey } from './queries.ts';

/** Removes a logo from the storage, unless the site shows it. Removing it again does nothing. */
export const deleteLogo = defineJob({
  name: 'administration.drop-logo',
  payload: z.strictObject({ key: z.string() }),
  run: async ({ key }, { db, storage }: Pick<Deps, 'db' | 'storage'>) => {
    if ((await findLogoKey(db)) !== key) await storage.delete(key);
  },
});
