import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { defineJob } from '#server/kit/jobs/jobs.ts';
import { deleteDrawnImage, listOutdatedImages } from './queries.ts';
import { cardKey, DRAWN_KEPT_MS, MOST_DRAWN } from './rules.ts';

const SWEPT_AT_ONCE = 200;

/**
 * Deletes share images that are old, replaced or above the limit. Each file is deleted before its row, which is needed to find
 * the file.
 */
export const purgeShareCards = defineJob({
  name: 'cards.sweep',
  payload: z.strictObject({}),
  cron: '19 * * * *',
  run: async (_payload, deps: Pick<Deps, 'db' | 'now' | 'storage'>) => {
    const before = new Date(deps.now().getTime() - DRAWN_KEPT_MS);
    for (let swept = SWEPT_AT_ONCE; swept === SWEPT_AT_ONCE; ) {
      const cards = await listOutdatedImages(deps.db, { before, most: MOST_DRAWN, limit: SWEPT_AT_ONCE });
      for (const card of cards) {
        await deps.storage.delete(cardKey(card));
        await deleteDrawnImage(deps.db, card);
      }
      swept = cards.length;
    }
  },
});
