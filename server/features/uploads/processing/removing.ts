// Removes files from resources, and stored contents that no file has any more.
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { DB } from '#db/types.ts';
import type { Deps } from '#server/deps.ts';
import { deleteFilePreviews } from '#server/features/uploads/previews/files/deleting.ts';
import { deleteFileRows, lessenFiles } from '#server/features/uploads/queries.ts';
import { defineJob, enqueue } from '#server/kit/jobs/jobs.ts';
import { deleteUnnamedFiles } from './contents.ts';

/** Maximum number of stored files per job. Keeps queue rows small however many files a resource had. */
const CONTENTS_PER_JOB = 500;

/** Removes stored files that no row uses any more. */
export const deleteUnnamedContents = defineJob({
  name: 'checks.drop-contents',
  payload: z.strictObject({
    contents: z.array(z.strictObject({ storageKey: z.string(), sha256: z.string() })),
  }),
  run: async ({ contents }, deps: Deps) => deleteUnnamedFiles(deps, contents),
});

/**
 * Enqueues the removal of stored files whose rows this transaction deletes; a file is kept if another row uses it when the job
 * runs.
 * @param contents storage_key and sha256 of every deleted row; duplicates are harmless
 */
export async function deleteContents(
  trx: Kysely<DB>,
  contents: readonly { storageKey: string; sha256: string }[],
): Promise<void> {
  for (let start = 0; start < contents.length; start += CONTENTS_PER_JOB)
    await enqueue(trx, deleteUnnamedContents, { contents: contents.slice(start, start + CONTENTS_PER_JOB) });
}

type Range = { from: string; before: string };

/** Removes the files in a range of paths from a locked resource. @returns their number */
export async function removeFiles(
  trx: Kysely<DB>,
  { id, range, now }: { id: string; range: Range; now: Date },
): Promise<number> {
  await deleteFilePreviews(trx, id, range);
  const removed = await deleteFileRows(trx, id, range);
  const bytes = removed.reduce((sum, { size }) => sum + size, 0);
  await lessenFiles(trx, id, { files: removed.length, bytes }, now);
  const contents = new Map(removed.map(({ storageKey, sha256 }) => [storageKey, { storageKey, sha256 }]));
  await deleteContents(trx, [...contents.values()]);
  return removed.length;
}
