// The numbers on the overview: growth since the previous month, and daily counts. Stored counts must equal live counts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { About, AdminStats, SiteServerStats, Waiting } from '#contract/admin/dashboard.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addRequest } from '#test/harness/requests.ts';
import { addResource } from '#test/harness/resources.ts';
import { noteStatements } from '#test/harness/statements.ts';
import { countClosedDays } from './jobs.ts';

const DAY_MS = 86_400_000;
const HELPERS = {
  log: { info() {}, warn() {}, error() {} },
  signal: AbortSignal.abort,
  attempt: 1,
  isLastAttempt: false,
};

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp();
  admin = await test.addPerson('admin');
});
afterAll(() => test.stop());

const ago = (days: number): Date => new Date(test.deps.now().getTime() - days * DAY_MS);
const dayAgo = (days: number): string => ago(days).toISOString().slice(0, 10);
const get = async <T>(url: string): Promise<T> => {
  const reply = await test.call({ method: 'GET', url }, admin);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<T>();
};
const stats = async (query: Record<string, string> = {}): Promise<AdminStats> => {
  return get(`/api/admin/stats?${new URLSearchParams(query)}`);
};
const runJob = () => countClosedDays.run({}, test.deps, { ...HELPERS, signal: new AbortController().signal });

/** A user who joined a number of days ago. */
const addMember = async (days: number, role: 'member' | 'leaker' = 'member'): Promise<Person> => {
  const person = await test.addPerson(role);
  await test.db
    .updateTable('users')
    .set({ created_at: ago(days) })
    .where('id', '=', person.id)
    .execute();
  await test.db
    .updateTable('role_changes')
    .set({ at: ago(days) })
    .where('user_id', '=', person.id)
    .execute();
  return person;
};
const grant = (person: Person, from: number, to: number | null) =>
  test.db
    .insertInto('grants')
    .values({
      user_id: person.id,
      source: 'admin',
      reference: `${person.id} ${from}`,
      starts_at: ago(from),
      ends_at: to === null ? null : ago(to),
    })
    .execute();
const download = (resource: string, person: string, days: number) =>
  test.db
    .insertInto('downloads')
    .values({ resource_id: resource, person, day: dayAgo(days), created_at: ago(days) })
    .execute();

describe('the overview', () => {
  let leaker: Person;
  beforeAll(async () => {
    for (const days of [90, 80, 70, 3, 3]) await addMember(days);
    leaker = await addMember(60, 'leaker');
    await addMember(2, 'leaker');
    const gone = await addMember(50);
    await test.db
      .updateTable('users')
      .set({ deleted_at: ago(1) })
      .where('id', '=', gone.id)
      .execute();
    await grant(await addMember(45), 40, null);
    const lapsed = await addMember(45);
    await grant(lapsed, 40, 5);
    await grant(lapsed, 35, 5);
    await grant(await addMember(45), 4, null);
    const resource = await addResource(test, { authorId: leaker.id, title: 'Old', category: 'Premium' });
    const fresh = await addResource(test, { authorId: leaker.id, title: 'New', category: 'Free' });
    const away = await addResource(test, { authorId: leaker.id, title: 'Away', category: 'Free' });
    for (const [id, days] of [
      [resource, 58],
      [away, 57],
      [fresh, 6],
    ] as const) {
      const at = ago(days);
      await test.db
        .updateTable('resources')
        .set({ approved_at: at, submitted_at: at, created_at: at })
        .where('id', '=', id)
        .execute();
    }
    await test.db
      .updateTable('resources')
      .set({ deleted_at: ago(2) })
      .where('id', '=', away)
      .execute();
    await download(resource, 'a', 6);
    await download(resource, 'b', 6);
    await download(fresh, 'a', 0);
  });

  it('counts current totals, by presented role', async () => {
    const { overview, roleDistribution, categories } = await stats();
    expect(overview).toEqual({ totalUsers: 11, premiumUsers: 2, totalLeakers: 2, totalUploads: 2 });
    expect(roleDistribution).toEqual([
      { role: 'USER', _count: 6 },
      { role: 'PREMIUM', _count: 2 },
      { role: 'LEAKER', _count: 2 },
      { role: 'ADMIN', _count: 1 },
    ]);
    expect(categories.map(({ _count }) => _count)).toEqual([1, 1]);
    expect(categories.map(({ category }) => category.toLowerCase()).sort()).toEqual(['free', 'premium']);
  });

  it('computes growth compared with a month ago', async () => {
    // A month ago there were eight users: three members, a leaker, the three users with grants (two of them already premium), and
    // one user who has been deleted since. There were two resources.
    expect((await stats()).growth).toEqual({ totalUsers: 38, premiumUsers: 0, totalLeakers: 100, totalUploads: 0 });
  });

  it('includes every day of the range, even those with zeros', async () => {
    const { trends, standing, range } = await stats({ from: dayAgo(6), to: dayAgo(0) });
    expect(range).toEqual({ from: dayAgo(6), to: dayAgo(0) });
    const counts = (days: { _count: number }[]) => days.map(({ _count }) => _count);
    expect(trends.users.map(({ createdAt }) => createdAt)).toEqual([6, 5, 4, 3, 2, 1, 0].map(dayAgo));
    expect(counts(trends.users)).toEqual([0, 0, 0, 2, 1, 0, 1]);
    expect(counts(trends.downloads)).toEqual([2, 0, 0, 0, 0, 0, 1]);
    expect(counts(trends.uploads)).toEqual([1, 0, 0, 0, 0, 0, 0]);
    expect(counts(trends.premium)).toEqual([0, 0, 1, 0, 0, 0, 0]);
    expect(standing.users).toEqual([8, 8, 8, 10, 11, 10, 11]);
    expect(standing.leakers).toEqual([1, 1, 1, 1, 2, 2, 2]);
    expect(standing.uploads).toEqual([3, 3, 3, 3, 2, 2, 2]);
  });

  it('is the same whether days are stored once, late, or concurrently by two processes', async () => {
    const asked: Record<string, string>[] = [
      { from: dayAgo(120), to: dayAgo(0) },
      { from: dayAgo(9), to: dayAgo(4) },
      {},
    ];
    const live = await Promise.all(asked.map((query) => stats(query)));
    const other = await startTestApp({ beside: test });
    const rows = () => test.db.selectFrom('daily_counts').selectAll().orderBy('day').orderBy('kind').execute();
    const fromOther = () => other.call({ method: 'GET', url: '/api/admin/stats' }, admin);
    expect((await fromOther()).json<AdminStats>()).toEqual(live[2]);
    await Promise.all([runJob(), runJob()]);
    const counted = await rows();
    await runJob();
    expect(await rows()).toEqual(counted);
    expect(counted.at(-1)?.day).toBe(dayAgo(1));
    const again = await startTestApp({ beside: test });
    const kept = await Promise.all(
      asked.map((query) => again.call({ method: 'GET', url: `/api/admin/stats?${new URLSearchParams(query)}` }, admin)),
    );
    expect(kept.map((reply) => reply.json<AdminStats>())).toEqual(live);
    // Days that the job has missed.
    await test.db.deleteFrom('daily_counts').where('day', '>', dayAgo(5)).execute();
    const late = await startTestApp({ beside: test });
    expect((await late.call({ method: 'GET', url: '/api/admin/stats' }, admin)).json()).toEqual(live[2]);
    await runJob();
    expect(await rows()).toEqual(counted);
    for (const app of [other, again, late]) await app.stop();
  });

  it('needs few queries, and none for the next ten seconds', async () => {
    const quiet = await startTestApp({ beside: test });
    const statements = noteStatements(quiet);
    const ask = () => quiet.call({ method: 'GET', url: '/api/admin/stats' }, admin);
    await Promise.all([ask(), ask()]);
    const first = statements.length;
    expect(first).toBeLessThanOrEqual(14);
    await ask();
    // Looking up the session is not cached.
    expect(statements.length - first).toBe(1);
    await quiet.stop();
  });

  it.each(['from=2026-02-30', 'from=2026-11-02&to=2026-11-01', 'from=x', 'from=2026-1-1', 'from=1990-01-01', 'days=3'])(
    'rejects ?%s',
    async (query) => {
      const reply = await test.call({ method: 'GET', url: `/api/admin/stats?${query}` }, admin);
      expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([400, 'BAD_INPUT']);
    },
  );
});

