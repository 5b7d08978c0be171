/**
 * Measures the cost of a session check: the same call with and without a session, on one server in the same run.
 *
 * The call is `GET /api/site`, the site's cheapest. It is answered from memory, so nearly all of the difference is the session
 * check. Fails when a response to a logged-in user takes more than 6 times the server CPU time of a response to a visitor.
 * `SIZE=small` is a trial run with short rounds.
 */
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { getSiteFacts } from '#contract/content/home.ts';
import { createSession } from '#server/platform/sessions.ts';
import { makeTemporaryHome } from '#test/harness/temporary-homes.ts';
import { median, runLoad, spreadOf } from './measure/load.ts';
import { machineFacts, watchOthers } from './measure/servers.ts';
import { type BenchSite, openSite } from './measure/site.ts';
import { isSmall, rowOf, saveResult } from './saved.ts';

const MOST_TIMES = 6;
const CONNECTIONS = 32;
const ROUNDS = 7;
/** The bench needs a site with some resources, although this call reads none of them. */
const RESOURCES = 5000;
const SECONDS = isSmall ? 0.5 : 3;

/** Creates a session for each connection and returns the cookies. */
const openSessions = async ({ db }: BenchSite): Promise<string[]> => {
  const people = await db.selectFrom('users').select('id').where('role', '<>', 'ADMIN').limit(CONNECTIONS).execute();
  const now = new Date();
  return Promise.all(
    people.map(async ({ id }) => `token=${await createSession(db, { userId: id, userAgent: 'bench', now })}`),
  );
};

/** Has the same length as a session cookie, so that header parsing does not affect the comparison. */
const visitorCookie = `other=${'x'.repeat(43)}`;

type Cost = { perSecond: number; cpuMicroseconds: number; databaseCpuMicroseconds: number };

/** Runs a load with one connection per cookie. Fails on any status but 200. */
const measure = async (site: BenchSite, cookies: readonly string[]): Promise<Cost> => {
  const before = { ours: site.ours.cpuSeconds(), database: site.databaseCpuSeconds() };
  const loads = await Promise.all(
    cookies.map((cookie) =>
      runLoad({
        port: site.ours.port,
        next: () => getSiteFacts.path,
        connections: 1,
        seconds: SECONDS,
        headers: { accept: 'application/json', cookie },
      }),
    ),
  );
  const answers = loads.reduce((sum, load) => sum + load.answers, 0);
  const perAnswer = (seconds: number): number => (seconds / answers) * 1e6;
  return {
    perSecond: loads.reduce((sum, load) => sum + load.perSecond, 0),
    cpuMicroseconds: perAnswer(site.ours.cpuSeconds() - before.ours),
    databaseCpuMicroseconds: perAnswer(site.databaseCpuSeconds() - before.database),
  };
};

const home = await makeTemporaryHome();
// Even if this bench runs as root, the database runs under its own account, which must be able to enter the folder.
chmodSync(home, 0o711);
const machine = machineFacts();
try {
  const site = await openSite(join(home, 'site'), RESOURCES, false);
  try {
    const signedInCookies = await openSessions(site);
    const plainCookies = signedInCookies.map(() => visitorCookie);
    await measure(site, plainCookies);
    await measure(site, signedInCookies);
    const endWatch = watchOthers(() => site.ours.cpuSeconds() + site.databaseCpuSeconds());
    const rounds: { visitor: Cost; signedIn: Cost }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({ visitor: await measure(site, plainCookies), signedIn: await measure(site, signedInCookies) });
    }
    const { othersPercent, isDisturbed } = endWatch();
    const ratios = rounds.map(({ visitor, signedIn }) => signedIn.cpuMicroseconds / visitor.cpuMicroseconds);
    const summaryOf = (costs: Cost[]) => ({
      perSecond: Math.round(median(costs.map(({ perSecond }) => perSecond))),
      cpuMicroseconds: Math.round(median(costs.map(({ cpuMicroseconds }) => cpuMicroseconds))),
      databaseCpuMicroseconds: Math.round(median(costs.map(({ databaseCpuMicroseconds }) => databaseCpuMicroseconds))),
    });
    const figures = {
      visitor: summaryOf(rounds.map(({ visitor }) => visitor)),
      signedIn: summaryOf(rounds.map(({ signedIn }) => signedIn)),
    };
    const times = Number(median(ratios).toFixed(2));
    console.log(
      `${getSiteFacts.path} with ${signedInCookies.length} connections; microseconds of CPU time per response:`,
    );
    console.table(figures);
    console.log(`Other programs used ${othersPercent} % of the machine`);
    const passed = times <= MOST_TIMES;
    const row = rowOf(
      { name: 'session check', reference: 'the same call without a session', unit: 'µs CPU', better: 'less' },
      {
        ...{
          ours: figures.signedIn.cpuMicroseconds,
          theirs: figures.visitor.cpuMicroseconds,
          ratio: times,
          cost: times,
        },
        isDisturbed,
      },
    );
    saveResult('session', {
      ...{ machine, othersPercent, call: getSiteFacts.path, times, spreadPercent: spreadOf(ratios), figures, passed },
      rows: [row],
    });
    console.log(
      `${passed ? 'PASS' : 'FAIL'} a session makes the lightest call ${times} times as expensive, the limit is ${MOST_TIMES}`,
    );
    process.exitCode = passed ? 0 : 1;
  } finally {
    await site.close();
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}
