/**
 * Measures what others notice while the followers of a leaker are notified of an upload: the time of a logged-in user's request,
 * beside the same request while nobody is notified, and how long it takes until the last follower is. `SIZE=small` is a trial run.
 */
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { notifyFollowers } from '#server/features/uploads/approval/jobs.ts';
import { enqueue } from '#server/kit/jobs/jobs.ts';
import { createSession } from '#server/platform/sessions.ts';
import { makeTemporaryHome } from '#test/harness/temporary-homes.ts';
import { median, quantile } from './measure/load.ts';
import { launchServer, watchOthers } from './measure/servers.ts';
import { type BenchSite, openSite, siteEnv } from './measure/site.ts';
import { timeOf } from './measure/timed-call.ts';
import { isSmall, rowOf, saveResult } from './saved.ts';

const RESOURCES = 5000;
const FOLLOWERS = isSmall ? 200 : 1000;
const ROUNDS = isSmall ? 2 : 20;
const QUIET_MS = 300;
/** How often the bench looks whether all have been notified. */
const LOOK_MS = 10;

/** Gives each leaker the same followers. */
const addFollowers = (site: BenchSite, leakers: readonly string[]) =>
  sql`insert into follows (follower_id, leaker_id)
    select follower.id, leaker from (select id from users where role <> 'ADMIN' order by id limit ${FOLLOWERS + leakers.length}) follower
    cross join unnest(${[...leakers]}::uuid[]) leaker where follower.id <> all (${[...leakers]}::uuid[])
    on conflict do nothing`.execute(site.owner);

const countNotified = async (site: BenchSite, resourceId: string): Promise<number> => {
  const { count } = await site.owner
    .selectFrom('notifications')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('subject_id', '=', resourceId)
    .executeTakeFirstOrThrow();
  return Number(count);
};

const home = await makeTemporaryHome();
// Even if this bench runs as root, the database runs under its own account, which must be able to enter the folder.
chmodSync(home, 0o711);
try {
  const folder = join(home, 'followers');
  const site = await openSite(folder, RESOURCES, false);
  // The site of a bench runs no jobs, so this one is asked.
  const server = await launchServer('scripts/start.ts', { ...siteEnv(folder, site.connection), WORKERS: '2' });
  try {
    const uploads = await site.db
      .selectFrom('resources')
      .distinctOn('author_id')
      .select(['id', 'author_id as leaker'])
      .where('id', 'in', site.visibleIds)
      .limit(ROUNDS + 1)
      .execute();
    await addFollowers(
      site,
      uploads.map(({ leaker }) => leaker ?? ''),
    );
    const reader = await site.db
      .selectFrom('users')
      .select('id')
      .where('role', '<>', 'ADMIN')
      .limit(1)
      .executeTakeFirstOrThrow();
    const cookie = `token=${await createSession(site.db, { userId: reader.id, userAgent: 'bench', now: new Date() })}`;
    let turn = 0;
    /** Times of requests, one after the other, until `isOver`. */
    const timesUntil = async (isOver: () => boolean): Promise<number[]> => {
      const times: number[] = [];
      while (!isOver()) {
        turn += 1;
        const path = `/api/resources/${site.visibleIds[turn % site.visibleIds.length]}`;
        times.push(await timeOf(server.port, { path, cookie }));
      }
      return times;
    };
    const quiet: number[] = [];
    const busy: number[] = [];
    const notifiedMs: number[] = [];
    const endWatch = watchOthers(() => server.cpuSeconds() + site.databaseCpuSeconds());
    // The first round is a warm-up.
    for (const [round, { id }] of uploads.entries()) {
      const end = performance.now() + QUIET_MS;
      const before = await timesUntil(() => performance.now() >= end);
      const expected =
        (
          await sql<{ n: number }>`select count(*)::int as n from follows
        where leaker_id = (select author_id from resources where id = ${id})`.execute(site.owner)
        ).rows[0]?.n ?? 0;
      const begun = performance.now();
      await enqueue(site.owner, notifyFollowers, { resourceId: id });
      let isDone = false;
      const during = timesUntil(() => isDone);
      while ((await countNotified(site, id)) < expected) await sleep(LOOK_MS);
      isDone = true;
      const took = performance.now() - begun;
      const times = await during;
      if (round === 0) continue;
      quiet.push(...before);
      busy.push(...times);
      notifiedMs.push(took);
    }
    const { othersPercent, isDisturbed } = endWatch();
    const sorted = { quiet: quiet.toSorted((a, b) => a - b), busy: busy.toSorted((a, b) => a - b) };
    const figures = {
      quiet: { requests: quiet.length, p50: quantile(sorted.quiet, 0.5), p99: quantile(sorted.quiet, 0.99) },
      busy: { requests: busy.length, p50: quantile(sorted.busy, 0.5), p99: quantile(sorted.busy, 0.99) },
      notifiedMs: median(notifiedMs),
    };
    console.table({ quiet: figures.quiet, busy: figures.busy });
    console.log(`${FOLLOWERS} followers were notified within ${Math.round(figures.notifiedMs)} ms`);
    console.log(`Other programs used ${othersPercent} % of the machine`);
    saveResult('followers', {
      ...{ othersPercent, followers: FOLLOWERS, figures },
      rows: [
        rowOf(
          {
            name: 'request, 1,000 being notified',
            reference: 'the same request, nobody being notified',
            unit: 'ms',
            better: 'less',
          },
          { ours: figures.busy.p50, theirs: figures.quiet.p50, isDisturbed },
        ),
      ],
    });
  } finally {
    await server.stop();
    await site.close();
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}
