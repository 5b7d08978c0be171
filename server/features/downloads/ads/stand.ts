// The advertisements that are shown, kept in memory, and their counts: gathered in memory too and written every five
// seconds, so that no offer waits for them and at most that much is lost when a process is killed.
import type { Deps } from '#server/deps.ts';
import { addToCounts, findShownAds, type ShownAd } from './queries.ts';
import { chooseByWeight } from './rules.ts';

const FLUSH_MS = 5000;

type Counts = { impressions: number; clicks: number };

export type AdStand = {
  /** One of the advertisements that are shown, by their weights; null without any. */
  choose(): Promise<ShownAd | null>;
  count(id: string, what: keyof Counts): void;
  /** Writes what waits, after what is being written already. */
  flush(): Promise<void>;
  stop(): Promise<void>;
};

export const AD_TOPIC = 'ads';

/** Starts the stand. `random` answers numbers from 0 to below 1. */
export function startAdStand(
  { db, bus, log }: Pick<Deps, 'db' | 'bus' | 'log'>,
  random: () => number = Math.random,
): AdStand {
  let known: Promise<ShownAd[]> | null = null;
  const drop = (): void => {
    known = null;
  };
  bus.subscribe(AD_TOPIC, drop);
  bus.onReset(drop);

  let waiting = new Map<string, Counts>();
  const add = (id: string, { impressions, clicks }: Counts): void => {
    const counts = waiting.get(id) ?? { impressions: 0, clicks: 0 };
    waiting.set(id, { impressions: counts.impressions + impressions, clicks: counts.clicks + clicks });
  };

  const write = async (): Promise<void> => {
    const batch = waiting;
    waiting = new Map();
    // One statement for each: rows that are changed together would be locked in any order, and two processes could meet.
    for (const [id, counts] of batch) {
      try {
        await addToCounts(db, id, counts);
      } catch (error) {
        add(id, counts);
        log.warn({ err: error, ad: id }, 'counts of an advertisement could not be written yet');
      }
    }
  };

  let writing = Promise.resolve();
  const flush = (): Promise<void> => {
    writing = writing.then(write);
    return writing;
  };
  const timer = setInterval(() => void flush(), FLUSH_MS);
  timer.unref();

  return {
    async choose() {
      known ??= findShownAds(db);
      const reading = known;
      try {
        return chooseByWeight(await reading, random());
      } catch (error) {
        if (known === reading) drop();
        throw error;
      }
    },
    count: (id, what) => add(id, { impressions: 0, clicks: 0, [what]: 1 }),
    flush,
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}
