// Decisions about pictures from elsewhere without I/O.

import { createHash } from 'node:crypto';
import { thumbnailUrl } from '#server/features/resources/public.ts';

/** A picture is read again when somebody wants to see one that is older. */
const FRESH_MS = 7 * 86_400_000;
/** What could not be read is not tried again before. */
export const FAILURE_KEPT_MS = 600_000;
/** For so long nobody is shown the address of what could not be read: then a site that was away has another chance. */
export const UNREADABLE_MS = 86_400_000;
/** A reading and the drawing are over by then, or whoever had them in hand is no more. */
export const READING_MS = 60_000;
/** The clocks of several machines are no further apart. */
const CLOCKS_APART_MS = 10_000;
/** A picture that nobody wanted to see since it was fresh goes. */
export const UNUSED_KEPT_MS = 30 * 86_400_000;
/** Nothing that is sent is wider or higher. */
export const PROXIED_SIZE = { width: 1200, height: 1200, whole: true };

/** Under which an address is known here. */
export function addressHash(address: string): Buffer {
  return createHash('sha256').update(address).digest();
}
export function proxiedKey(hash: Buffer): string {
  return `elsewhere/${hash.toString('hex')}.webp`;
}

/** What counts the addresses that are read for somebody. */
export function outgoingReadsKey(who: string): string {
  return `outgoing reads ${who}`;
}

export type Known = { key: string | null; readAt: Date; failedAt: Date | null; readingUntil: Date };

/** Whether a mark still counts. One that lies further ahead than its own span was set by a clock that was put back since. */
const counts = (mark: Date, spanMs: number, now: Date): boolean => Math.abs(now.getTime() - mark.getTime()) < spanMs;

/** What happens to a picture that somebody wants to see, by what is known of its address. */
export function decideReading(known: Known | undefined, now: Date): 'show' | 'refuse' | 'wait' | 'read' {
  if (!known) return 'read';
  const { key, readAt, failedAt, readingUntil } = known;
  if (key && counts(readAt, FRESH_MS, now)) return 'show';
  if (failedAt && counts(failedAt, FAILURE_KEPT_MS, now)) return key ? 'show' : 'refuse';
  // Better an old picture than none while a new one is read.
  if (readingUntil > now && readingUntil.getTime() - now.getTime() <= READING_MS + CLOCKS_APART_MS)
    return key ? 'show' : 'wait';
  return 'read';
}

/** Every address under which a resource's own pictures are shown. */
export function ownPictures({ thumbnailKey, stripKey }: { thumbnailKey: string | null; stripKey: string | null }) {
  const thumbnails = ([320, 640, 1280] as const).map((width) => thumbnailUrl(thumbnailKey, width));
  return [...thumbnails, ...(stripKey === null ? [] : [`/public/thumbnails/${stripKey}`])];
}
