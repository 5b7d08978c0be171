// Compares what was acknowledged to users with what is stored, and each counter with the rows it counts.
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import { purgeForumPictures } from '#server/features/forum/content/jobs.ts';
import { postPictureKey } from '#server/features/forum/content/rules.ts';
import { purgeUploadSessions } from '#server/features/uploads/sessions/jobs.ts';
import { startJobs } from '#server/kit/jobs/jobs.ts';
import { namedFiles } from '#server/operations/backup/queries.ts';
import { isMadeAnew, keyOfLine } from '#server/operations/backup/rules.ts';
import { siteJobs } from '#server/site-jobs.ts';
import type { TestApp } from '#test/harness/harness.ts';
import type { Acknowledged, Stage } from './acts.ts';
import type { Tally } from './tally.ts';

const DAY_MS = 86_400_000;

const missing = async (
  test: TestApp,
  wanted: readonly string[],
  found: RawBuilder<{ key: string }>,
): Promise<string[]> => {
  const { rows } = await found.execute(test.db);
  const there = new Set(rows.map(({ key }) => key));
  return wanted.filter((key) => !there.has(key));
};

/** Acknowledged actions whose results are missing. */
export async function findLost(test: TestApp, done: Acknowledged, { people, thread }: Stage): Promise<string[]> {
  const tables: Record<keyof Acknowledged, RawBuilder<{ key: string }>> = {
    register: sql`select email as key from users`,
    post: sql`select id::text as key from forum_posts where thread_id = ${thread.id} and deleted_at is null`,
    like: sql`select resource_id::text as key from likes where user_id = ${people.member.id}`,
    approve: sql`select id::text as key from resources where status = 'APPROVED'`,
    download: sql`select resource_id::text as key from downloads where user_id = ${people.premium.id}`,
    upload: sql`select path as key from resource_files`,
    picture: sql`select file as key from forum_pictures`,
    thumbnail: sql`select id::text as key from resources where thumbnail_key is not null`,
  };
  const lost: string[] = [];
  for (const name of Object.keys(tables) as (keyof Acknowledged)[])
    lost.push(...(await missing(test, done[name], tables[name])).map((key) => `${name} ${key}`));
  return lost;
}

/** Signs of partially executed actions: wrong counters, and rows whose dependent rows are missing. */
export async function findHalves(test: TestApp): Promise<string[]> {
  const checks: Record<string, RawBuilder<{ key: string }>> = {
    'an account without a session': sql`select email as key from users u where email like 'faults-%'
      and not exists (select from sessions s where s.user_id = u.id)`,
    'an account without its email': sql`select email as key from users u where email like 'faults-%'
      and not exists (select from mail_outbox m where m.to_address = u.email)`,
    'a wrong thread count': sql`select t.id::text as key from forum_threads t join lateral (
        select count(*)::int as posts, max(number) as newest from forum_posts p
        where p.thread_id = t.id and p.deleted_at is null) found on true
      where t.post_count <> found.posts or t.last_number <> found.newest or t.last_post_number <> found.newest`,
    'a wrong subcategory count': sql`select s.id::text as key from forum_subcategories s where s.post_count <> (
      select count(*) from forum_posts p join forum_threads t on t.id = p.thread_id
      where t.subcategory_id = s.id and p.deleted_at is null)`,
    'a wrong author count': sql`select u.username as key from users u where u.posts_count <> (
      select count(*) from forum_posts p where p.author_id = u.id and p.deleted_at is null)`,
    'a wrong like count': sql`select r.id::text as key from resources r
      where r.likes <> (select count(*) from likes l where l.resource_id = r.id)`,
    'a wrong total of a leaker’s likes': sql`select u.username as key from users u where u.total_likes <> (
      select count(*) from likes l join resources r on r.id = l.resource_id
      where r.author_id = u.id and r.status = 'APPROVED' and r.deleted_at is null)`,
    'an approval without its record': sql`select r.id::text as key from resources r
      where r.title = 'A pack that waits' and (r.approved_at is not null or exists (
        select from resource_decisions d where d.resource_id = r.id)) and not (r.status = 'APPROVED'
        and (select count(*) from resource_decisions d where d.resource_id = r.id) = 1
        and (select count(*) from audit_log a where a.subject_id = r.id::text and a.action = 'upload.status') = 1)`,
    'a wrong download count': sql`select r.id::text as key from resources r
      where r.downloads <> (select count(*) from downloads d where d.resource_id = r.id)
      or r.downloads <> (select count(*) from activity a where a.resource_id = r.id and a.type = 'DOWNLOAD')`,
    'a wrong file count': sql`select r.id::text as key from resources r
      where (r.slug is null) and (r.file_count, r.file_size) <> (select count(*), coalesce(sum(size), 0)
        from resource_files f where f.resource_id = r.id)`,
  };
  const halves: string[] = [];
  for (const [what, found] of Object.entries(checks))
    halves.push(...(await found.execute(test.db)).rows.map(({ key }) => `${what}: ${key}`));
  return halves;
}

