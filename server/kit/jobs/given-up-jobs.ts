// Lists, retries and deletes jobs that have used up their attempts, and distinguishes them from leftovers of the queue.
import type pg from 'pg';

/**
 * SQL condition on graphile_worker.jobs that matches leftovers of the queue. When a job with a key is added while its predecessor
 * runs, the queue clears the predecessor's key and sets its attempts to the maximum. If its worker is killed, the row remains
 * although the new job has taken over its work. A killed run of a cron job with a single attempt looks the same; its next run
 * does the work.
 */
export const IS_LEFTOVER = 'key is null and last_error is null and attempts >= max_attempts and locked_at is null';

/** SQL condition that matches jobs whose last attempt really failed. */
export const IS_GIVEN_UP = `attempts >= max_attempts and locked_at is null and not (${IS_LEFTOVER})`;

/** Deletes leftovers of the queue. @returns how many were deleted */
export async function deleteLeftoverJobs(pool: pg.Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `select from graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where ${IS_LEFTOVER}))`,
  );
  return rowCount ?? 0;
}

export type GivenUpJob = { id: string; job: string; tries: number; lastTry: Date; error: string };

/** Jobs that were given up, oldest first. `error` is a single line. */
export async function listGivenUpJobs(pool: pg.Pool): Promise<GivenUpJob[]> {
  const { rows } = await pool.query<GivenUpJob>(
    `select id::text, task_identifier as job, attempts::int as tries, updated_at as "lastTry",
       split_part(coalesce(last_error, 'killed in its last try'), E'\\n', 1) as error
     from graphile_worker.jobs where ${IS_GIVEN_UP} order by updated_at, id`,
  );
  return rows;
}

/** Given-up jobs with any of these IDs or names; `all` selects all of them. */
const CHOSEN = `array(select id from graphile_worker.jobs
  where ${IS_GIVEN_UP} and ('all' = any($1) or id::text = any($1) or task_identifier = any($1)))`;

/** Retries given-up jobs, starting again at the first attempt. @returns how many will be retried */
export async function retryGivenUpJobs(pool: pg.Pool, chosen: readonly string[]): Promise<number> {
  const { rowCount } = await pool.query(
    `select from graphile_worker.reschedule_jobs(${CHOSEN}, run_at => now(), attempts => 0)`,
    [chosen],
  );
  return rowCount ?? 0;
}

/** Deletes given-up jobs, so their work is never done. @returns how many were deleted */
export async function deleteGivenUpJobs(pool: pg.Pool, chosen: readonly string[]): Promise<number> {
  const { rowCount } = await pool.query(`select from graphile_worker.complete_jobs(${CHOSEN})`, [chosen]);
  return rowCount ?? 0;
}
