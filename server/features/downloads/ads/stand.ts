// Caches active advertisements in memory and buffers their counts, which are written every five seconds. Showing an advertisement
// therefore never waits for a write, and a killed process loses at most five seconds of counts.
import type { Deps } from '#server/deps.ts';
import { addToCounts, findShownAds, type ShownAd } from './queries.ts';
import { chooseByWeight } from './rules.ts';

const FLUSH_MS = 5000;

type Counts = { impressions: number; clicks: number };

export type AdStand = {
  /** An active advertisement, picked by weight; null if no advertisement is active. */
  choose(): Promise<ShownAd | null>;
  count(id: string, what: keyof Counts): void;
  /** Writes pending counts once any write in progress has finished. */
  flush(): Promise<void>;
  stop(): Promise<void>;
};

export const AD_TOPIC = 'ads';

/** Starts the cache. `random` returns numbers from 0 (inclusive) to 1 (exclusive). */
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
    // One statement per row, because updating several rows together could cause a deadlock between two processes.
    for (const [id, counts] of batch) {
      try {
        await addToCounts(db, id, counts);
      } catch (error) {
        add(id, counts);
        log.warn({ err: error, ad: id }, 'could not save ad counts; will try again');
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