/** Stored files that don't match their rows. `sent` contains the SHA-256 of each upload. */
export async function findTorn(test: TestApp, sent: ReadonlyMap<string, string>): Promise<string[]> {
  const rows = await test.db
    .selectFrom('resource_files')
    .select(['path', 'size', 'sha256', 'storage_key as key'])
    .where('path', 'in', ['', ...sent.keys()])
    .execute();
  const torn: string[] = [];
  for (const { path, size, sha256, key } of rows) {
    const content = await test.deps.storage.readSmall([{ key, size }]).catch(() => new Uint8Array());
    const found = createHash('sha256').update(content).digest('hex');
    if (found !== sha256 || sha256 !== sent.get(path)) torn.push(`the content of ${path}`);
  }
  return torn;
}

/** Runs, in this process, the jobs that a killed process left behind. */
export async function finishJobs(test: TestApp): Promise<void> {
  const { pool, log } = test.deps;
  const jobs = await startJobs({ pool, jobs: siteJobs, deps: test.deps, workers: 2, log, sweepMs: 500 });
  const waiting = async (): Promise<boolean> => {
    const { rows } = await sql<{ waits: boolean }>`select exists (select from upload_sessions where state = 'CHECKING')
      or exists (select from mail_outbox where sent_at is null)
      or exists (select from graphile_worker._private_jobs where run_at <= now() and attempts < max_attempts) as waits`.execute(
      test.ownerDb,
    );
    return rows[0]?.waits ?? false;
  };
  try {
    while (await waiting()) await new Promise((resolve) => setTimeout(resolve, 50));
  } finally {
    await jobs.stop();
  }
}

/** Storage keys that rows refer to, and keys that exist. A thumbnail is listed only once, with the key of its smallest width. */
const readKeys = async (test: TestApp): Promise<{ named: Set<string>; stored: Set<string> }> => {
  const { rows } = await sql<{ line: string }>`
    select form || chr(9) || value as line from (${sql.raw(namedFiles)}) as files (form, value)`.execute(test.db);
  const stored = new Set<string>();
  for await (const { key } of test.deps.storage.list())
    if (!isMadeAnew(key)) stored.add(key.replace(/^(t\/.+)-\d+\.(?:webp|jpg)$/, '$1-320.webp'));
  return { named: new Set(rows.map(({ line }) => keyOfLine(line)).filter((key) => key !== null)), stored };
};

/** Runs the cleanup jobs for everything that has been abandoned for a day. */
const sweep = async (test: TestApp): Promise<void> => {
  test.moveClock(DAY_MS + 3_600_000);
  const helpers = { log: test.deps.log, signal: new AbortController().signal, attempt: 1, isLastAttempt: false };
  await purgeUploadSessions.run({}, { ...test.deps }, helpers);
  await purgeForumPictures.run({}, { ...test.deps }, helpers);
  await test.deps.storage.removeAbandoned(new Date(Date.now() + DAY_MS));
  await sql`update graphile_worker._private_jobs set run_at = now() where run_at > now()`.execute(test.ownerDb);
  await finishJobs(test);
};

/** Files on disk that no row references. */
const findOrphans = async (test: TestApp): Promise<string[]> => {
  const orphans = readdirSync(join(test.folder, 'files', 'incoming')).map((name) => `incoming/${name}`);
  const { named, stored } = await readKeys(test);
  orphans.push(...[...stored].filter((key) => !named.has(key)));
  const sessions = new Set((await test.db.selectFrom('upload_sessions').select('id').execute()).map(({ id }) => id));
  for (const { id } of await test.deps.storage.partials.list()) if (!sessions.has(id)) orphans.push(`partial/${id}`);
  return orphans;
};

/** Files missing on disk. A post picture's row is written before its file, so unacknowledged pictures may have no file. */
const findMissing = async (test: TestApp, acknowledged: readonly string[]): Promise<string[]> => {
  const { named, stored } = await readKeys(test);
  const kept = new Set(acknowledged.map(postPictureKey));
  return [...named]
    .filter((key) => !stored.has(key) && (!key.startsWith('f/') || kept.has(key)))
    .map((key) => `no file ${key}`);
};

/** Runs all checks and adds the results to the tally. Call this only when no server of the site is running. */
export async function closeBooks(
  test: TestApp,
  tally: Tally,
  { done, sent, stage }: { done: Acknowledged; sent: ReadonlyMap<string, string>; stage: Stage },
): Promise<void> {
  await finishJobs(test);
  for (const those of Object.values(done)) tally.acknowledge(those.length);
  tally.lose(...(await findLost(test, done, stage)));
  tally.halve(...(await findHalves(test)), ...(await findTorn(test, sent)));
  tally.halve(...(await findMissing(test, done.picture)));
  await sweep(test);
  tally.leave(...(await findOrphans(test)));
}
