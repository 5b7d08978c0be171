// Counts views without a database write per request: views are collected in memory and written every 5 seconds. If a process is
// killed, up to 5 seconds of views are lost (house.md, "rendering").
import { HOUR_MS } from '#contract/durations.ts';
import type { Logger } from '#server/kit/ops/logger.ts';

const FLUSH_MS = 5000;
/** Views beyond this number in one interval are treated as an attack and dropped. */
const MAX_WAITING = 20_000;

/** A view, which is counted once per visitor and hour. */
export type View = { id: string; visitor: string; hour: Date };

export type ViewCounter = {
  count(id: string, visitor: string): void;
  flush(): Promise<void>;
  stop(): Promise<void>;
};

type Writing = {
  now(): Date;
  log: Pick<Logger, 'warn'>;
  /** Writes views to the database. Must be idempotent, because a batch may be written again. */
  record(views: readonly View[]): Promise<unknown>;
  /** Deletes deduplication records for hours before this time. */
  forget(before: Date): Promise<unknown>;
};

/** Starts a counter. Views that could not be written are retried with the next batch; `stop` writes the remaining ones. */
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
      log.warn({ err: error, views: batch.size }, 'views could not be written; will retry');
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
