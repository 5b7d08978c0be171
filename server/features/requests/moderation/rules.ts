// Pure functions for deciding requests. No I/O.
import { resourcePath } from '#contract/paths.ts';
import type { AdminRequest, RequestStatus } from '#contract/requests/api.ts';
import { isOpen, presentRequest } from '#server/features/requests/rules.ts';
import type { AdminRequestRow, DecidedRequest } from './queries.ts';

export function presentAdminRequest(row: AdminRequestRow): AdminRequest {
  return {
    ...presentRequest(row),
    requesterId: row.requesterId,
    premiumVotes: row.premiumVotes,
    told: row.told,
  };
}

export type RequestDecision = { status: string; note: string; resourceId: string | null };

export function isSame(one: RequestDecision, other: RequestDecision): boolean {
  return one.status === other.status && one.note === other.note && one.resourceId === other.resourceId;
}

/** The decision date to store: now, or null if the request is open. */
export function decidedSince(status: RequestStatus, now: Date): Date | null {
  return isOpen(status) ? null : now;
}

/** The email about a decision. Links to the resource, or to the board if there is no resource. */
export function noticeOf({ name, status, note, resourceId }: DecidedRequest, siteUrl: string) {
  return {
    kind: 'request-decided' as const,
    name,
    status,
    note,
    link: `${siteUrl}${resourceId === null ? '/requests' : resourcePath(resourceId)}`,
  };
}
