// What an administrator's monitoring is told of a site, beside requests and Node's own numbers: see docs/operations.md.
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

/** What all processes share is asked of the database at most this often, however many ask for it. */
const SHARED_MS = 2000;

/** All kinds that there are: a type has no list. */
const FAILURES = Object.keys({
  missing: 0,
  full: 0,
  damaged: 0,
  unavailable: 0,
  other: 0,
} satisfies Record<StorageFailure, 0>);

/** What a storage can be asked for, by the names that failures are counted under. */
const operationsOf = (storage: Storage): Set<string> =>
  new Set(
    [storage, storage.partials].flatMap((part) =>
      Object.entries(part).flatMap(([name, value]) => (typeof value === 'function' ? [name] : [])),
    ),
  );

/** The storage, with what it does counted. */
export function watchStorage(storage: Storage, metrics: Metrics): Storage {
  let held = 0;
  const fail = metrics.count('helix_storage_errors_total', 'What the storage of files failed at.', [
    'operation',
    'kind',
  ]);
  // A counter that begins with its first failure would show no increase of it to whoever watches.
  for (const operation of operationsOf(storage)) for (const kind of FAILURES) fail({ operation, kind }, 0);
  const move = metrics.count('helix_storage_bytes_total', 'Bytes of files read and written by this process.', [
    'direction',
  ]);
  metrics.watch('helix_storage_files_open', 'Files held open for reading: downloads, checks, previews.', () => held);
  metrics.watch('helix_storage_free_bytes', 'Room left for files; left out where nobody knows of an end.', async () => {
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

/** Notes each run of a job in this process. */
export function watchRuns(metrics: Metrics): (run: JobRun) => void {
  const count = metrics.count('helix_job_runs_total', 'Runs of jobs that ended in this process.', ['job', 'outcome']);
  const time = metrics.time('helix_job_seconds', 'How long runs of jobs took.', {
    labels: ['job'],
    buckets: [0.01, 0.1, 1, 10, 60, 600],
  });
  return ({ job, outcome, seconds }) => {
    count({ job, outcome });
    time({ job }, seconds);
  };
}

/** The pool of this process. */
const watchPool = (pool: Pool, metrics: Metrics): void => {
  metrics.watchEach('helix_database_connections', 'Connections of this process to the database.', ['state'], () => [
    { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
    { labels: { state: 'idle' }, value: pool.idleCount },
  ]);
  metrics.watch('helix_database_connections_max', 'Connections that this process may have.', () => pool.options.max);
  metrics.watch(
    'helix_database_waiting',
    'Requests and jobs that wait for a connection: more than a few is too little.',
    () => pool.waitingCount,
  );
};

/** What the site's processes share, and the database's own state. */
export function watchSite(
  { config, db, pool, now }: Pick<Deps, 'config' | 'db' | 'pool' | 'now'>,
  metrics: Metrics,
): void {
  watchPool(pool, metrics);
  metrics.watchEach('helix_build_info', 'Always 1; the label is the version that runs.', ['version'], () => [
    { labels: { version: readVersion(config.projectDir) }, value: 1 },
  ]);
  metrics.watchEach(
    'helix_backup_age_seconds',
    'Time since the last good backup made from this DATA_DIR, of rows and of files; left out while there is none.',
    ['content'],
    () => backupAges(config.dataDir, now()).map(({ content, seconds }) => ({ labels: { content }, value: seconds })),
  );
  metrics.watchEach('helix_isolation', '1 for how programs that read uploads are isolated.', ['level'], async () => [
    { labels: { level: (await findIsolation()).level }, value: 1 },
  ]);
  const memory = createMemory<JobCount[]>({ max: 1, ttlMs: SHARED_MS });
  const jobs = (): Promise<JobCount[]> => memory.get('jobs', () => countJobs(pool, now()));

  metrics.watch('helix_database_up', '1 when the database answers a query of the site, else 0.', () =>
    jobs().then(
      () => 1,
      () => 0,
    ),
  );
  metrics.watchEach(
    'helix_jobs',
    'Jobs of the site by kind and state, in whatever process.',
    ['job', 'state'],
    async () => (await jobs()).map(({ job, state, count }) => ({ labels: { job, state }, value: count })),
  );
  metrics.watch('helix_job_oldest_seconds', 'For how long the oldest job that is due has waited.', async () =>
    Math.max(0, ...(await jobs()).map(({ oldestSeconds }) => oldestSeconds)),
  );
  // Of all queues the one whose standstill people notice first: nobody can register or get back in.
  const mailJobs = [sendQueuedMail.name, sendPlainMail.name];
  const mails = async (): Promise<JobCount[]> => (await jobs()).filter(({ job }) => mailJobs.includes(job));
  metrics.watch('helix_mails_waiting', 'Mails that have not left yet.', async () =>
    (await mails()).reduce((sum, { state, count }) => sum + (state === 'given_up' ? 0 : count), 0),
  );
  metrics.watch('helix_mails_given_up', 'Mails that were tried often enough and never left.', async () =>
    (await mails()).reduce((sum, { state, count }) => sum + (state === 'given_up' ? count : 0), 0),
  );
  metrics.watchEach('helix_uploads', 'Uploads on their way by state, in whatever process.', ['state'], async () =>
    (await countSessionsByState(db)).map(({ state, count }) => ({
      labels: { state: state.toLowerCase() },
      value: count,
    })),
  );
}
