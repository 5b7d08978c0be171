/**
 * Measures the admin panel's lists, searches, statistics and exports on an old and large site: a million users, uploads, activity
 * entries and audit log entries. The same run compares each request with a bare server that reads one row by its key.
 *
 * A request may take 25 times as long as that read. Requests that scan many rows may take 50 times as long, as in
 * bench/requests.ts. There are three kinds of such requests. Searches count up to 10,000 hits; because all usernames here start
 * alike, they match most rows. The list of Premium users also counts its rows. Exports are measured up to their first bytes,
 * which contain a hundred complete rows. `SIZE=small` is a trial run with 20,000 rows of each kind; `ROWS` sets another number.
 */
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { createSession } from '#server/platform/sessions.ts';
import { makeTemporaryHome } from '#test/harness/temporary-homes.ts';
import { median } from './measure/load.ts';
import { machineFacts, watchOthers } from './measure/servers.ts';
import { type BenchSite, openSite } from './measure/site.ts';
import { fillAdministration } from './rows/admin-rows.ts';
import { resourceIdOf } from './rows/catalogue-rows.ts';
import { isSmall, saveResult } from './saved.ts';

const MOST_TIMES_ONE_ROW = 25;
const MOST_TIMES_FOR_MANY = 50;
const MANY = /(?:text|word|characters|leaker|none|nobody|Premium)(?:,.*)?$|^export|^search of everything/;
const mostFor = (name: string): number => (MANY.test(name) ? MOST_TIMES_FOR_MANY : MOST_TIMES_ONE_ROW);
const ROUNDS = 9;
const ROWS = Number(process.env.ROWS ?? (isSmall ? 20_000 : 1_000_000));

/** Paths of the requests to measure, by name: pages, sort orders, searches, filters and exports. */
const pathsOf = (userId: string): Record<string, string> => ({
  'users: first page': '/api/admin/users',
  'users: page 100': '/api/admin/users?page=100',
  'users: last reachable page': '/api/admin/users?page=500',
  'users: by username': '/api/admin/users?sort=username&order=asc',
  'users: by email': '/api/admin/users?sort=email&order=desc',
  'users: leakers': '/api/admin/users?role=LEAKER',
  'users: with Premium': '/api/admin/users?premium=true',
  'users: common text': '/api/admin/users?search=person',
  'users: common text, page 100': '/api/admin/users?search=person&page=100',
  'users: rare text': '/api/admin/users?search=person-777',
  'users: two characters': '/api/admin/users?search=pe',
  'users: an id': `/api/admin/users?search=${userId}`,
  'users: the start of an id': `/api/admin/users?search=%23${userId.slice(0, 7)}`,
  'users: nobody': '/api/admin/users?search=qqzzqq',
  'uploads: first page': '/api/admin/uploads',
  'uploads: page 100': '/api/admin/uploads?page=100',
  'uploads: last reachable page': '/api/admin/uploads?page=1000',
  'uploads: waiting': '/api/admin/uploads?status=PENDING',
  'uploads: oldest first': '/api/admin/uploads?sort=submittedAt&order=asc',
  'uploads: common word': '/api/admin/uploads?search=video',
  'uploads: rare word': '/api/admin/uploads?search=scratches',
  'uploads: two characters': '/api/admin/uploads?search=vi',
  'uploads: an id': `/api/admin/uploads?search=${resourceIdOf(5)}`,
  'uploads: a leaker': '/api/admin/uploads?search=leaker17',
  'uploads: none': '/api/admin/uploads?search=qqzzqq',
  'applications: first page': '/api/admin/applications',
  'applications: page 100': '/api/admin/applications?page=100',
  'applications: waiting': '/api/admin/applications?status=PENDING',
  'applications: common text': '/api/admin/applications?search=person',
  'applications: none': '/api/admin/applications?search=qqzzqq',
  'activity: first page': '/api/admin/activity',
  'activity: page 100': '/api/admin/activity?page=100',
  'activity: a type': '/api/admin/activity?type=UPLOAD',
  'activity: a rare type': '/api/admin/activity?type=PREMIUM_PURCHASE',
  'activity: common text': '/api/admin/activity?search=person',
  'activity: nobody': '/api/admin/activity?search=qqzzqq',
  'audit log: first page': '/api/admin/audit',
  'audit log: page 100': '/api/admin/audit?page=100',
  'audit log: last reachable page': '/api/admin/audit?page=1000',
  'audit log: one administrator': '/api/admin/audit?actor=admin-3',
  'audit log: a rare action': '/api/admin/audit?action=user.role-seldom',
  'audit log: a kind': '/api/admin/audit?kind=settings&page=100',
  'audit log: one administrator and an action': '/api/admin/audit?actor=admin-3&action=user.role',
  'audit log: days': '/api/admin/audit?from=2023-11-02&to=2023-11-03',
  'audit log: common text': '/api/admin/audit?search=user',
  'audit log: an id': `/api/admin/audit?search=${userId}`,
  'audit log: none': '/api/admin/audit?search=qqzzqq',
  'overview statistics': '/api/admin/stats',
  'waiting items': '/api/admin/waiting',
  'search of everything, common': '/api/admin/search?q=person',
  'search of everything, rare': '/api/admin/search?q=scratches',
  'search of everything, an id': `/api/admin/search?q=${userId}`,
  'export of users': '/api/admin/users/export',
  'export of uploads': '/api/admin/uploads/export',
  'export of applications': '/api/admin/applications/export',
  'export of activity': '/api/admin/activity/export',
  'export of the audit log': '/api/admin/audit/export',
});

