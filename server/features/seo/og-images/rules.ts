// Where share pictures and what is drawn in them lie. No I/O.
import { ownPictureFile, profilePictureKey } from '#server/features/members/public.ts';
import type { DrawnCard } from './queries.ts';

/** Shared links are fetched within days; whoever wants an older picture has it drawn again. */
export const DRAWN_KEPT_MS = 30 * 86_400_000;
/** Of some 75 kB each: what pictures may take of the disk, whoever asks for however many. */
export const MOST_DRAWN = 20_000;

export function cardKey({ kind, subject, version }: DrawnCard): string {
  return `cards/${kind}/${subject}/${version}.jpg`;
}

/** Storage keys of the picture that a card shows, by its address, the best one first. */
export function cardPictureKeys(address: string | null): string[] {
  const thumbnail = /^\/public\/thumbnails\/([0-9a-f-]{36}\/[0-9a-f]{16})-1280\.webp$/.exec(address ?? '')?.[1];
  // A small picture has not all widths.
  if (thumbnail) return [1280, 640, 320].map((width) => `t/${thumbnail}-${width}.webp`);
  const key = profilePictureKey(ownPictureFile(address) ?? '');
  return key ? [key] : [];
}
