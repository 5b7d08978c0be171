/**
 * Measures the board of a site with 100,000 requested resources. The same run compares each call with a bare server that reads
 * one row by its key. A page of the board may take 15 times as long as that read, with any filter and at any position; a search
 * may take 25 times as long, or 50 times if it matches every fifth request. `SIZE=small` is a trial run with 3,000 requests.
 */
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { createSession } from '#server/platform/sessions.ts';
import { makeTemporaryHome } from '#test/harness/temporary-homes.ts';
import { median } from './measure/load.ts';
import { watchOthers } from './measure/servers.ts';
import { openSite } from './measure/site.ts';
import { type TimedCall, timeOf } from './measure/timed-call.ts';
import { isSmall, saveResult } from './saved.ts';

const ROUNDS = 25;
const REQUESTS = isSmall ? 3000 : 100_000;
const CATALOGUE = 2000;
/** A name of maximum length, made of words that occur in many other names. */
const LONG_NAME =
  'light leaks film grain camera shake ink wipes room tones no. 1 2 3 4 5 6 7 8 9 light leaks film grain camera shake no. 12'.slice(
    0,
    120,
  );

/**
 * Creates requests by 200 users, each with a few votes; one in ten is by a Premium member.
 * @returns the id of one of the users
 */
const fillBoard = async (db: Kysely<DB>): Promise<string> => {
  await sql`insert into users (username, email) select 'asker-' || n, 'asker-' || n || '@people.example'
    from generate_series(1, 200) n`.execute(db);
  await sql`create temporary table askers as select id, row_number() over (order by username)::int - 1 as place
    from users where username like 'asker-%'`.execute(db);
  await sql`
    insert into resource_requests (user_id, name, link, host, link_key, status, votes, premium_votes, og_title, created_at)
    select a.id, (array['Light leaks', 'Film grain', 'Camera shake', 'Ink wipes', 'Room tones'])[1 + n % 5] || ' no. ' || n,
      'https://shop-' || n % 700 || '.example/' || n, 'shop-' || n % 700 || '.example', md5(n::text),
      case when n % 1000 = 0 then 'Searching' when n % 5 < 3 then 'Fulfilled' when n % 5 = 3 then 'Rejected' else 'Pending' end,
      1 + n % 3, (n % 10 = 0)::int, 'Pack ' || n, now() - n * interval '5 minutes'
    from generate_series(1, ${sql.lit(REQUESTS)}) n join askers a on a.place = n % 200`.execute(db);
  await sql`insert into request_votes (request_id, user_id, is_premium, tells, created_at)
    select id, user_id, premium_votes > 0, true, created_at from resource_requests`.execute(db);
  await sql`with folded as (delete from list_steps returning list, value, step)
    insert into list_steps (list, value, step) select list, value, sum(step) from folded group by 1, 2`.execute(db);
  for (const table of ['users', 'resource_requests', 'request_votes', 'list_steps'])
    await sql`vacuum (analyze) ${sql.id(table)}`.execute(db);
  const { rows } = await sql<{ id: string }>`select id from askers where place = 7`.execute(db);
  return rows[0]?.id ?? '';
};

type Asked = TimedCall & { most: number };

const callsOf = (cookie: string): Record<string, Asked> => {
  const board = '/api/requests';
  const last = Math.min(500, Math.floor(REQUESTS / 20));
  return {
    'first page': { path: board, most: 15 },
    'first page, signed in': { path: board, cookie, most: 15 },
    newest: { path: `${board}?sort=newest`, most: 15 },
    'rare status': { path: `${board}?status=Searching`, most: 15 },
    'rare status, newest': { path: `${board}?status=Searching&sort=newest`, most: 15 },
    'last page': { path: `${board}?page=${last}`, most: 15 },
    mine: { path: `${board}?mine=true`, cookie, most: 25 },
    'search: rare': { path: `${board}?search=no.%20${REQUESTS - 5}`, most: 25 },
    'search: every fifth': { path: `${board}?search=light%20leaks`, most: 50 },
    'search: site': { path: `${board}?search=shop-77.`, most: 25 },
    'similar: rare': { path: `${board}/similar?name=underwater%20bubbles`, most: 25 },
    'similar: every fifth': { path: `${board}/similar?name=light%20leak`, most: 25 },
    'similar: 120 characters': { path: `${board}/similar?${new URLSearchParams({ name: LONG_NAME })}`, most: 40 },
    'similar: no letters': { path: `${board}/similar?name=!!!`, most: 15 },
  };
};

const folder = await makeTemporaryHome();
// Even if this bench runs as root, the database runs under its own account, which must be able to enter the folder.
chmodSync(folder, 0o711);
try {
  const { ours, bare, visibleIds, ...site } = await openSite(join(folder, 'requests'), CATALOGUE, false);
  try {
    const userId = await fillBoard(site.owner);
    const token = await createSession(site.db, { userId, userAgent: 'bench', now: new Date() });
    const calls = callsOf(`token=${token}`);
    const endWatch = watchOthers(() => ours.cpuSeconds() + bare.cpuSeconds() + site.databaseCpuSeconds());
    const times = new Map(Object.keys(calls).map((name) => [name, { ms: [] as number[], ratios: [] as number[] }]));
    // Alternate between the calls, so that a disturbance affects all of them. The first rounds warm up query plans and database
    // pages.
    for (let round = -5; round < ROUNDS; round += 1)
      for (const [name, call] of Object.entries(calls)) {
        const row = { path: `/resources/${visibleIds[(round + 5) % visibleIds.length]}` };
        const bareMs = Math.min(await timeOf(bare.port, row), await timeOf(bare.port, row));
        const ms = await timeOf(ours.port, call);
        if (round < 0) continue;
        times.get(name)?.ms.push(ms);
        times.get(name)?.ratios.push(ms / bareMs);
      }
    const { othersPercent } = endWatch();
    const figures = Object.fromEntries(
      [...times].map(([name, { ms, ratios }]) => [
        name,
        { ms: Number(median(ms).toFixed(2)), timesBareRow: Number(median(ratios).toFixed(1)), most: calls[name]?.most },
      ]),
    );
    const failures = Object.entries(figures).flatMap(([name, { timesBareRow, most = 0 }]) =>
      timesBareRow > most ? [`${name}: ${timesBareRow} times a bare one-row read, the limit is ${most}`] : [],
    );
    console.table(figures);
    console.log(`Other programs used ${othersPercent} % of the machine`);
    saveResult('requests', { requests: REQUESTS, othersPercent, figures, failures });
    for (const failure of failures) console.log(`FAIL ${failure}`);
    if (failures.length === 0) console.log('PASS every page of the board is within its bound');
    process.exitCode = failures.length === 0 ? 0 : 1;
  } finally {
    await site.close();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
