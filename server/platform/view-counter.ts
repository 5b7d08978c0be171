// Counting views without a write per request: gathered in memory and written every 5 seconds, so that at most that
// much is lost when a process is killed (house.md, "rendering").
import { HOUR_MS } from '#contract/durations.ts';
import type { Logger } from '#server/kit/ops/logger.ts';

const FLUSH_MS = 5000;
/** More views than this in one interval are an attack, not readers. */
const MAX_WAITING = 20_000;

/** Somebody saw something within an hour, which counts once. */
export type View = { id: string; visitor: string; hour: Date };

export type ViewCounter = {
  count(id: string, visitor: string): void;
  flush(): Promise<void>;
  stop(): Promise<void>;
};

type Writing = {
  now(): Date;
  log: Pick<Logger, 'warn'>;
  /** Writes views, which may have been written before. */
  record(views: readonly View[]): Promise<unknown>;
  /** Drops the marks of views of hours before this moment. */
  forget(before: Date): Promise<unknown>;
};

/** Starts a counter. `stop` writes what waits. A failed write is tried again with the next one. */
export function startViewCounter({ now, log, record, forget }: Writing): ViewCounter {
  let waiting = new Map<string, View>();
  let sweptAt = 0;

  const flush = async (): Promise<void> => {
    const batch = waiting;
    waiting = new Map();
    const time = now().getTime();
    try {
      if (batch.size > 0) await record([...batch.values()]);
      if (time - sweptAt > HOUR_MS) {
        sweptAt = time;
        await forget(new Date(time - 2 * HOUR_MS));
      }
    } catch (error) {
      for (const [key, view] of batch) if (waiting.size < MAX_WAITING) waiting.set(key, view);
      log.warn({ err: error, views: batch.size }, 'views could not be written yet');
    }
  };

  const timer = setInterval(() => void flush(), FLUSH_MS);
  timer.unref();
  return {
    count(id, visitor) {
      if (waiting.size >= MAX_WAITING) return;
      const hour = new Date(Math.floor(now().getTime() / HOUR_MS) * HOUR_MS);
      waiting.set(`${id} ${visitor} ${hour.getTime()}`, { id, visitor, hour });
    },
    flush,
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}
