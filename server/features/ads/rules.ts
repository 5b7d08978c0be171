// Decisions about advertisements and announcements without I/O.
import { randomBytes } from 'node:crypto';
import type { AdminAnnouncement, announcementStates } from '#contract/ads.ts';

/**
 * Chooses one, each as often as its weight is part of the sum; null of none.
 * @param random at least 0, less than 1
 */
export const chooseByWeight = <T extends { weight: number }>(from: readonly T[], random: number): T | null => {
  let left = random * from.reduce((sum, { weight }) => sum + weight, 0);
  for (const one of from) {
    left -= one.weight;
    if (left < 0) return one;
  }
  return from.at(-1) ?? null;
};

/** Pixels of an advertisement's picture. */
export const AD_IMAGE_SIZE = { width: 1280, height: 720 } as const;

const IMAGE_FILE = /^[0-9a-f]{32}\.webp$/;
const IMAGE_NAME_BYTES = 16;

/** A storage key for a new picture: it says nothing of the content, and none is ever given twice. */
export const newImageKey = (): string => `ads/${randomBytes(IMAGE_NAME_BYTES).toString('hex')}.webp`;

/** Storage key of a picture's file name; null for any other name. */
export const imageKeyOf = (file: string): string | null => (IMAGE_FILE.test(file) ? `ads/${file}` : null);

/** Address of a stored picture. */
export const imageUrlOf = (key: string | null): string | null => key?.replace(/^ads\//, '/public/creatives/') ?? null;

type Timed = { active: boolean; startsAt: Date; endsAt: Date | null };

/** Whether an announcement is to be seen at a time, and if not, why. */
export const stateOf = ({ active, startsAt, endsAt }: Timed, now: Date): (typeof announcementStates)[number] => {
  if (endsAt && endsAt <= now) return 'over';
  if (!active) return 'paused';
  return startsAt > now ? 'scheduled' : 'running';
};

/** The newest one that runs at a time, of a list whose latest start comes first. */
export const shownOf = <T extends Timed>(list: readonly T[], now: Date): T | null =>
  list.find((one) => stateOf(one, now) === 'running') ?? null;

/** When something of a list begins or ends next, in milliseconds; infinite when nothing does any more. */
export const nextTurn = (list: readonly Timed[], now: Date): number =>
  Math.min(
    ...list
      .filter(({ active }) => active)
      .flatMap(({ startsAt, endsAt }) => [startsAt, ...(endsAt ? [endsAt] : [])])
      .filter((at) => at > now)
      .map((at) => at.getTime()),
  );

/** An announcement as administrators see it. */
export const presentAnnouncement = (
  row: Timed & { id: string; text: string; link: string | null },
  { now, shownId }: { now: Date; shownId: string | null },
): AdminAnnouncement => ({
  id: row.id,
  text: row.text,
  link: row.link,
  active: row.active,
  startsAt: row.startsAt.toISOString(),
  endsAt: row.endsAt?.toISOString() ?? null,
  state: stateOf(row, now),
  isShown: row.id === shownId,
});
