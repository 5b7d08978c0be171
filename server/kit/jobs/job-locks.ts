// Frees the jobs of a killed process within seconds. The queue alone would keep them locked for four hours.

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { LOCKS } from '#server/kit/db/locks.ts';
import { createReconnectingPg } from '#server/kit/db/reconnecting-pg.ts';
import type { Logger } from '#server/kit/ops/logger.ts';
import { deleteLeftoverJobs } from './given-up-jobs.ts';

const SWEEP_MS = 15_000;
// A worker's lock is requested when the worker is created, so its jobs may be a few milliseconds older than the lock.
const MIN_LOCK_AGE_MS = 2000;
const SETTLE_LIMIT_MS = 5000;
const SETTLE_STEP_MS = 20;

export type JobLocks = {
  /** Marks a worker ID as alive for as long as this process lives. */
  hold(workerId: string): Promise<void>;
  /** Declares all current workers of this process dead, so that a sweep frees the jobs they left behind. */
  letGo(): Promise<void>;
  /** Resolves when no job is locked by this process's workers any more, or after five seconds. */
  settled(): Promise<void>;
  close(): Promise<void>;
};

/**
 * For each of this process's worker IDs, holds a session advisory lock, which PostgreSQL releases as soon as the process is gone.
 * Sweeps now and every 15 s: jobs locked by a worker whose advisory lock is free become available again.
 * @throws when the first connection fails
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
      // After an outage, the next sweep is skipped, so that other processes have time to take their locks again.
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
      if (freed.length > 0) log.warn({ workers: freed }, 'Released the jobs of a process that has ended');
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
      // If the connection is lost, the locks are released with it.
      for (const id of ended) await kept.query(...lockStatement(id, 'pg_advisory_unlock')).catch(() => {});
    },
    async settled() {
      // Even when it is being stopped, the queue does not wait until the end of a job has been written to the database.
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

// Uses a single statement, so that the lock that proves a worker dead is held until its jobs are free. Two sweeps therefore never
// race.
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
