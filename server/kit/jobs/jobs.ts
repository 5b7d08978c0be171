// Background jobs: rows written in the caller's transaction, run by graphile-worker in any process, at least once.
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type LogFunctionFactory,
  makeWorkerUtils,
  parseCronItems,
  type Runner,
  run,
  type WorkerEvents,
  Logger as WorkerLogger,
} from 'graphile-worker';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import type { z } from 'zod';
import type { DB } from '#db/types.ts';
import type { Logger } from '#server/kit/ops/logger.ts';
import { IS_LEFTOVER } from './given-up-jobs.ts';
import { type JobLocks, keepJobLocks } from './job-locks.ts';

export type JobHelpers = {
  log: Logger;
  /** Aborted a few seconds after the process was asked to stop. */
  signal: AbortSignal;
  /** 1 for the first attempt. */
  attempt: number;
  /** No further attempt follows if this one fails. */
  isLastAttempt: boolean;
};

export type Job<Payload, Deps> = {
  /** `feature.verb-object`. Stored in the database, so a renamed job must also run under its old name for a while. */
  name: string;
  payload: z.ZodType<Payload>;
  /** Must be idempotent, because a job runs again after a crash. If it throws, the job is retried later. */
  run(payload: Payload, deps: Deps, helpers: JobHelpers): Promise<void>;
  /** 10 by default. The delays are about 3 s, 7 s, 20 s and so on; the last attempt is about 4 hours after the first. */
  maxAttempts?: number;
  /** Jobs of the same queue run one after the other, so that long ones leave workers free for the others. */
  queue?: string;
  /** Also runs on this schedule (UTC, five fields) with the payload `{}`, once across all processes. */
  cron?: string;
};

const DEFAULT_ATTEMPTS = 10;
const RESTART_PAUSE_MS = 5000;
/** Any priority above 0, which other jobs have. */
const UNHURRIED = 10;

/**
 * Declares a job; the types of its payload and dependencies are inferred from its schema and its run function.
 * @throws when a job with a cron schedule does not accept the payload `{}`
 */
export function defineJob<Payload, Deps>(job: Job<Payload, Deps>): Job<Payload, Deps> {
  if (job.cron) job.payload.parse({});
  return job;
}

/**
 * Adds a job inside the caller's transaction: it exists if and only if the transaction commits.
 * @param options.runAt earliest time to run
 * @param options.key replaces a waiting job with the same key
 * @param options.isUnhurried lets all other jobs that are due run first
 * @throws ZodError when the payload is invalid
 */
export async function enqueue<Payload, Deps>(
  trx: Kysely<DB>,
  job: Job<Payload, Deps>,
  payload: Payload,
  options: { runAt?: Date; key?: string; isUnhurried?: boolean | undefined } = {},
): Promise<void> {
  const text = JSON.stringify(job.payload.parse(payload));
  await sql`select ${addingJob(job, sql`${text}::json`, options)}`.execute(trx);
}

/** An expression that adds a job, for statements that decide themselves whether it is needed. `payload` is of type json. */
export function addingJob(
  job: Pick<Job<never, never>, 'name' | 'maxAttempts' | 'queue'>,
  payload: RawBuilder<unknown>,
  options: { runAt?: Date; key?: string; isUnhurried?: boolean | undefined } = {},
): RawBuilder<unknown> {
  return sql`graphile_worker.add_job(${job.name}::text, ${payload},
    run_at => ${options.runAt ?? null}::timestamptz, job_key => ${options.key ?? null}::text,
    max_attempts => ${job.maxAttempts ?? DEFAULT_ATTEMPTS}::int, queue_name => ${job.queue ?? null}::text,
    priority => ${options.isUnhurried ? UNHURRIED : 0}::int)`;
}

/** Creates or updates the queue's own tables; safe to run concurrently in several processes. */
export async function migrateJobs(pool: pg.Pool, log?: Logger): Promise<void> {
  const utils = await makeWorkerUtils({ pgPool: pool, ...(log && { logger: loggerFor(log) }) });
  await utils.migrate();
  await utils.release();
}

export type JobRun = {
  job: string;
  outcome: 'done' | 'failed';
  seconds: number;
};

/**
 * Number of jobs with the same name and state, and the waiting time, in seconds, of the oldest job that is due. Jobs of a queue wait
 * for each other, so their time does not count.
 */
export type JobCount = {
  job: string;
  /**
   * `waiting`: due but not started; `later`: not due yet; `retrying`: failed, to be retried later; `given_up`: out of attempts.
   */
  state: 'waiting' | 'later' | 'running' | 'retrying' | 'given_up';
  count: number;
  oldestSeconds: number;
};

/** All jobs of the site by name and state, whichever process runs them; combinations without jobs are left out. */
export async function countJobs(pool: pg.Pool, now: Date): Promise<JobCount[]> {
  const { rows } = await pool.query<JobCount>(
    `select task_identifier as job, state, count(*)::int as count,
       case state when 'waiting' then coalesce(extract(epoch from max($1::timestamptz - run_at) filter (where queue_name is null)), 0) else 0 end::float as "oldestSeconds"
     from graphile_worker.jobs, lateral (select case
       when locked_at is not null then 'running'
       when attempts >= max_attempts then 'given_up'
       when run_at <= $1 then 'waiting'
       when attempts > 0 then 'retrying'
       else 'later' end as state) as states
     where not (${IS_LEFTOVER})
     group by 1, 2`,
    [now],
  );
  return rows;
}

