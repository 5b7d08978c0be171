import { randomBytes } from 'node:crypto';
import { DAY_MS } from '#contract/durations.ts';
import { FORMER_USERNAME_DAYS } from '#contract/members/limits.ts';
import { containing } from '#server/kit/db/like.ts';

/** `<user id>-<hexadecimal digits>.webp`, as the column holds it: a new picture has a new name. */
const PICTURE_FILE = /^([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})-([0-9a-f]{16,64})\.webp$/;

/** Bytes of chance in a picture's name: it says nothing of the content, and no name is ever given twice. */
const PICTURE_NAME_BYTES = 16;

/** A name for a new picture of somebody. */
export function newProfilePictureFile(userId: string): string {
  return `${userId}-${randomBytes(PICTURE_NAME_BYTES).toString('hex')}.webp`;
}

/** Pixels of the pictures that profiles show. */
export const pictureSizes = {
  avatar: { width: 512, height: 512 },
  banner: { width: 1500, height: 500 },
} as const;

/**
 * Former names that somebody may have at once. Each is kept from everybody else for 90 days, so that without an end one
 * person could take them all.
 */
export const MOST_FORMER_NAMES = 10;

/** Until when a name that is given up at a time leads to its owner. */
export function formerNameEnd(givenUpAt: Date): Date {
  return new Date(givenUpAt.getTime() + FORMER_USERNAME_DAYS * DAY_MS);
}

/** Storage key of a picture's file name; null for any other name. */
export function profilePictureKey(file: string): string | null {
  const [, userId, name] = PICTURE_FILE.exec(file) ?? [];
  return userId && name ? `u/${userId}/${name}.webp` : null;
}

/** The file name in a stored picture value, if it is a picture that the site itself keeps. */
export function ownPictureFile(value: string | null): string | null {
  const file = value?.replace(/^\/public\/users\//, '') ?? '';
  return profilePictureKey(file) ? file : null;
}

/**
 * A search within one person's uploads as patterns, each of which must be found (specification, section 6): its words,
 * anywhere in title, editor, description or tags.
 */
export function searchPatterns(search: string): string[] {
  return [...new Set(search.split(/\s+/).filter((word) => word !== ''))].map(containing);
}
