import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { defineJob, enqueue } from '../../kit/jobs.ts';
import * as queries from './queries.ts';
import { pictureKey, UNUSED_PICTURE_KEPT_MS } from './rules.ts';

/** Pictures that one transaction of the sweep takes. */
const SWEPT_AT_ONCE = 100;

/** Removes pictures that no post shows, and of posts that were removed. Removing them again does nothing. */
export const dropForumPictures = defineJob({
  name: 'forum.drop-pictures',
  payload: z.strictObject({ files: z.array(z.string()) }),
  run: async ({ files }, { db, storage }: Pick<Deps, 'db' | 'storage'>) => {
    const shown = await queries.findShown(db, files);
    const gone = files.filter((file) => !shown.has(file));
    for (const file of gone) {
      const key = pictureKey(file);
      if (key) await storage.delete(key);
    }
    await queries.forgetPictures(db, gone);
  },
});

/** Removes pictures that were sent for a post which nobody wrote within a day. */
export const sweepForumPictures = defineJob({
  name: 'forum.sweep-pictures',
  payload: z.strictObject({}),
  cron: '23 * * * *',
  run: async (_payload, { db, now }: Pick<Deps, 'db' | 'now'>) => {
    const before = new Date(now().getTime() - UNUSED_PICTURE_KEPT_MS);
    for (let taken = SWEPT_AT_ONCE; taken === SWEPT_AT_ONCE; ) {
      taken = await db.transaction().execute(async (trx) => {
        const files = await queries.takeUnused(trx, { before, limit: SWEPT_AT_ONCE });
        if (files.length > 0) await enqueue(trx, dropForumPictures, { files });
        return files.length;
      });
    }
  },
});
