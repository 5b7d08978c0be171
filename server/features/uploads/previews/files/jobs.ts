import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { DB } from '#db/types.ts';
import { previewJobKeys } from '#server/features/resources/public.ts';
import { defineJob, enqueue } from '#server/kit/jobs/jobs.ts';
import { type FilePreviewDeps, makeFilePreviews } from './making.ts';

/** A large pack must not keep the queue from other resources: the job hands over to a new one after this time. */
const TURN_MS = 20_000;
const PAUSE_MS = 1000;
/** One at a time, because it occupies the processor and a worker for minutes, while mail and checks wait. */
const QUEUE = 'file-previews';

/** Makes what browsers can play of a resource's files. Files that cannot be decoded do not fail the job. */
export const makeFilePreviewsJob = defineJob({
  name: 'previews.make-files',
  payload: z.strictObject({ resourceId: z.uuid(), isUnhurried: z.boolean().optional() }),
  maxAttempts: 8,
  queue: QUEUE,
  run: async ({ resourceId, isUnhurried }, deps: FilePreviewDeps, { signal }) => {
    if (await makeFilePreviews(deps, resourceId, { signal, maxMs: TURN_MS })) return;
    const runAt = new Date(deps.now().getTime() + PAUSE_MS);
    await requestFilePreviews(deps.db, resourceId, { runAt, isUnhurried });
  },
});

/** Enqueues the job, in the transaction that changed a resource. Replaces a request that is still queued. */
export async function requestFilePreviews(
  trx: Kysely<DB>,
  resourceId: string,
  options: { runAt?: Date; isUnhurried?: boolean | undefined } = {},
): Promise<void> {
  const { isUnhurried } = options;
  const payload = { resourceId, ...(isUnhurried && { isUnhurried }) };
  await enqueue(trx, makeFilePreviewsJob, payload, { ...options, key: previewJobKeys(resourceId).files });
}
