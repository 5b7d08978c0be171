// Check operations for other features.
import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import { enqueue } from '#server/kit/jobs/jobs.ts';
import { checkSession } from './jobs.ts';

/** Enqueues the check of a session that this transaction set to CHECKING. Does nothing if it is already queued. */
export async function startCheck(trx: Kysely<DB>, sessionId: string): Promise<void> {
  await enqueue(trx, checkSession, { sessionId }, { key: `check:${sessionId}` });
}