/**
 * Runs jobs in this process until it is stopped. With `workers` 0 it only migrates the queue's tables. Needs two connections in
 * addition to those of the running jobs.
 * @param options.onRun called with each finished run
 * @returns stop(), which takes no new jobs and waits for the running ones
 */
export async function startJobs<Deps>(options: {
  pool: pg.Pool;
  jobs: readonly Job<unknown, Deps>[];
  deps: Deps;
  workers: number;
  log: Logger;
  sweepMs?: number;
  onRun?: ((run: JobRun) => void) | undefined;
}): Promise<{ stop(): Promise<void> }> {
  const { pool, jobs, workers, log, sweepMs } = options;
  const twice = jobs.find((job, index) => jobs.findIndex((other) => other.name === job.name) !== index);
  if (twice) throw new Error(`Two jobs are named ${twice.name}.`);
  await migrateJobs(pool, log);
  if (workers === 0 || jobs.length === 0) return { stop: async () => {} };

  const locks = await keepJobLocks({ pool, log, ...(sweepMs && { sweepMs }) });
  const stopping = new AbortController();
  const { signal } = stopping;
  let runner = await startRunner(options, locks).catch(async (error: unknown) => {
    await locks.close();
    throw error;
  });
  const watching = watch();

  // Restarts the runner if it fails, because the queue can give up while the database is down.
  async function watch() {
    while (!signal.aborted) {
      try {
        await runner.promise;
      } catch (error) {
        log.error({ err: error }, 'The job runner failed');
      }
      if (!signal.aborted) await locks.letGo();
      await sleep(RESTART_PAUSE_MS, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      try {
        runner = await startRunner(options, locks);
        if (signal.aborted) await runner.stop();
      } catch (error) {
        log.error({ err: error }, 'Could not restart the job runner');
      }
    }
  }

  return {
    async stop() {
      if (signal.aborted) return;
      stopping.abort();
      await runner.stop().catch(() => {});
      await watching;
      await locks
        .settled()
        .catch((error: unknown) => log.warn({ err: error }, 'Could not check whether jobs are still running'));
      await locks.close();
    },
  };
}

async function startRunner<Deps>(
  options: {
    pool: pg.Pool;
    jobs: readonly Job<unknown, Deps>[];
    deps: Deps;
    workers: number;
    log: Logger;
    onRun?: ((run: JobRun) => void) | undefined;
  },
  locks: JobLocks,
): Promise<Runner> {
  const { pool, jobs, deps, workers, log, onRun } = options;
  const events: WorkerEvents = new EventEmitter();
  if (onRun) tellRuns(events, onRun);
  const firstLook = Promise.withResolvers<void>();
  firstLook.promise.catch(() => {});
  events.once('worker:getJob:empty', () => firstLook.resolve());
  events.once('job:start', () => firstLook.resolve());
  events.once('worker:getJob:error', ({ error }) => firstLook.reject(error));
  events.on('pool:create', ({ workerPool }) => {
    // If the connection is lost, the ID is remembered and is locked after reconnecting.
    locks.hold(workerPool.id).catch((error: unknown) => log.warn({ err: error }, 'Could not lock a worker yet'));
  });
  const runner = await run({
    pgPool: pool,
    concurrency: workers,
    // Signals are handled by the site's own shutdown, which stops all its parts, including the jobs, in the right order.
    noHandleSignals: true,
    // Without this preset, the queue does not handle errors when it records finished jobs. If the database is down at that
    // moment, the unhandled rejection ends the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    events,
    logger: loggerFor(log),
    taskList: Object.fromEntries(
      jobs.map((job) => [
        job.name,
        async (payload, { job: row, abortSignal }) => {
          const { _cron, ...given } = payload as Record<string, unknown>;
          await job.run(job.payload.parse(given), deps, {
            log,
            signal: abortSignal ?? new AbortController().signal,
            attempt: row.attempts,
            isLastAttempt: row.attempts >= row.max_attempts,
          });
        },
      ]),
    ),
    parsedCronItems: parseCronItems(
      jobs.flatMap(({ name, cron, maxAttempts = DEFAULT_ATTEMPTS }) =>
        cron ? [{ task: name, match: cron, identifier: name, options: { maxAttempts } }] : [],
      ),
    ),
  });
  try {
    // A runner whose first query for jobs fails never finds its tasks again (seen in 0.18.0), so it is discarded.
    await Promise.race([firstLook.promise, runner.promise]);
  } catch (error) {
    await runner.stop().catch(() => {});
    await runner.promise.catch(() => {});
    throw error;
  }
  return runner;
}

function tellRuns(events: WorkerEvents, onRun: (run: JobRun) => void): void {
  const begun = new Map<string, number>();
  events.on('job:start', ({ job }) => void begun.set(job.id, performance.now()));
  events.on('job:complete', ({ job, error }) => {
    const seconds = (performance.now() - (begun.get(job.id) ?? performance.now())) / 1000;
    begun.delete(job.id);
    onRun({ job: job.task_identifier, outcome: error ? 'failed' : 'done', seconds });
  });
}

/**
 * Removes the error's message and stack from the queue's log line, because they may contain anything. They are logged only
 * through `err`.
 */
const withoutError = (message: string): string => message.split(/ with error|: |\n/, 1)[0] ?? '';

// Routine messages are left out, because one per job would flood the log.
function loggerFor(log: Logger): WorkerLogger {
  const factory: LogFunctionFactory = () => (level, message, meta) => {
    const details = meta?.error ? { err: meta.error } : {};
    if (level === 'error') log.error(details, withoutError(message));
    else if (level === 'warning') log.warn(details, withoutError(message));
  };
  return new WorkerLogger(factory);
}
