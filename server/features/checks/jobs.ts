import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { defineJob, enqueue } from '../../kit/jobs.ts';
import { checkArrival } from './arrival.ts';
import { removeUnnamed } from './contents.ts';
import { findStalledChecks } from './queries.ts';

/** Longer than the tries of a job last, and than any check takes: what is as old as this has no job any more. */
const STALLED_AFTER_MS = 12 * 3600_000;

/** Reads what arrived and makes it part of its resource, or says why it cannot be. */
export const checkSession = defineJob({
  name: 'arrivals.check-session',
  payload: z.strictObject({ sessionId: z.uuid() }),
  run: ({ sessionId }, deps: Deps, helpers) => checkArrival(deps, sessionId, helpers),
});

/** Removes stored files that no row names any more. */
export const dropUnnamedContents = defineJob({
  name: 'checks.drop-contents',
  payload: z.strictObject({
    contents: z.array(z.strictObject({ storageKey: z.string(), sha256: z.string() })),
  }),
  run: ({ contents }, deps: Deps) => removeUnnamed(deps, contents),
});

/** Begins checks again whose job was killed at its last try. */
export const restartStalled = defineJob({
  name: 'checks.restart-stalled',
  cron: '37 * * * *',
  payload: z.strictObject({}),
  run: async (_, { db, now }: Deps) => {
    for (const { id } of await findStalledChecks(db, new Date(now().getTime() - STALLED_AFTER_MS)))
      await enqueue(db, checkSession, { sessionId: id }, { key: `check:${id}` });
  },
});
