// Keeps the current announcements in memory, because every page needs them and cached pages must not show expired ones.
import type { Announcement } from '#contract/content/announcements.ts';
import type { Deps } from '#server/deps.ts';
import { type AnnouncementRow, findComing } from './queries.ts';
import { msUntilNextChange, shownOf } from './rules.ts';

export const ANNOUNCEMENT_TOPIC = 'announcements';

/** Cookie with the id of the announcement that was closed in this browser. */
export const CLOSED_COOKIE = 'announcement';

export type Announcing = {
  /** The announcement to show; null if nothing is active or it was closed in this browser. */
  shownTo(closed: string | undefined): Promise<Announcement | null>;
  /** Whether this browser has closed the current announcement. Waits for the database only after a change. */
  isClosed(closed: string | undefined): boolean | Promise<boolean>;
  /** Calls the listener when an announcement starts or ends on schedule, before the next page is sent. */
  onTurn(listener: () => void): void;
};

export function createAnnouncing({ db, bus, now }: Pick<Deps, 'db' | 'bus' | 'now'>): Announcing {
  let reading: Promise<AnnouncementRow[]> | null = null;
  let known: AnnouncementRow[] | null = null;
  let turnsAt = Number.POSITIVE_INFINITY;
  const listeners: (() => void)[] = [];

  const drop = (): void => {
    reading = null;
    known = null;
    turnsAt = Number.POSITIVE_INFINITY;
  };
  bus.subscribe(ANNOUNCEMENT_TOPIC, drop);
  bus.onReset(drop);

  const get = (): Promise<AnnouncementRow[]> => {
    if (reading) return reading;
    const asked = findComing(db, now()).then(
      (list) => {
        if (reading === asked) {
          known = list;
          turnsAt = msUntilNextChange(list, now());
        }
        return list;
      },
      (error: unknown) => {
        if (reading === asked) drop();
        throw error;
      },
    );
    reading = asked;
    return asked;
  };

  const turn = (): void => {
    if (!known || now().getTime() < turnsAt) return;
    turnsAt = msUntilNextChange(known, now());
    for (const listener of listeners) listener();
  };

  return {
    async shownTo(closed) {
      const shown = shownOf(await get(), now());
      return shown && shown.id !== closed ? { id: shown.id, text: shown.text, link: shown.link } : null;
    },
    isClosed(closed) {
      turn();
      if (!closed) return false;
      if (known) return shownOf(known, now())?.id === closed;
      return get().then((list) => shownOf(list, now())?.id === closed);
    },
    onTurn: (listener) => void listeners.push(listener),
  };
}
