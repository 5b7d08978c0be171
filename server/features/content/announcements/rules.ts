// Pure functions for announcements. No I/O.
import type { AdminAnnouncement, announcementStates } from '#contract/content/announcements.ts';

type Timed = { active: boolean; startsAt: Date; endsAt: Date | null };

/** Whether an announcement is running at a given time and, if not, why. */
export function stateOf({ active, startsAt, endsAt }: Timed, now: Date): (typeof announcementStates)[number] {
  if (endsAt && endsAt <= now) return 'over';
  if (!active) return 'paused';
  return startsAt > now ? 'scheduled' : 'running';
}

/** The active announcement with the latest start; the list must be sorted by start, latest first. */
export function shownOf<T extends Timed>(list: readonly T[], now: Date): T | null {
  return list.find((one) => stateOf(one, now) === 'running') ?? null;
}

/** Time of the next start or end, in milliseconds since the epoch; Infinity if none is scheduled. */
export function msUntilNextChange(list: readonly Timed[], now: Date): number {
  return Math.min(
    ...list
      .filter(({ active }) => active)
      .flatMap(({ startsAt, endsAt }) => [startsAt, ...(endsAt ? [endsAt] : [])])
      .filter((at) => at > now)
      .map((at) => at.getTime()),
  );
}

/** Maps an announcement to its representation in the admin panel. */
export function presentAnnouncement(
  row: Timed & { id: string; text: string; link: string | null },
  { now, shownId }: { now: Date; shownId: string | null },
): AdminAnnouncement {
  return {
    id: row.id,
    text: row.text,
    link: row.link,
    active: row.active,
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt?.toISOString() ?? null,
    state: stateOf(row, now),
    isShown: row.id === shownId,
  };
}