describe('the server', () => {
  it('is described with its disk and files', async () => {
    const { systemInfo, diskStats, dirStats } = await get<SiteServerStats>('/api/admin/server-stats');
    expect(systemInfo).toMatchObject({ hostname: expect.stringMatching(/./), platform: process.platform });
    expect(systemInfo.loadAvg).toHaveLength(3);
    expect(systemInfo.freeMemory).toBeLessThan(systemInfo.totalMemory);
    expect(systemInfo.cpus.length).toBeGreaterThan(0);
    expect(diskStats.used + diskStats.free).toBe(diskStats.total);
    const { count } = await test.db
      .selectFrom('resource_files')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(dirStats).toEqual({ fileCount: count, isEstimate: false });
  });

  it('reports its version and configured services, without paths or secrets', async () => {
    const about = await get<About>('/api/admin/about');
    expect(about.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(about.database.version).toMatch(/^\d+/);
    expect(about.database.bytes).toBeGreaterThan(1_000_000);
    expect(about.database.migrations).toBeGreaterThan(10);
    expect(about.database.lastMigration).toMatch(/^\d{12}-/);
    expect(about).toMatchObject({ mail: 'outbox', providers: [], runtime: { node: process.version, mode: 'test' } });
    expect(JSON.stringify(about)).not.toContain(test.folder);
  });
});

describe('pending items', () => {
  it('are counted, with the time of the oldest', async () => {
    const empty = await get<Waiting>('/api/admin/waiting');
    expect(empty.applications).toEqual({ count: 0, oldest: null });
    const leaker = await test.addPerson('leaker');
    const [early, late] = [ago(9), ago(8)];
    for (const at of [late, early]) {
      const id = await addResource(test, { authorId: leaker.id, status: 'PENDING' });
      await test.db.updateTable('resources').set({ submitted_at: at }).where('id', '=', id).execute();
      await test.db
        .insertInto('leaker_applications')
        .values({ user_id: (await test.addPerson()).id, created_at: at })
        .execute();
    }
    await addRequest(test, { userId: leaker.id, at: late });
    await test.db
      .insertInto('reports')
      .values({ kind: 'other', reason: 'other', details: 'x', email: 'a@people.example', created_at: late })
      .execute();
    expect(await get<Waiting>('/api/admin/waiting')).toEqual({
      applications: { count: 2, oldest: early.toISOString() },
      uploads: { count: 2, oldest: early.toISOString() },
      reports: { count: 1, oldest: late.toISOString() },
      requests: { count: 1, oldest: late.toISOString() },
    });
  });
});
