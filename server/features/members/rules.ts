import { randomBytes } from 'node:crypto';
import { DAY_MS } from '#contract/durations.ts';
import { FORMER_USERNAME_DAYS } from '#contract/members/limits.ts';
import { containing } from '#server/kit/db/like.ts';

/** A picture's file name as stored in the database: `<user id>-<hex digits>.webp`. Every new picture gets a new name. */
const PICTURE_FILE = /^([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})-([0-9a-f]{16,64})\.webp$/;

/** Number of random bytes in a picture's name, which reveals nothing about the content and is never reused. */
const PICTURE_NAME_BYTES = 16;

export function newProfilePictureFile(userId: string): string {
  return `${userId}-${randomBytes(PICTURE_NAME_BYTES).toString('hex')}.webp`;
}

/** Sizes of profile pictures, in pixels. */
export const pictureSizes = {
  avatar: { width: 512, height: 512 },
  banner: { width: 1500, height: 500 },
} as const;

/**
 * Maximum number of former names per user. Each is reserved for 90 days, so without a limit one person could reserve any number
 * of names.
 */
export const MOST_FORMER_NAMES = 10;

/** The time from which a username no longer redirects to the user who gave it up at `givenUpAt`. */
export function formerNameEnd(givenUpAt: Date): Date {
  return new Date(givenUpAt.getTime() + FORMER_USERNAME_DAYS * DAY_MS);
}

/** Storage key for a picture's file name; null for any other name. */
export function profilePictureKey(file: string): string | null {
  const [, userId, name] = PICTURE_FILE.exec(file) ?? [];
  return userId && name ? `u/${userId}/${name}.webp` : null;
}

/** File name of a profile picture that this site stores; null for any other value. */
export function ownPictureFile(value: string | null): string | null {
  const file = value?.replace(/^\/public\/users\//, '') ?? '';
  return profilePictureKey(file) ? file : null;
}

/**
 * LIKE patterns for a search within one user's uploads: every word must occur somewhere in title, editor, description or
 * tags (specification, section 6).
 */
export function searchPatterns(search: string): string[] {
  return [...new Set(search.split(/\s+/).filter((word) => word !== ''))].map(containing);
}