/** Milliseconds until the end of a response, or until the first bytes of an export. Throws on any status but 200. */
const timeOf = (port: number, path: string, cookie: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const begun = performance.now();
    const asked = request({ port, path, headers: { accept: 'application/json', cookie } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${path} answered ${response.statusCode}`));
      const end = () => resolve(performance.now() - begun);
      if (path.includes('/export'))
        response.once('data', () => {
          end();
          asked.destroy();
        });
      response.once('error', () => {});
      response.resume().once('end', end);
    });
    asked.once('error', reject);
    asked.end();
  });

type Figures = Record<string, { ms: number; slowestMs: number; timesBareRow: number }>;

const measure = async (site: BenchSite): Promise<{ figures: Figures; othersPercent: number; failures: string[] }> => {
  const { ours, bare, db, visibleIds, databaseCpuSeconds } = site;
  const admin = await db
    .insertInto('users')
    .values({ username: 'bench-admin', email: 'bench-admin@people.example', role: 'ADMIN' })
    // In a folder kept from an earlier run, the user already exists.
    .onConflict((conflict) => conflict.column('username').doUpdateSet({ role: 'ADMIN' }))
    .returning('id')
    .executeTakeFirstOrThrow();
  const cookie = `token=${await createSession(db, { userId: admin.id, userAgent: 'bench', now: new Date() })}`;
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('username', 'like', 'person-1%')
    .limit(1)
    .executeTakeFirstOrThrow();
  const endWatch = watchOthers(() => ours.cpuSeconds() + bare.cpuSeconds() + databaseCpuSeconds());
  const figures: Figures = {};
  for (const [name, path] of Object.entries({ 'one row, bare': '', ...pathsOf(id) })) {
    const [times, ratios]: [number[], number[]] = [[], []];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const rowPath = `/resources/${visibleIds[round % visibleIds.length]}`;
      const row = Math.min(await timeOf(bare.port, rowPath, cookie), await timeOf(bare.port, rowPath, cookie));
      const time = path === '' ? await timeOf(bare.port, rowPath, cookie) : await timeOf(ours.port, path, cookie);
      // The first round warms up query plans and database pages.
      if (round === 0) continue;
      times.push(time);
      ratios.push(time / row);
    }
    figures[name] = {
      ms: Number(median(times).toFixed(1)),
      slowestMs: Number(Math.max(...times).toFixed(1)),
      timesBareRow: Number(median(ratios).toFixed(1)),
    };
  }
  const { othersPercent } = endWatch();
  const failures = Object.entries(figures)
    .filter(([name, { timesBareRow }]) => timesBareRow > mostFor(name))
    .map(
      ([name, { timesBareRow, ms }]) =>
        `${name}: ${timesBareRow} times a bare one-row read (${ms} ms), at most ${mostFor(name)}`,
    );
  return { figures, othersPercent, failures };
};

const kept = process.env.KEEP_IN;
const folder = kept ?? (await makeTemporaryHome());
mkdirSync(folder, { recursive: true });
// Even if this bench runs as root, the database runs under its own account, which must be able to enter the folder.
chmodSync(folder, 0o711);
try {
  const machine = machineFacts();
  // In a folder kept from an earlier run, the catalogue of bench/listing.ts already exists.
  const site = await openSite(join(folder, String(ROWS)), ROWS, kept !== undefined);
  try {
    const people = site.db.selectFrom('users').select('id').where('username', 'like', 'person-%');
    const isFilled = await people.limit(1).executeTakeFirst();
    if (!isFilled)
      console.log(`${ROWS} of each written in ${Math.round(await fillAdministration(site.owner, ROWS))} s`);
    await site.forget();
    const { figures, othersPercent, failures } = await measure(site);
    console.table(figures);
    console.log(`Other programs used ${othersPercent} % of the machine`);
    saveResult('admin-tables', { machine, entries: ROWS, othersPercent, figures, failures });
    for (const failure of failures) console.log(`FAIL ${failure}`);
    if (failures.length === 0) console.log('PASS every list is within its bound');
    process.exitCode = failures.length === 0 ? 0 : 1;
  } finally {
    await site.close();
  }
} finally {
  if (kept === undefined) rmSync(folder, { recursive: true, force: true });
}
