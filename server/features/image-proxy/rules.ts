// Pure functions for the image proxy. No I/O.

import { createHash } from 'node:crypto';
import { thumbnailUrl } from '#server/features/resources/public.ts';

/** An image older than this is fetched again when requested. */
const FRESH_MS = 7 * 86_400_000;
/** How long to wait before retrying a failed fetch. */
export const FAILURE_KEPT_MS = 600_000;
/** How long an image that could not be fetched is left out of the board before it is tried again. */
export const UNREADABLE_MS = 86_400_000;
/** Maximum time to fetch and re-encode an image; after that, the process is assumed to have died. */
export const READING_MS = 60_000;
/** Maximum clock difference between machines. */
const CLOCKS_APART_MS = 10_000;
/** Images that were last fetched this long ago are deleted. Images in use are fetched again before that. */
export const UNUSED_KEPT_MS = 30 * 86_400_000;
/** Maximum dimensions of images that are sent. */
export const PROXIED_SIZE = { width: 1200, height: 1200, whole: true };

/** Key under which a URL is stored. */
export function addressHash(address: string): Buffer {
  return createHash('sha256').update(address).digest();
}
export function proxiedKey(hash: Buffer): string {
  return `elsewhere/${hash.toString('hex')}.webp`;
}

/** Rate limit key for fetches on behalf of a person. */
export function outgoingReadsKey(who: string): string {
  return `outgoing reads ${who}`;
}

export type Known = { key: string | null; readAt: Date; failedAt: Date | null; readingUntil: Date };

/**
 * Whether a timestamp is still in effect. If it is further in the future than its own lifetime, it was written by a clock that
 * has since been set back.
 */
const counts = (mark: Date, spanMs: number, now: Date): boolean => Math.abs(now.getTime() - mark.getTime()) < spanMs;

/** What to do with a requested image, based on what is known about its URL. */
export function decideReading(known: Known | undefined, now: Date): 'show' | 'refuse' | 'wait' | 'read' {
  if (!known) return 'read';
  const { key, readAt, failedAt, readingUntil } = known;
  if (key && counts(readAt, FRESH_MS, now)) return 'show';
  if (failedAt && counts(failedAt, FAILURE_KEPT_MS, now)) return key ? 'show' : 'refuse';
  // While a new image is being fetched, the old one is shown if there is one.
  if (readingUntil > now && readingUntil.getTime() - now.getTime() <= READING_MS + CLOCKS_APART_MS)
    return key ? 'show' : 'wait';
  return 'read';
}

/** Every URL under which a resource's own images are shown. */
export function ownPictures({ thumbnailKey, stripKey }: { thumbnailKey: string | null; stripKey: string | null }) {
  const thumbnails = ([320, 640, 1280] as const).map((width) => thumbnailUrl(thumbnailKey, width));
  return [...thumbnails, ...(stripKey === null ? [] : [`/public/thumbnails/${stripKey}`])];
}
