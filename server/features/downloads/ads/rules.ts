// Pure functions for advertisements. No I/O.
import { randomBytes } from 'node:crypto';

/**
 * Picks one item with a probability proportional to its weight, or returns null if the list is empty.
 * @param random from 0 (inclusive) to 1 (exclusive)
 */
export function chooseByWeight<T extends { weight: number }>(from: readonly T[], random: number): T | null {
  let left = random * from.reduce((sum, { weight }) => sum + weight, 0);
  for (const one of from) {
    left -= one.weight;
    if (left < 0) return one;
  }
  return from.at(-1) ?? null;
}

/** Size of an advertisement's picture in pixels. */
export const AD_IMAGE_SIZE = { width: 1280, height: 720 } as const;

const IMAGE_FILE = /^[0-9a-f]{32}\.webp$/;
const IMAGE_NAME_BYTES = 16;

/** A unique storage key for a new picture, independent of its content. */
export function newImageKey(): string {
  return `ads/${randomBytes(IMAGE_NAME_BYTES).toString('hex')}.webp`;
}

/** Storage key for a picture's file name; null for any other name. */
export function imageKeyOf(file: string): string | null {
  return IMAGE_FILE.test(file) ? `ads/${file}` : null;
}

/** URL of a stored picture. */
export function imageUrlOf(key: string | null): string | null {
  return key?.replace(/^ads\//, '/public/creatives/') ?? null;
}
