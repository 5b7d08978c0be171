// Decisions about a leaker's dashboard without I/O.

/** Approvals in percent of decisions with one decimal at most; 0 without any (product.md UP-8). */
export function approvalRate({ approvals, decisions }: { approvals: number; decisions: number }): number {
  return decisions === 0 ? 0 : Math.round((approvals * 1000) / decisions) / 10;
}

/** The entries of somebody's activity that can be paged through, as X-Total-Count says it. */
export const ACTIVITY_MAX = 1000;

/** The part of the first `ACTIVITY_MAX` entries that a page shows; `count` is 0 beyond them. */
export function activityPage({ limit, offset }: { limit: number; offset: number }) {
  return {
    offset,
    limit: Math.max(0, Math.min(limit, ACTIVITY_MAX - offset)),
  };
}

/** A decision as its leaker reads it. */
export function decisionSentence(title: string, status: string, reason: string | null): string {
  if (status === 'APPROVED') return `${title} was approved`;
  return reason ? `${title} was refused: ${reason}` : `${title} was refused`;
}
