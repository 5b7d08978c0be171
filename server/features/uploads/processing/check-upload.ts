// Checks one session, from its first byte until its files are part of the resource.

import { BUNDLE_MAX_FILES } from '#contract/uploads/limits.ts';
import type { Deps } from '#server/deps.ts';
import { lockResource } from '#server/features/uploads/approval/queries.ts';
import { lockCounters } from '#server/kit/db/locks.ts';
import { asProblem } from '#server/kit/http/problem.ts';
import type { JobHelpers } from '#server/kit/jobs/jobs.ts';
import { DamagedContent, StorageFull } from '#server/kit/storage/errors.ts';
import { type CheckedSession, findCheckedSession, findNamedKeys, lockUploadSession, refuseSession } from './queries.ts';
import { readUpload } from './reading.ts';
import { RefusedUpload, refusals, uploadKeyOf } from './rules.ts';
import { askForPreviews, storeUpload } from './storing.ts';

/**
 * Checks a session in state CHECKING; any other state is ignored. Can be interrupted and repeated at any point.
 * @throws any error that a retry may resolve. After the last attempt, the session is refused instead, unless the storage or the
 *   database is unavailable; in that case, it waits for `restartStalled`
 */
export async function checkUpload(
  deps: Deps,
  sessionId: string,
  helpers: Pick<JobHelpers, 'signal' | 'isLastAttempt'>,
): Promise<void> {
  const session = await findCheckedSession(deps.db, sessionId);
  if (session?.state === 'CHECKING') await checkOrRefuse(deps, session, helpers);
  await removeRemains(deps, sessionId, session?.isBundle ?? true);
}

async function checkOrRefuse(
  deps: Deps,
  session: CheckedSession,
  helpers: Pick<JobHelpers, 'signal' | 'isLastAttempt'>,
): Promise<void> {
  try {
    await storeUpload(deps, session, await readUpload(deps, session, helpers));
  } catch (error) {
    if (error instanceof RefusedUpload) return await refuse(deps, session, error.message);
    // If the site is shutting down, or its storage or database is unavailable, the file is not to blame.
    if (!helpers.isLastAttempt || helpers.signal.aborted || isOfSite(error)) throw error;
    deps.log.error({ err: error, session: session.id }, 'An upload could not be checked');
    await refuse(deps, session, refusals.unreadable);
  }
}

/**
 * Whether the error is the site's fault. If so, acknowledged bytes are kept, however long the fault lasts. Damaged content does
 * not count: an upload that the storage returns damaged on every attempt is refused and its bytes are removed.
 */
function isOfSite(error: unknown): boolean {
  if (error instanceof DamagedContent) return false;
  return error instanceof StorageFull || asProblem(error)?.code === 'UNAVAILABLE';
}

async function refuse({ db, now }: Deps, session: CheckedSession, refusal: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockCounters(trx);
    const resource = await lockResource(trx, session.resourceId);
    if (!(await lockUploadSession(trx, session.id))) return;
    await refuseSession(trx, session.id, refusal, now());
    // The previews of the other files may have been waiting for this check.
    if (resource && resource.fileCount > 0) await askForPreviews(trx, session.resourceId);
  });
}

/**
 * Removes the bytes of an ended, refused or cancelled session that no file uses. The storage keys belong to this session alone
 * until a row uses them, so no lock is needed.
 */
async function removeRemains({ db, storage }: Deps, sessionId: string, isBundle: boolean): Promise<void> {
  await storage.partials.drop(sessionId);
  const keys = Array.from({ length: isBundle ? BUNDLE_MAX_FILES : 1 }, (_, index) => uploadKeyOf(sessionId, index));
  const sizes = await storage.sizes(keys);
  const present = keys.filter((_, index) => sizes[index] !== null);
  const named = await findNamedKeys(db, present);
  for (const key of present) if (!named.has(key)) await storage.delete(key);
}
