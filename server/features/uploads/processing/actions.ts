// What other features ask of the checks.
import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import { enqueue } from '#server/kit/jobs/jobs.ts';
import { checkSession, deleteUnnamedContents } from './jobs.ts';

/** Contents in one job: a row of the queue stays small however many files a resource had. */
const CONTENTS_PER_JOB = 500;

/** Has a session checked that is in state CHECKING since this transaction; asking again while it waits does nothing. */
export async function startCheck(trx: Kysely<DB>, sessionId: string): Promise<void> {
  await enqueue(trx, checkSession, { sessionId }, { key: `check:${sessionId}` });
}

/**
 * Has the files of rows that this transaction deletes removed from the storage, each unless another row names it by then.
 * @param contents of every deleted row: its storage_key and sha256; the same one twice does no harm
 */
export async function deleteContents(
  trx: Kysely<DB>,
  contents: readonly { storageKey: string; sha256: string }[],
): Promise<void> {
  for (let start = 0; start < contents.length; start += CONTENTS_PER_JOB)
    await enqueue(trx, deleteUnnamedContents, { contents: contents.slice(start, start + CONTENTS_PER_JOB) });
}
