// Sends the number of unread notifications to a person's open pages, in whichever process they are connected to.
import type { Deps } from '#server/deps.ts';
import { createSemaphore } from '#server/kit/jobs/semaphore.ts';
import type { Realtime } from '#server/platform/realtime.ts';
import { countUnread, NOTIFICATIONS_TOPIC } from './queries.ts';

/** Counts at the same time in this process, so that an upload with many followers online leaves connections for requests. */
const COUNTS_AT_ONCE = 2;

/**
 * Starts listening for changes. Every process hears about each change and tells only its own sockets, so this needs no Redis.
 * Several changes for a person while a count runs cause one more count.
 */
export function startNotificationEvents(
  { bus, db, log, now, notificationKinds }: Pick<Deps, 'bus' | 'db' | 'log' | 'now' | 'notificationKinds'>,
  realtime: Pick<Realtime, 'hasPerson' | 'people' | 'tellPerson'>,
) {
  const underWay = new Map<string, { again: boolean; done: Promise<void> }>();
  const takeTurn = createSemaphore({ atOnce: COUNTS_AT_ONCE, waiting: Number.POSITIVE_INFINITY });
  let isStopped = false;

  const tell = async (personId: string, state: { again: boolean }): Promise<void> => {
    const endTurn = await takeTurn();
    try {
      while (state.again && !isStopped && realtime.hasPerson(personId)) {
        state.again = false;
        const unread = await countUnread(db, personId, { all: notificationKinds, now: now() });
        realtime.tellPerson(personId, 'notifications', { unread });
      }
    } catch (error) {
      // The page shows the right number when it is next loaded.
      log.warn({ err: error }, 'unread notifications could not be counted');
    } finally {
      underWay.delete(personId);
      endTurn?.();
    }
  };

  const changed = (personId: string): void => {
    if (isStopped || !realtime.hasPerson(personId)) return;
    const running = underWay.get(personId);
    if (running) {
      running.again = true;
      return;
    }
    const state = { again: true, done: Promise.resolve() };
    underWay.set(personId, state);
    state.done = tell(personId, state);
  };

  const ends = [
    bus.subscribe(NOTIFICATIONS_TOPIC, changed),
    // Changes may have been missed while the bus was disconnected.
    bus.onReset(() => {
      for (const personId of realtime.people()) changed(personId);
    }),
  ];

  return {
    async stop(): Promise<void> {
      isStopped = true;
      for (const end of ends) end();
      await Promise.all([...underWay.values()].map(({ done }) => done));
    },
  };
}
