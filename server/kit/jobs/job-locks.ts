// Frees the jobs of a killed process within seconds. The queue alone would keep them locked for four hours.

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { LOCKS } from '#server/kit/db/locks.ts';
import { createReconnectingPg } from '#server/kit/db/reconnecting-pg.ts';
import type { Logger } from '#server/kit/ops/logger.ts';
import { deleteLeftoverJobs } from './given-up-jobs.ts';

const SWEEP_MS = 15_000;
// A worker's lock is asked for at the moment the worker is made, so its jobs may be some milliseconds older.
const MIN_LOCK_AGE_MS = 2000;
const SETTLE_LIMIT_MS = 5000;
const SETTLE_STEP_MS = 20;

export type JobLocks = {
  /** Marks a worker id as alive for as long as this process is. */
  hold(workerId: string): Promise<void>;
  /** Says that none of this process's workers so far works any more: what they have left behind may be freed by a sweep. */
  letGo(): Promise<void>;
  /** Resolves when no job is locked by this process's workers any more, or after five seconds. */
  settled(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Holds a session's advisory lock under each of this process's worker ids, which PostgreSQL lets go of the moment the
 * process is gone, and sweeps now and every 15 s: jobs locked by a worker whose lock is free become available again.
 * @throws when the database cannot be reached at first
 */
export async function keepJobLocks(options: { pool: pg.Pool; log: Logger; sweepMs?: number }): Promise<JobLocks> {
  const { pool, log, sweepMs = SWEEP_MS } = options;
  const held = new Set<string>();
  let mayBeMissing = false;
  const kept = await createReconnectingPg({
    connection: pool.options,
    log,
    async setUp(client, isAgain) {
      for (const id of held) await client.query(...lockStatement(id));
      // The database was away: give the other processes until the next sweep to take their locks again.
      mayBeMissing = isAgain;
    },
  });

  async function sweep() {
    if (mayBeMissing) {
      mayBeMissing = false;
      return;
    }
    try {
      const freed = await freeDeadWorkers(pool);
      if (freed.length > 0) log.warn({ workers: freed }, 'Jobs of a process that has ended are available again');
      await deleteLeftoverJobs(pool);
    } catch (error) {
      log.warn({ err: error }, 'The sweep of locked jobs failed');
    }
  }

  await sweep();
  const timer = setInterval(sweep, sweepMs);
  timer.unref();

  return {
    async hold(workerId) {
      held.add(workerId);
      await kept.query(...lockStatement(workerId));
    },
    async letGo() {
      const ended = [...held];
      held.clear();
      // Should the connection be lost, so are the locks.
      for (const id of ended) await kept.query(...lockStatement(id, 'pg_advisory_unlock')).catch(() => {});
    },
    async settled() {
      // The queue writes the end of a job without waiting for it, also when it is told to stop.
      const deadline = Date.now() + SETTLE_LIMIT_MS;
      while (Date.now() < deadline && (await hasLockedJobs(pool, [...held]))) await sleep(SETTLE_STEP_MS);
    },
    async close() {
      clearInterval(timer);
      await kept.close();
    },
  };
}

async function hasLockedJobs(pool: pg.Pool, workerIds: string[]): Promise<boolean> {
  const { rowCount } = await pool.query('select from graphile_worker.jobs where locked_by = any($1) limit 1', [
    workerIds,
  ]);
  return rowCount === 1;
}

function lockStatement(workerId: string, act = 'pg_advisory_lock'): [string, unknown[]] {
  return [`select ${act}($1, hashtext($2))`, [LOCKS.jobWorkers, workerId]];
}

// One statement: the lock that shows a worker to be dead is held until its jobs are free, so two sweepers never race.
async function freeDeadWorkers(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ workers: string[] | null }>(
    `with lockers as materialized (
       select distinct locked_by from graphile_worker.jobs
       where locked_by is not null and locked_at < now() - make_interval(secs => $2 / 1000.0)
     ), dead as materialized (
       select locked_by from lockers where pg_try_advisory_xact_lock($1, hashtext(locked_by))
     ), listed as materialized (
       select array_agg(locked_by) as workers from dead
     )
     select workers, graphile_worker.force_unlock_workers(workers) from listed where workers is not null`,
    [LOCKS.jobWorkers, MIN_LOCK_AGE_MS],
  );
  return rows[0]?.workers ?? [];
}
