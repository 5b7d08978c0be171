// Rules of the leaker dashboard without I/O.

/** Approvals as a percentage of decisions, with at most one decimal; 0 if there are none (product.md UP-8). */
export function approvalRate({ approvals, decisions }: { approvals: number; decisions: number }): number {
  return decisions === 0 ? 0 : Math.round((approvals * 1000) / decisions) / 10;
}

/** Maximum number of activity entries that can be paged through; also the maximum of X-Total-Count. */
export const ACTIVITY_MAX = 1000;

/** Offset and limit of a page within the first `ACTIVITY_MAX` entries; `limit` is 0 beyond them. */
export function activityPage({ limit, offset }: { limit: number; offset: number }) {
  return {
    offset,
    limit: Math.max(0, Math.min(limit, ACTIVITY_MAX - offset)),
  };
}

/** Describes a decision to the leaker. */
export function decisionSentence(title: string, status: string, reason: string | null): string {
  if (status === 'APPROVED') return `${title} was approved`;
  return reason ? `${title} was rejected: ${reason}` : `${title} was rejected`;
}
