// The site's own metrics for monitoring, in addition to request and Node metrics; see docs/operations.md.
import type { Pool } from 'pg';
import { countSessionsByState } from '#server/features/uploads/sessions/queries.ts';
import { backupAges } from '#server/kit/backup/backup-note.ts';
import { createMemory } from '#server/kit/db/cache.ts';
import { countJobs, type JobCount, type JobRun } from '#server/kit/jobs/jobs.ts';
import type { Metrics } from '#server/kit/ops/metrics.ts';
import { readVersion } from '#server/kit/ops/version.ts';
import { findIsolation } from '#server/kit/security/isolation-level.ts';
import { meterStorage, type StorageFailure } from '#server/kit/storage/meter.ts';
import type { Storage } from '#server/kit/storage/storage.ts';
import { sendPlainMail, sendQueuedMail } from '#server/platform/mail.ts';
import type { Deps } from './deps.ts';

/** Minimum interval in milliseconds between database queries for shared metrics, however often they are scraped. */
const SHARED_MS = 2000;

/** All kinds of failure as values; `satisfies` keeps the list complete. */
const FAILURES = Object.keys({
  missing: 0,
  full: 0,
  damaged: 0,
  unavailable: 0,
  other: 0,
} satisfies Record<StorageFailure, 0>);

/** Names of the storage operations for which failures are counted. */
const operationsOf = (storage: Storage): Set<string> =>
  new Set(
    [storage, storage.partials].flatMap((part) =>
      Object.entries(part).flatMap(([name, value]) => (typeof value === 'function' ? [name] : [])),
    ),
  );

/** Wraps the storage to count its failures, bytes and open files. */
export function watchStorage(storage: Storage, metrics: Metrics): Storage {
  let held = 0;
  const fail = metrics.count('helix_storage_errors_total', 'Failed storage operations.', ['operation', 'kind']);
  // Initialise to 0, because a counter that first appears with the value 1 would show no increase.
  for (const operation of operationsOf(storage)) for (const kind of FAILURES) fail({ operation, kind }, 0);
  const move = metrics.count('helix_storage_bytes_total', 'File bytes read and written by this process.', [
    'direction',
  ]);
  metrics.watch('helix_storage_files_open', 'Files open for reading: downloads, checks, previews.', () => held);
  metrics.watch('helix_storage_free_bytes', 'Free space for files; omitted when there is no known limit.', async () => {
    const space = await storage.partials.space();
    return space?.free ?? null;
  });
  return meterStorage(storage, {
    failed: (operation, kind) => fail({ operation, kind }),
    held: (by) => {
      held += by;
    },
    moved: (direction, bytes) => move({ direction }, bytes),
  });
}

/** Records each job run in this process. */
export function watchRuns(metrics: Metrics): (run: JobRun) => void {
  const count = metrics.count('helix_job_runs_total', 'Job runs that ended in this process.', ['job', 'outcome']);
  const time = metrics.time('helix_job_seconds', 'Duration of job runs in seconds.', {
    labels: ['job'],
    buckets: [0.01, 0.1, 1, 10, 60, 600],
  });
  return ({ job, outcome, seconds }) => {
    count({ job, outcome });
    time({ job }, seconds);
  };
}

/** Metrics of this process's connection pool. */
const watchPool = (pool: Pool, metrics: Metrics): void => {
  metrics.watchEach('helix_database_connections', 'Database connections of this process.', ['state'], () => [
    { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
    { labels: { state: 'idle' }, value: pool.idleCount },
  ]);
  metrics.watch('helix_database_connections_max', 'Maximum database connections per process.', () => pool.options.max);
  metrics.watch(
    'helix_database_waiting',
    'Requests and jobs waiting for a database connection; more than a few means the pool is too small.',
    () => pool.waitingCount,
  );
};

/** Metrics that the site's processes share, and the state of the database. */
export function watchSite(
  { config, db, pool, now }: Pick<Deps, 'config' | 'db' | 'pool' | 'now'>,
  metrics: Metrics,
): void {
  watchPool(pool, metrics);
  metrics.watchEach('helix_build_info', 'Always 1; the label is the running version.', ['version'], () => [
    { labels: { version: readVersion(config.projectDir) }, value: 1 },
  ]);
  metrics.watchEach(
    'helix_backup_age_seconds',
    'Time since the last good backup made from this DATA_DIR, for rows and for files; omitted before the first one.',
    ['content'],
    () => backupAges(config.dataDir, now()).map(({ content, seconds }) => ({ labels: { content }, value: seconds })),
  );
  metrics.watchEach('helix_isolation', '1 for the isolation level of upload checks.', ['level'], async () => [
    { labels: { level: (await findIsolation()).level }, value: 1 },
  ]);
  const memory = createMemory<JobCount[]>({ max: 1, ttlMs: SHARED_MS });
  const jobs = (): Promise<JobCount[]> => memory.get('jobs', () => countJobs(pool, now()));

  metrics.watch('helix_database_up', '1 if the database answers a query, otherwise 0.', () =>
    jobs().then(
      () => 1,
      () => 0,
    ),
  );
  metrics.watchEach(
    'helix_jobs',
    'Jobs of the site by name and state, across all processes.',
    ['job', 'state'],
    async () => (await jobs()).map(({ job, state, count }) => ({ labels: { job, state }, value: count })),
  );
  metrics.watch('helix_job_oldest_seconds', 'Time the oldest due job has been waiting, in seconds.', async () =>
    Math.max(0, ...(await jobs()).map(({ oldestSeconds }) => oldestSeconds)),
  );
  // Mail is the queue whose failure users notice first, because they need emails to sign up and to recover their account.
  const mailJobs = [sendQueuedMail.name, sendPlainMail.name];
  const mails = async (): Promise<JobCount[]> => (await jobs()).filter(({ job }) => mailJobs.includes(job));
  metrics.watch('helix_mails_waiting', 'Emails not sent yet.', async () =>
    (await mails()).reduce((sum, { state, count }) => sum + (state === 'given_up' ? 0 : count), 0),
  );
  metrics.watch('helix_mails_given_up', 'Emails that failed after all retries.', async () =>
    (await mails()).reduce((sum, { state, count }) => sum + (state === 'given_up' ? count : 0), 0),
  );
  metrics.watchEach('helix_uploads', 'Upload sessions by state, across all processes.', ['state'], async () =>
    (await countSessionsByState(db)).map(({ state, count }) => ({
      labels: { state: state.toLowerCase() },
      value: count,
    })),
  );
}
