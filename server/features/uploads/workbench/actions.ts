// Reads the queue and one upload of it, and locks uploads to a reviewer.
import { REVIEW_LOCK_MINUTES } from '#contract/uploads/limits.ts';
import type { UploadStatus } from '#contract/uploads/sessions.ts';
import type { OwnReview, ReviewItem, ReviewLock } from '#contract/uploads/workbench.ts';
import type { Deps } from '#server/deps.ts';
import { findDiscussed } from '#server/features/uploads/messages/queries.ts';
import { readDetail } from '#server/features/uploads/review/actions.ts';
import { findDecisions } from '#server/features/uploads/review/queries.ts';
import { mayChange } from '#server/features/uploads/rules.ts';
import { readListCounts } from '#server/kit/db/list-counts.ts';
import { Problem } from '#server/kit/http/problem.ts';
import type { Viewer } from '#server/platform/viewer.ts';
import * as queries from './queries.ts';
import { usualWaitOf } from './rules.ts';

type ReviewDeps = Pick<Deps, 'db' | 'now'>;

const countWaiting = async (db: Deps['db']): Promise<number> => {
  const { PENDING = 0 } = await readListCounts(db, 'resources');
  return PENDING;
};

const readQueue = async ({ db, now }: ReviewDeps, id: string) => {
  const [position, waiting, wait] = await Promise.all([
    queries.findPosition(db, id),
    countWaiting(db),
    queries.measureWait(db, now()),
  ]);
  return { position, waiting, usualWaitMinutes: usualWaitOf(wait) };
};

const presentLock = (row: queries.LockRow | undefined, viewerId: string, now: Date): ReviewLock | null =>
  row && row.heldUntil > now
    ? { reviewer: row.reviewer, isYours: row.reviewerId === viewerId, until: row.heldUntil.toISOString() }
    : null;

/** The upload to review next, and how many wait. Behind the last one, the queue starts again. */
export async function findNext({ db, now }: ReviewDeps, viewer: Viewer, after: string | null) {
  const asked = { viewerId: viewer.id, now: now() };
  const [waiting, behind] = await Promise.all([countWaiting(db), queries.findNextWaiting(db, { after, ...asked })]);
  if (behind !== null || after === null) return { id: behind, waiting };
  const first = await queries.findNextWaiting(db, { after: null, ...asked });
  return { id: first === after ? null : first, waiting };
}

/** What a decision on an upload needs. @throws Problem RESOURCE_NOT_FOUND (also for drafts and deleted uploads) */
export async function readReviewItem(deps: ReviewDeps, viewer: Viewer, id: string): Promise<ReviewItem> {
  const { db } = deps;
  const found = await queries.findSubmitted(db, id);
  if (!found) throw new Problem('RESOURCE_NOT_FOUND');
  const [queue, upload, lock, duplicates, creator] = await Promise.all([
    readQueue(deps, id),
    readDetail(db, id),
    queries.findLock(db, id),
    queries.findDuplicates(db, id),
    queries.findCreatorHistory(db, found.authorId),
  ]);
  if (!creator) throw new Problem('RESOURCE_NOT_FOUND');
  return {
    ...queue,
    upload,
    lock: presentLock(lock, viewer.id, deps.now()),
    duplicates,
    creator: { ...creator, memberSince: creator.memberSince.toISOString() },
  };
}

/**
 * Locks an upload to a reviewer, or renews their lock.
 * @returns who holds it afterwards; null if it isn't waiting any more
 * @throws Problem RESOURCE_NOT_FOUND
 */
export async function hold({ db, now }: ReviewDeps, viewer: Viewer, id: string) {
  const at = now();
  const until = new Date(at.getTime() + REVIEW_LOCK_MINUTES * 60_000);
  await queries.holdLock(db, { resourceId: id, reviewerId: viewer.id, until, now: at });
  const [found, lock] = await Promise.all([queries.findSubmitted(db, id), queries.findLock(db, id)]);
  if (!found) throw new Problem('RESOURCE_NOT_FOUND');
  const status = found.status as UploadStatus;
  return { status, lock: status === 'PENDING' ? presentLock(lock, viewer.id, at) : null };
}

/** What a creator knows about the review of their upload. @throws Problem RESOURCE_NOT_FOUND */
export async function readOwnReview(deps: ReviewDeps, viewer: Viewer, id: string): Promise<OwnReview> {
  const found = await findDiscussed(deps.db, id);
  // Other people's uploads are reported as not found.
  if (!found || !mayChange(found.authorId, viewer)) throw new Problem('RESOURCE_NOT_FOUND');
  const [queue, [decision]] = await Promise.all([readQueue(deps, id), findDecisions(deps.db, id)]);
  return {
    ...queue,
    decision: decision
      ? { ...decision, status: decision.status as UploadStatus, decidedAt: decision.decidedAt.toISOString() }
      : null,
  };
}
