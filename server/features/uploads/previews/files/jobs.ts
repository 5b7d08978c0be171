import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { DB } from '#db/types.ts';
import { previewJobKeys } from '#server/features/resources/public.ts';
import { defineJob, enqueue } from '#server/kit/jobs/jobs.ts';
import { type FilePreviewDeps, makeFilePreviews } from './making.ts';

/** A pack of thousands of clips must not keep the queue from other resources: the job hands over to a new one after this time. */
const TURN_MS = 300_000;
const PAUSE_MS = 1000;
/** One at a time, because it occupies the processor and a worker for minutes, while mail and checks wait. */
const QUEUE = 'file-previews';

/** Makes what browsers can play of a resource's files. Files that cannot be decoded do not fail the job. */
export const makeFilePreviewsJob = defineJob({
  name: 'previews.make-files',
  payload: z.strictObject({ resourceId: z.uuid() }),
  maxAttempts: 8,
  queue: QUEUE,
  run: async ({ resourceId }, deps: FilePreviewDeps, { signal }) => {
    if (await makeFilePreviews(deps, resourceId, { signal, maxMs: TURN_MS })) return;
    await requestFilePreviews(deps.db, resourceId, { runAt: new Date(deps.now().getTime() + PAUSE_MS) });
  },
});

/** Enqueues the job, in the transaction that changed a resource. Replaces a request that is still queued. */
export async function requestFilePreviews(
  trx: Kysely<DB>,
  resourceId: string,
  options: { runAt?: Date; isUnhurried?: boolean } = {},
): Promise<void> {
  await enqueue(trx, makeFilePreviewsJob, { resourceId }, { ...options, key: previewJobKeys(resourceId).files });
}
