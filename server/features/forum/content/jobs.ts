import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { RENDERER, renderPost } from '#server/features/forum/write/rules.ts';
import { defineJob, enqueue } from '#server/kit/jobs/jobs.ts';
import * as queries from './queries.ts';
import { postPictureKey, UNUSED_PICTURE_KEPT_MS } from './rules.ts';

/** Number of pictures that the clean-up deletes per transaction. */
const SWEPT_AT_ONCE = 100;

/** Number of posts that are rendered per step. */
const RENDERED_AT_ONCE = 200;

/** Deletes pictures that no readable post shows. Idempotent. */
export const deleteForumPictures = defineJob({
  name: 'forum.drop-pictures',
  payload: z.strictObject({ files: z.array(z.string()) }),
  run: async ({ files }, { db, storage }: Pick<Deps, 'db' | 'storage'>) => {
    const shown = await queries.findShown(db, files);
    const gone = files.filter((file) => !shown.has(file));
    for (const file of gone) {
      const key = postPictureKey(file);
      if (key) await storage.delete(key);
    }
    await queries.deleteUnusedPictures(db, gone);
  },
});

/** Deletes pictures that were uploaded more than a day ago and that no post uses. */
export const purgeForumPictures = defineJob({
  name: 'forum.sweep-pictures',
  payload: z.strictObject({}),
  cron: '23 * * * *',
  run: async (_payload, { db, now }: Pick<Deps, 'db' | 'now'>) => {
    const before = new Date(now().getTime() - UNUSED_PICTURE_KEPT_MS);
    for (let taken = SWEPT_AT_ONCE; taken === SWEPT_AT_ONCE; ) {
      taken = await db.transaction().execute(async (trx) => {
        const files = await queries.claimUnusedPictures(trx, { before, limit: SWEPT_AT_ONCE });
        if (files.length > 0) await enqueue(trx, deleteForumPictures, { files });
        return files.length;
      });
    }
  },
});

/**
 * Re-renders posts whose HTML comes from an older renderer, or in which a mention became plain text, so that readers don't
 * have to wait for it on every view. Posts that change while the job runs are left to the next run.
 */
export const renderForumPosts = defineJob({
  name: 'forum.render-posts',
  payload: z.strictObject({}),
  cron: '*/15 * * * *',
  run: async (_payload, { db, publicUrl }: Pick<Deps, 'db' | 'publicUrl'>, { signal }) => {
    const origin = publicUrl();
    for (let kept = 1; kept > 0 && !signal.aborted; ) {
      kept = 0;
      for (const post of await queries.findOldHtml(db, RENDERER, RENDERED_AT_ONCE)) {
        const html = renderPost(post.content, { origin, mentions: post.mentions });
        if (await queries.keepHtml(db, post, { html, renderer: RENDERER })) kept += 1;
        await setImmediate();
      }
    }
  },
});
