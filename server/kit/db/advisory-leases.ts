// Named locks, each held by one process at a time. If the process dies, its locks are released immediately.

import type pg from 'pg';
import type { Logger } from '#server/kit/ops/logger.ts';
import { createReconnectingPg, type KeptConnection } from './reconnecting-pg.ts';

/** A held lock. `lost` is aborted when the connection breaks, because the database then releases the lock. */
export type KeptLock = { lost: AbortSignal; release(): Promise<void> };

export type KeptLocks = {
  /** Takes a lock without waiting. Resolves to null if this or another process holds it; rejects if the database is down. */
  take(name: string): Promise<KeptLock | null>;
  close(): Promise<void>;
};

/**
 * Session-level advisory locks on a separate connection, which is opened when the first lock is taken.
 * @param options.connection connects to the database itself, not to a pooler (directConnectionOf)
 * @param options.lockClass a number used by no other kind of lock
 */
export function createKeptLocks(options: { connection: pg.ClientConfig; log: Logger; lockClass: number }): KeptLocks {
  const { connection, log, lockClass } = options;
  const held = new Map<string, AbortController>();
  let kept: Promise<KeptConnection> | null = null;

  const connect = (): Promise<KeptConnection> => {
    kept ??= createReconnectingPg({
      connection,
      log,
      setUp: async () => {},
      onLost: () => {
        for (const controller of held.values()) controller.abort();
      },
    }).catch((error: unknown) => {
      kept = null;
      throw error;
    });
    return kept;
  };

  // Statements are serialised, because a connection runs one at a time.
  let last: Promise<unknown> = Promise.resolve();
  const ask = (statement: string, name: string): Promise<{ done: boolean }[]> => {
    const asked = last.then(async () => await (await connect()).query<{ done: boolean }>(statement, [lockClass, name]));
    last = asked.catch(() => {});
    return asked;
  };

  const release = async (name: string, controller: AbortController): Promise<void> => {
    try {
      // If the lock was lost, it is not released here, because another process may hold it by now.
      const isLost = controller.signal.aborted;
      if (!isLost) await ask('select pg_advisory_unlock($1, hashtext($2)) as done', name);
    } catch (error) {
      log.warn({ err: error }, 'Could not release a lock; it is released with its connection');
    } finally {
      held.delete(name);
    }
  };

  return {
    async take(name) {
      // The database would grant a lock again to the session that already holds it.
      if (held.has(name)) return null;
      const controller = new AbortController();
      held.set(name, controller);
      try {
        const [row] = await ask('select pg_try_advisory_lock($1, hashtext($2)) as done', name);
        if (row?.done) return { lost: controller.signal, release: () => release(name, controller) };
        held.delete(name);
        return null;
      } catch (error) {
        held.delete(name);
        throw error;
      }
    },
    async close() {
      if (kept) await (await kept).close();
    },
  };
}
