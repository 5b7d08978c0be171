import { z } from 'zod';
import { defineJob, enqueue } from '#server/kit/jobs/jobs.ts';
import { type FilePreviewDeps, makeFilePreviews } from './making.ts';

/** A pack of thousands of clips must not keep the queue from other resources: the job hands over to a new one after this time. */
const TURN_MS = 300_000;
const PAUSE_MS = 1000;

/** Makes what browsers can play of a resource's files. Files that cannot be decoded do not fail the job. */
export const makeFilePreviewsJob = defineJob({
  name: 'previews.make-files',
  payload: z.strictObject({ resourceId: z.uuid() }),
  maxAttempts: 8,
  queue: 'file-previews',
  run: async ({ resourceId }, deps: FilePreviewDeps, { signal }) => {
    if (await makeFilePreviews(deps, resourceId, { signal, maxMs: TURN_MS })) return;
    const runAt = new Date(deps.now().getTime() + PAUSE_MS);
    await enqueue(deps.db, makeFilePreviewsJob, { resourceId }, { runAt, key: `file-previews:${resourceId}` });
  },
});
