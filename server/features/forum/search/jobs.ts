import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { defineJob } from '#server/kit/jobs/jobs.ts';
import { splitWords } from './queries.ts';

const SPLIT_AT_ONCE = 200;

/** Splits the words of new posts, so that the next search has little to do. */
export const splitForumWords = defineJob({
  name: 'forum.split-words',
  payload: z.strictObject({}),
  cron: '* * * * *',
  run: async (_payload, { db }: Pick<Deps, 'db'>, { signal }) => {
    while (!signal.aborted && (await splitWords(db, SPLIT_AT_ONCE)) === SPLIT_AT_ONCE);
  },
});
