import { z } from 'zod';
import { defineJob } from '#server/kit/jobs/jobs.ts';
import { type PostingDeps, sendPosts } from './actions.ts';

/**
 * Announces newly approved assets. Runs every minute instead of with each approval, so that many approvals become one message, and
 * Discord's limit is never reached.
 */
export const announceOnDiscord = defineJob({
  name: 'uploads.announce-on-discord',
  cron: '* * * * *',
  maxAttempts: 1,
  payload: z.object({}),
  run: async (_payload, deps: PostingDeps, { signal }) => sendPosts(deps, signal),
});
