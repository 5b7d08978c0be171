// Rules of the review workbench, without I/O.

import type { ProblemCode } from '#contract/problems.ts';
import { USUAL_WAIT_DECISIONS_MIN } from '#contract/uploads/limits.ts';

type Held = { reviewerId: string; heldUntil: Date };

/**
 * Why a person cannot decide on an upload because of its lock, or null. Nobody decides while someone else holds it. Without a lock,
 * decisions are possible in the list of uploads, but not on the review page (`needsLock`).
 */
export function lockProblem(
  lock: Held | undefined,
  { by, needsLock, now }: { by: string | null; needsLock: boolean; now: Date },
): ProblemCode | null {
  const isHeld = lock !== undefined && lock.heldUntil > now;
  if (isHeld && lock.reviewerId !== by) return 'UPLOAD_IN_REVIEW';
  return needsLock && !isHeld ? 'REVIEW_EXPIRED' : null;
}

/** The usual wait in whole minutes; null if it was measured on too few decisions. */
export function usualWaitOf({ seconds, decisions }: { seconds: number | null; decisions: number }): number | null {
  return seconds === null || decisions < USUAL_WAIT_DECISIONS_MIN ? null : Math.round(seconds / 60);
}
