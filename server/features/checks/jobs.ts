import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { defineJob } from '../../kit/jobs.ts';
import { checkArrival } from './arrival.ts';
import { removeUnnamed } from './contents.ts';

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
