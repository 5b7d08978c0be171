// Counting views without a write per request: gathered in memory and written every 5 seconds, so that at most that
// much is lost when a process is killed (house.md, "rendering").
import type { Deps } from '../../deps.ts';
import { forgetOldViews, recordViews } from './queries.ts';

const FLUSH_MS = 5000;
const HOUR_MS = 3_600_000;
/** More views than this in one interval are an attack, not readers. */
const MAX_WAITING = 20_000;

export type ViewCounter = {
  count(resourceId: string, visitor: string): void;
  flush(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts the counter. `stop` writes what waits. A failed write is tried again with the next one. */
export const startViewCounter = (deps: Pick<Deps, 'db' | 'now' | 'log'>): ViewCounter => {
  let waiting = new Map<string, { resourceId: string; visitor: string; hour: Date }>();
  let sweptAt = 0;

  const flush = async (): Promise<void> => {
    const batch = waiting;
    waiting = new Map();
    const now = deps.now().getTime();
    try {
      if (batch.size > 0) await recordViews(deps.db, [...batch.values()]);
      if (now - sweptAt > HOUR_MS) {
        sweptAt = now;
        await forgetOldViews(deps.db, new Date(now - 2 * HOUR_MS));
      }
    } catch (error) {
      for (const [key, view] of batch) if (waiting.size < MAX_WAITING) waiting.set(key, view);
      deps.log.warn({ err: error, views: batch.size }, 'views could not be written yet');
    }
  };

  const timer = setInterval(() => void flush(), FLUSH_MS);
  timer.unref();
  return {
    count(resourceId, visitor) {
      if (waiting.size >= MAX_WAITING) return;
      const hour = new Date(Math.floor(deps.now().getTime() / HOUR_MS) * HOUR_MS);
      waiting.set(`${resourceId} ${visitor} ${hour.getTime()}`, { resourceId, visitor, hour });
    },
    flush,
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
};
