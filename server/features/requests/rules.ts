// Requests of resources as decisions without I/O: how they are shown, when somebody may ask again, what can be decided.

import { proxiedPicturePath } from '#contract/paths.ts';
import type { RequestStatus, ResourceRequest } from '#contract/requests.ts';
import type { Limit } from '../../kit/rate-counters.ts';
import type { RequestRow } from './queries.ts';

/** Whether a request can still be voted for. */
export const isOpen = (status: string): boolean => status === 'Pending' || status === 'Searching';

/** What people are told who ask for something (specification, sections 7 and 10). */
export const MESSAGES = {
  created: 'Thank you! Your request is on the board now, and we mail you what becomes of it.',
  own: 'You have already requested this resource before.',
  others: 'This resource has already been requested by someone.',
} as const;

/**
 * From when on somebody may ask for another resource; null for now.
 * @param times when they asked, as far as it is within one window of now on either side. A clock that was set back leaves
 * times ahead of it: they hold for no longer than one window from now.
 */
export const nextRequestAt = (times: readonly Date[], { limit, windowSeconds }: Limit, now: Date): Date | null => {
  const windowMs = windowSeconds * 1000;
  const held = times
    .map((at) => at.getTime())
    .filter((at) => Math.abs(now.getTime() - at) < windowMs)
    .sort((a, b) => b - a);
  const deciding = held[limit - 1];
  return deciding === undefined ? null : new Date(Math.min(deciding, now.getTime()) + windowMs);
};

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/** A waiting time in hours and minutes (specification, section 6), rounded up: whoever comes back then is not refused. */
export const describeWait = (ms: number): string => {
  const minutes = Math.max(1, Math.ceil(ms / 60_000));
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const parts = [hours > 0 && counted(hours, 'hour'), rest > 0 && counted(rest, 'minute')];
  return parts.filter(Boolean).join(' and ');
};

/** A request as everybody sees it. */
export const presentRequest = (row: RequestRow): ResourceRequest => {
  const { id, title, description, price, image, decidedAt, createdAt } = row;
  const says = [title, description, price, image].some((part) => part !== null);
  return {
    id,
    resourceName: row.name,
    resourceLink: row.link,
    ogData: says ? { title, description, price, image: image === null ? null : proxiedPicturePath(image, id) } : null,
    // A check of the database keeps it to the contract's.
    status: row.status as RequestStatus,
    note: row.note,
    resource: row.resource,
    requester: row.requester,
    votes: row.votes,
    isPremium: row.isPremium,
    voted: row.voted,
    tells: row.tells,
    own: row.own,
    createdAt: createdAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  };
};
