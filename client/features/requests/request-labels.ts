// Formats data about requests: status colours, waiting times, short URLs.

import type { Tone } from '#client/ui/badge.tsx';
import { MINUTE_MS } from '#contract/durations.ts';
import type { RequestStatus } from '#contract/requests/api.ts';
import { OG_DESCRIPTION_SHOWN } from '#contract/requests/limits.ts';

export const statusTones: Record<RequestStatus, Tone> = {
  Pending: 'muted',
  Searching: 'daylight',
  Fulfilled: 'scope',
  Rejected: 'clip',
};

/** Whether users can still vote for the request. */
export function isOpen(status: RequestStatus): boolean {
  return status === 'Pending' || status === 'Searching';
}

/**
 * Name of a request's group when the board is sorted by votes. Open requests come before closed ones. Within each kind, requests
 * from Premium members come first.
 */
export function requestGroupOf({ status, isPremium }: { status: RequestStatus; isPremium: boolean }): string {
  return `${isOpen(status) ? 'Open' : 'Closed'} requests from ${isPremium ? 'Premium members' : 'all other members'}`;
}

/** Minutes from `now` to `until`, rounded up; 0 once `until` has passed. */
export function minutesLeft(until: number, now: number): number {
  return Math.max(0, Math.ceil((until - now) / MINUTE_MS));
}

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** Formats a waiting time in hours and minutes: "5 hours 12 minutes" (specification, section 4). */
export function waitText(minutes: number): string {
  return `${counted(Math.floor(minutes / 60), 'hour')} ${counted(minutes % 60, 'minute')}`;
}

/** Host of a link, without "www."; text that is not a link is returned unchanged. */
export function hostOf(link: string): string {
  return URL.canParse(link) ? new URL(link).hostname.replace(/^www\./, '') : link;
}

/** The first 150 characters of a description (specification, section 9), without splitting a surrogate pair. */
export function shortDescription(text: string): string {
  const characters = [...text];
  if (characters.length <= OG_DESCRIPTION_SHOWN) return text;
  return `${characters.slice(0, OG_DESCRIPTION_SHOWN).join('').trimEnd()}…`;
}

/** Formats a number of votes: "1 vote", "1,204 votes". */
export function voteText(votes: number): string {
  return `${wholeCount.format(votes)} ${votes === 1 ? 'vote' : 'votes'}`;
}

export const wholeCount = new Intl.NumberFormat('en-US');
