// Check operations for other features.
import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import { enqueue } from '#server/kit/jobs/jobs.ts';
import { checkSession, deleteUnnamedContents } from './jobs.ts';

/** Maximum number of stored files per job. Keeps queue rows small however many files a resource had. */
const CONTENTS_PER_JOB = 500;

/** Enqueues the check of a session that this transaction set to CHECKING. Does nothing if it is already queued. */
export async function startCheck(trx: Kysely<DB>, sessionId: string): Promise<void> {
  await enqueue(trx, checkSession, { sessionId }, { key: `check:${sessionId}` });
}

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
