// An active announcement is immediately shown on every page, except in browsers where it was closed.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AdminAnnouncement } from '#contract/content/announcements.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { noteStatements } from '#test/harness/statements.ts';

let test: TestApp;
/** Simulates a second process on the same database. */
let other: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp();
  other = await startTestApp({ beside: test });
  admin = await test.addPerson('admin');
});
afterAll(async () => {
  await other.stop();
  await test.stop();
});
afterEach(async () => {
  for (const { id } of await list()) await send('DELETE', `/api/admin/announcements/${id}`);
  for (const app of [test, other]) await eventually(() => isShown('', app)).toBe(false);
});

const HOUR = 3_600_000;
const inHours = (hours: number): string => new Date(test.deps.now().getTime() + hours * HOUR).toISOString();

/** Bus messages arrive shortly after the response; on a busy machine they can take longer. */
const eventually = <T>(ask: () => Promise<T>) => expect.poll(ask, { timeout: 10_000 });

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
const send = (method: Method, url: string, payload?: object) =>
  test.call({ method, url, ...(payload ? { payload } : {}) }, admin);
const words = () => ({
  text: 'Grain week',
  link: null as string | null,
  active: true,
  startsAt: inHours(-1),
  endsAt: null as string | null,
});
const add = async (changes: Partial<ReturnType<typeof words>> = {}): Promise<AdminAnnouncement> => {
  const reply = await send('POST', '/api/admin/announcements', { ...words(), ...changes });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json();
};
const change = async (id: string, changes: Partial<ReturnType<typeof words>>) => {
  const reply = await send('PATCH', `/api/admin/announcements/${id}`, changes);
  expect(reply.statusCode, reply.body).toBe(200);
};
const list = async () => (await send('GET', '/api/admin/announcements')).json<AdminAnnouncement[]>();

const open = (
  app: TestApp,
  { url = '/elements', cookie = '', as }: { url?: string; cookie?: string; as?: Person } = {},
) => {
  const all = [cookie, as?.headers.cookie].filter(Boolean).join('; ');
  return app.call({ method: 'GET', url, headers: { accept: 'text/html', ...(all ? { cookie: all } : {}) } });
};
/** HTML of the announcement shown on a page; null if the page shows none. */
const lineOf = async (app: TestApp, given: Parameters<typeof open>[1] = {}): Promise<string | null> => {
  const { statusCode, body } = await open(app, given);
  expect([200, 404]).toContain(statusCode);
  const [, drawn] = /<aside aria-label="Announcement"[^>]*>(.*?)<\/aside>/s.exec(body) ?? [];
  return drawn ?? null;
};
const isShown = async (text: string, app = test): Promise<boolean> => (await lineOf(app))?.includes(text) ?? false;

describe('a running announcement', () => {
  it('is shown on every page in every process immediately, to visitors and signed-in users', async () => {
    // Load the pages first: copies cached before the change must not be served after it.
    expect([await isShown(''), await isShown('', other)]).toEqual([false, false]);
    await add({ text: 'Grain <week> & more' });
    await eventually(() => isShown('Grain')).toBe(true);
    for (const url of ['/', '/resources', '/login', '/nobody-here-at-all', '/terms']) {
      expect(await lineOf(test, { url }), url).toContain('Grain &lt;week&gt; &amp; more');
    }
    expect(await lineOf(test, { as: admin })).toContain('Grain');
    await eventually(() => isShown('Grain', other)).toBe(true);
    expect((await test.call({ method: 'GET', url: '/api/site' })).json()).toMatchObject({
      announcement: { text: 'Grain <week> & more', link: null },
    });
  });

  it.each([
    ['/premium', /<a [^>]*href="\/premium"/],
    [
      'https://grain.example/week?a=1',
      /<a [^>]*href="https:\/\/grain\.example\/week\?a=1"[^>]*rel="noopener noreferrer"/,
    ],
  ])('links to %s', async (link, drawn) => {
    await add({ link });
    await eventually(() => lineOf(test)).toMatch(drawn);
  });

  it('is not sent again to a browser that has closed it, not even from cached pages', async () => {
    const { id } = await add();
    const closed = { cookie: `announcement=${id}` };
    await eventually(() => isShown('Grain')).toBe(true);
    expect(await lineOf(test, closed)).toBeNull();
    expect(await lineOf(test, { ...closed, as: admin })).toBeNull();

    const statements = noteStatements(test);
    const asked = async (given: Parameters<typeof open>[1]) => {
      statements.length = 0;
      const line = await lineOf(test, given);
      return [line !== null, statements.filter((text) => /^\s*(select|with)\b/i.test(text)).length];
    };
    expect(await asked(closed)).toEqual([false, 0]);
    expect(await asked({})).toEqual([true, 0]);
    // Whatever the cookie contains, a page is cached in at most two variants.
    expect(await asked({ cookie: 'announcement=00000000-0000-4000-8000-000000000000' })).toEqual([true, 0]);
    expect(await asked({ cookie: 'announcement=%00"<script>' })).toEqual([true, 0]);
  });

  it('is shown to people who closed the previous one', async () => {
    const first = await add({ text: 'First', startsAt: inHours(-2) });
    await add({ text: 'Second' });
    await eventually(() => lineOf(test, { cookie: `announcement=${first.id}` })).toContain('Second');
  });
});

