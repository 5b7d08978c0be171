// Storage keys of share images and of the pictures in them. No I/O.
import { ownPictureFile, profilePictureKey } from '#server/features/members/public.ts';
import type { DrawnCard } from './queries.ts';

/** Shared links are usually fetched within days; an older image is drawn again on request. */
export const DRAWN_KEPT_MS = 30 * 86_400_000;
/** Maximum number of stored share images, to limit their disk space; each takes about 75 kB. */
export const MOST_DRAWN = 20_000;

export function cardKey({ kind, subject, version }: DrawnCard): string {
  return `cards/${kind}/${subject}/${version}.jpg`;
}

/** Storage keys of the picture on a card, largest width first. */
export function cardPictureKeys(address: string | null): string[] {
  const thumbnail = /^\/public\/thumbnails\/([0-9a-f-]{36}\/[0-9a-f]{16})-1280\.webp$/.exec(address ?? '')?.[1];
  // Small pictures are not stored in every width.
  if (thumbnail) return [1280, 640, 320].map((width) => `t/${thumbnail}-${width}.webp`);
  const key = profilePictureKey(ownPictureFile(address) ?? '');
  return key ? [key] : [];
}
