// Deletes previews that no file has any more.
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { DB } from '#db/types.ts';
import type { Deps } from '#server/deps.ts';
import { defineJob, enqueue } from '#server/kit/jobs/jobs.ts';
import { findNamedPreviews, findPreviewKeys, forgetFrames } from './queries.ts';

/** Deletes stored previews, except those that a file still has. Idempotent. */
export const deletePreviewFiles = defineJob({
  name: 'previews.delete-files',
  payload: z.strictObject({ keys: z.array(z.string()) }),
  run: async ({ keys }, { db, storage }: Pick<Deps, 'db' | 'storage'>) => {
    const named = await findNamedPreviews(db, keys);
    for (const key of keys) if (!named.has(key)) await storage.delete(`t/${key}`);
  },
});

/**
 * Enqueues the deletion of the previews of a resource's files, or of those in a range of paths. Call this in the transaction that
 * deletes the files, before it does.
 */
export async function deleteFilePreviews(
  trx: Kysely<DB>,
  resourceId: string,
  range?: { from: string; before: string },
): Promise<void> {
  const keys = await findPreviewKeys(trx, resourceId, range);
  if (range) await forgetFrames(trx, resourceId, range);
  if (keys.length > 0) await enqueue(trx, deletePreviewFiles, { keys });
}