describe('the schedule', () => {
  it('starts and ends an announcement, also on cached pages', async () => {
    await add({ text: 'Long one', startsAt: inHours(-3) });
    await add({ text: 'Short one', startsAt: inHours(1), endsAt: inHours(2) });
    await eventually(() => isShown('Long one')).toBe(true);
    test.moveClock(1.5 * HOUR);
    expect(await isShown('Short one')).toBe(true);
    test.moveClock(HOUR);
    expect(await isShown('Long one')).toBe(true);
    test.moveClock(-2.5 * HOUR);
  });

  it('determines the listed state', async () => {
    await add({ text: 'over', startsAt: inHours(-5), endsAt: inHours(-4) });
    await add({ text: 'behind', startsAt: inHours(-3) });
    await add({ text: 'shown', startsAt: inHours(-2) });
    await add({ text: 'paused', active: false });
    await add({ text: 'scheduled', startsAt: inHours(3) });
    expect((await list()).map(({ text, state, isShown: shown }) => [text, state, shown])).toEqual([
      ['scheduled', 'scheduled', false],
      ['paused', 'paused', false],
      ['shown', 'running', true],
      ['behind', 'running', false],
      ['over', 'over', false],
    ]);
  });
});

describe('admin changes', () => {
  it('take effect immediately and are in the audit log', async () => {
    const { id } = await add();
    await eventually(() => isShown('Grain week')).toBe(true);
    await change(id, { text: 'Colour week', link: '/resources' });
    await eventually(() => isShown('Colour week')).toBe(true);
    await change(id, { active: false });
    await eventually(() => lineOf(test)).toBeNull();
    await change(id, { active: false });
    expect((await send('DELETE', `/api/admin/announcements/${id}`)).statusCode).toBe(204);
    expect((await send('DELETE', `/api/admin/announcements/${id}`)).json()).toMatchObject({
      code: 'ANNOUNCEMENT_NOT_FOUND',
    });
    const rows = await test.db
      .selectFrom('audit_log')
      .select(['action', 'before', 'after', 'actor_id as actor'])
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute();
    expect(rows).toMatchObject([
      { action: 'announcement.create', before: null, after: { text: 'Grain week', active: true }, actor: admin.id },
      { action: 'announcement.change', before: { text: 'Grain week', link: null }, after: { text: 'Colour week' } },
      { action: 'announcement.change', before: { active: true }, after: { active: false } },
      { action: 'announcement.delete', before: { text: 'Colour week' }, after: null },
    ]);
    expect(rows).toHaveLength(4);
  });

  it.each([
    ['link', 'http://grain.example'],
    ['link', 'javascript:alert(1)'],
    ['link', '//evil.example'],
    ['link', '/\\evil.example'],
    ['link', '/..//evil.example'],
    ['link', '/a/../b'],
    ['link', 'resources'],
    ['text', ' '],
    ['text', 'two\nlines'],
    ['text', 'x'.repeat(201)],
    ['startsAt', 'tomorrow'],
    ['endsAt', '2026-01-01'],
    ['active', 1],
  ])('are rejected when %s is %j', async (field, value) => {
    const reply = await send('POST', '/api/admin/announcements', { ...words(), [field]: value });
    expect(reply.json()).toMatchObject({ status: 400, code: 'BAD_INPUT', fields: { [field]: expect.any(String) } });
    expect(await list()).toEqual([]);
  });

  it('cannot move the end before the start, whichever of the two changes', async () => {
    const refusal = { status: 400, code: 'BAD_INPUT', fields: { endsAt: 'The end must be after the start.' } };
    const startsAt = inHours(1);
    const reply = await send('POST', '/api/admin/announcements', { ...words(), startsAt, endsAt: startsAt });
    expect(reply.json()).toMatchObject(refusal);
    const { id } = await add({ endsAt: inHours(1) });
    for (const changes of [{ endsAt: inHours(-2) }, { startsAt: inHours(2) }]) {
      expect((await send('PUT', `/api/admin/announcements/${id}`, changes)).json()).toMatchObject(refusal);
    }
    await change(id, { startsAt: inHours(2), endsAt: null });
  });
});
