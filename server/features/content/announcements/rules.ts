// Decisions about announcements without I/O.
import type { AdminAnnouncement, announcementStates } from '#contract/content/announcements.ts';

type Timed = { active: boolean; startsAt: Date; endsAt: Date | null };

/** Whether an announcement is to be seen at a time, and if not, why. */
export function stateOf({ active, startsAt, endsAt }: Timed, now: Date): (typeof announcementStates)[number] {
  if (endsAt && endsAt <= now) return 'over';
  if (!active) return 'paused';
  return startsAt > now ? 'scheduled' : 'running';
}

/** The newest one that runs at a time, of a list whose latest start comes first. */
export function shownOf<T extends Timed>(list: readonly T[], now: Date): T | null {
  return list.find((one) => stateOf(one, now) === 'running') ?? null;
}

/** When something of a list begins or ends next, in milliseconds; infinite when nothing does any more. */
export function msUntilNextChange(list: readonly Timed[], now: Date): number {
  return Math.min(
    ...list
      .filter(({ active }) => active)
      .flatMap(({ startsAt, endsAt }) => [startsAt, ...(endsAt ? [endsAt] : [])])
      .filter((at) => at > now)
      .map((at) => at.getTime()),
  );
}

/** An announcement as administrators see it. */
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
