import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '#contract/accounts/api.ts';
import type { listSessions } from '#contract/accounts/security.ts';
import type { ReplyOf } from '#contract/http.ts';
import { PASSWORD, type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { cookieAfter } from '#test/harness/second-factor.ts';

let test: TestApp;
/** A second process on the same database. */
let other: TestApp;
beforeAll(async () => {
  test = await startTestApp();
  other = await startTestApp({ beside: test });
});
afterAll(async () => {
  await other.stop();
  await test.stop();
});

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1';

const signIn = async (person: Person, userAgent = firefox): Promise<Person> => {
  const reply = await test.call({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: person.email, password: PASSWORD },
    headers: { 'user-agent': userAgent },
  });
  return { ...person, headers: { cookie: cookieAfter('', reply) } };
};
const list = async (person: Person) =>
  (await test.call({ method: 'GET', url: '/api/auth/sessions' }, person)).json<ReplyOf<typeof listSessions>>();
const end = (person: Person, id: string, app = test) =>
  app.call({ method: 'DELETE', url: `/api/auth/sessions/${id}` }, person);
const endOthers = (person: Person, app = test) => app.call({ method: 'DELETE', url: '/api/auth/sessions' }, person);
const me = (person: Person, app = test) => app.call({ method: 'GET', url: '/api/auth/me' }, person);
const currentId = async (person: Person): Promise<string> =>
  (await list(person)).find(({ isCurrent }) => isCurrent)?.id ?? '';
const change = (person: Person, changes: { role?: string; suspended_at?: Date | null }) =>
  other.db.updateTable('users').set(changes).where('id', '=', person.id).execute();

describe('the list of sessions', () => {
  it('shows own sessions, most recently used first, with the browser but without anything secret', async () => {
    const [added, neighbour] = [await test.addPerson('member'), await test.addPerson('member')];
    test.moveClock(2 * HOUR);
    const phone = await signIn(added, safari);
    test.moveClock(2 * HOUR);
    const desk = await signIn(added);
    const reply = await test.call({ method: 'GET', url: '/api/auth/sessions' }, desk);
    expect(reply.headers['cache-control']).toBe('no-store');
    const shown = reply.json<ReplyOf<typeof listSessions>>();
    expect(shown.map(({ device, isCurrent }) => ({ device, isCurrent }))).toEqual([
      { device: 'Firefox on Linux', isCurrent: true },
      { device: 'Safari on iOS', isCurrent: false },
      { device: 'an unknown browser', isCurrent: false },
    ]);
    expect((await list(phone)).find(({ isCurrent }) => isCurrent)?.device).toBe('Safari on iOS');
    expect(Object.keys(shown[0] ?? {}).sort()).toEqual(['createdAt', 'device', 'id', 'isCurrent', 'lastSeenAt']);
    expect((await list(neighbour)).map(({ isCurrent }) => isCurrent)).toEqual([true]);
  });

  it('leaves out expired ones, for administrators after a day without use', async () => {
    const [member, admin] = [await test.addPerson('member'), await test.addPerson('admin')];
    test.moveClock(25 * HOUR);
    expect(await list(await signIn(member))).toHaveLength(2);
    expect(await list(await signIn(admin))).toHaveLength(1);
  });
});

describe('ending sessions', () => {
  it('of one’s own works from any of them, and immediately in every process', async () => {
    const person = await test.addPerson('member');
    const [phone, desk] = [await signIn(person, safari), await signIn(person)];
    expect((await me(phone, other)).statusCode).toBe(200);
    expect((await end(desk, await currentId(phone))).statusCode).toBe(204);
    expect((await me(phone, other)).statusCode).toBe(401);
    expect((await me(phone)).statusCode).toBe(401);
    expect((await me(desk)).statusCode).toBe(200);
  });

  it('returns the same 404 for sessions of others, unknown and ended ones, also for administrators', async () => {
    const [person, stranger, admin] = [
      await test.addPerson('member'),
      await test.addPerson('leaker'),
      await test.addPerson('admin'),
    ];
    const id = await currentId(person);
    for (const who of [stranger, admin]) {
      const refused = await end(who, id);
      expect(refused.json()).toMatchObject({ status: 404, code: 'SESSION_NOT_FOUND' });
      expect((await end(who, randomUUID())).body).toBe(refused.body);
    }
    expect((await me(person)).statusCode).toBe(200);
    expect((await end(person, "' or 1=1 --")).json()).toMatchObject({ code: 'BAD_INPUT' });
  });

  it('logs out of the current one and clears its cookies', async () => {
    const person = await signIn(await test.addPerson('member'));
    const reply = await end(person, await currentId(person));
    expect(reply.statusCode).toBe(204);
    expect(reply.headers['clear-site-data']).toBe('"cache", "storage"');
    expect(cookieAfter(person.headers.cookie ?? '', reply)).toMatch(/^device=[^;]+$/);
    expect((await me(person)).statusCode).toBe(401);
  });

  it('keeps the current one when ending all others, in every process', async () => {
    const added = await test.addPerson('member');
    const [phone, desk] = [await signIn(added, safari), await signIn(added)];
    const neighbour = await test.addPerson('member');
    expect((await endOthers(desk, other)).statusCode).toBe(204);
    expect((await me(added)).statusCode).toBe(401);
    expect((await me(phone)).statusCode).toBe(401);
    expect((await me(desk)).statusCode).toBe(200);
    expect((await me(neighbour)).statusCode).toBe(200);
    expect((await endOthers(desk)).statusCode).toBe(204);
  });

  it.each([
    ['one', (id: string) => `/api/auth/sessions/${id}`],
    ['all others', () => '/api/auth/sessions'],
  ])('is rejected for %s from a page of another site', async (_name, address) => {
    const person = await test.addPerson('member');
    const elsewhere = await signIn(person);
    const url = address(await currentId(elsewhere));
    const reply = await test.call({ method: 'DELETE', url, headers: { 'sec-fetch-site': 'cross-site' } }, person);
    expect(reply.json()).toMatchObject({ status: 403, code: 'CROSS_SITE' });
    expect((await me(elsewhere)).statusCode).toBe(200);
  });
});

describe('a change to a user in another process', () => {
  it('takes effect on the next request: a promotion, a demotion, a suspension and its end', async () => {
    const person = await test.addPerson('leaker');
    const role = async () => (await me(person)).json<Account>().role;
    const stats = async () => (await test.call({ method: 'GET', url: '/api/auth/sessions' }, person)).statusCode;
    expect(await role()).toBe('LEAKER');
    await change(person, { role: 'USER' });
    expect(await role()).toBe('USER');
    await change(person, { role: 'ADMIN' });
    expect(await role()).toBe('ADMIN');
    await change(person, { role: 'USER', suspended_at: new Date() });
    expect((await me(person)).json()).toMatchObject({ status: 403, code: 'BANNED' });
    expect(await stats()).toBe(403);
    await change(person, { suspended_at: null });
    expect(await role()).toBe('USER');
  });

  it('shortens the session of a new administrator', async () => {
    const person = await test.addPerson('member');
    test.moveClock(2 * DAY);
    await change(person, { role: 'ADMIN' });
    expect((await me(person)).statusCode).toBe(401);
  });
});
