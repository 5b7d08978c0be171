import { type Argon2Parameters, argon2 } from 'node:crypto';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '#contract/accounts/api.ts';
import { createPasswords } from '#server/kit/security/passwords.ts';
import { PASSWORD, type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { signIn } from './actions.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.stop());

const HOUR = 3_600_000;

const login = (email: string, password = PASSWORD, headers: Record<string, string> = {}, app = test) =>
  app.call({ method: 'POST', url: '/api/auth/login', payload: { email, password }, headers });
const me = (headers: Record<string, string>, app = test) => app.call({ method: 'GET', url: '/api/auth/me', headers });
const logout = (headers: Record<string, string>) =>
  test.call({ method: 'POST', url: '/api/auth/logout', payload: {}, headers });

type Reply = Awaited<ReturnType<TestApp['call']>>;
const cookiesOf = (reply: Reply): string[] => [reply.headers['set-cookie'] ?? []].flat();
const tokenOf = (reply: Reply): string => reply.cookies.find(({ name }) => name === 'token')?.value ?? '';
const sessionsOf = (person: Person) =>
  test.db.selectFrom('sessions').selectAll().where('user_id', '=', person.id).orderBy('created_at').execute();
const change = (
  person: Person,
  changes: { role?: string; suspended_at?: Date | null; demo?: boolean; deleted_at?: Date },
) => test.db.updateTable('users').set(changes).where('id', '=', person.id).execute();

describe('logging in', () => {
  it('returns the user object, sets the cookies and logs the activity', async () => {
    const person = await test.addPerson('member');
    const reply = await login(person.email.toUpperCase());
    expect(reply.statusCode).toBe(200);
    expect(reply.json<Account>()).toEqual({
      id: person.id,
      username: person.username,
      email: person.email,
      role: 'USER',
      isPremium: false,
      patreonUsername: null,
      discordUsername: null,
      bio: '',
      avatar: '/public/Images/default-avatar.png',
      banner: '/public/Images/default-banner.png',
      displayName: null,
      badges: [],
      followers: 0,
      following: 0,
      totalLikes: 0,
      verified: false,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(cookiesOf(reply)).toEqual([
      expect.stringMatching(/^token=[A-Za-z0-9_-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/),
      'signed_in=1; Max-Age=2592000; Path=/; SameSite=Lax',
      expect.stringMatching(/^device=[A-Za-z0-9_-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    expect(reply.body).not.toContain(tokenOf(reply));
    const activity = await test.db.selectFrom('activity').selectAll().where('user_id', '=', person.id).execute();
    expect(activity).toMatchObject([{ type: 'LOGIN', demo: false }]);
    expect((await me({ cookie: `token=${tokenOf(reply)}` })).json<Account>()).toEqual(reply.json<Account>());
  });

  it('presents each role, with the PRO badge for an active grant', async () => {
    const cast = await test.addCast();
    const answered = await Promise.all(
      [cast.member, cast.premium, cast.leaker, cast.admin].map(async ({ headers }) =>
        (await me(headers)).json<Account>(),
      ),
    );
    expect(answered.map(({ role, isPremium, badges }) => ({ role, isPremium, badges }))).toEqual([
      { role: 'USER', isPremium: false, badges: [] },
      { role: 'PREMIUM', isPremium: true, badges: ['PRO'] },
      { role: 'LEAKER', isPremium: false, badges: [] },
      { role: 'ADMIN', isPremium: false, badges: [] },
    ]);
  });

  it('gives an administrator cookies that last a day', async () => {
    const admin = await test.addPerson('admin');
    const cookies = cookiesOf(await login(admin.email)).filter((cookie) => !cookie.startsWith('device='));
    expect(cookies).toHaveLength(2);
    for (const cookie of cookies) expect(cookie).toContain('Max-Age=86400;');
  });

  it('replaces only the session that the request came with', async () => {
    const person = await test.addPerson('member');
    const elsewhere = tokenOf(await login(person.email));
    const second = await login(person.email, PASSWORD, person.headers);
    expect((await me(person.headers)).statusCode).toBe(401);
    expect((await me({ cookie: `token=${elsewhere}` })).statusCode).toBe(200);
    expect((await me({ cookie: `token=${tokenOf(second)}` })).statusCode).toBe(200);
    expect(await sessionsOf(person)).toHaveLength(2);
  });

  it('responds to an unknown address and a wrong password identically, after one hash each', async () => {
    const person = await test.addPerson('member');
    const without = await test.addPerson('member');
    await test.db.updateTable('users').set({ password_hash: null }).where('id', '=', without.id).execute();
    const gone = await test.addPerson('member');
    await change(gone, { deleted_at: new Date() });
    const replies = await Promise.all([
      login(person.email, 'not the password'),
      login('nobody@people.example'),
      login(without.email),
      login(gone.email),
    ]);
    const [first] = replies;
    for (const reply of replies) {
      expect(reply.statusCode).toBe(401);
      expect(reply.body).toBe(first?.body);
      expect(cookiesOf(reply)).toEqual([]);
      const { date: _date, ...headers } = reply.headers;
      const { date: _firstDate, ...firstHeaders } = first?.headers ?? {};
      expect(headers).toEqual(firstHeaders);
    }
    expect(first?.json()).toMatchObject({ code: 'WRONG_CREDENTIALS' });

    const argon2id = promisify(argon2).bind(null, 'argon2id') as (parameters: Argon2Parameters) => Promise<Buffer>;
    let hashes = 0;
    const passwords = createPasswords({
      derive: (parameters) => {
        hashes += 1;
        return argon2id(parameters);
      },
    });
    const attempt = { address: '192.0.2.1', userAgent: '', deviceToken: null, isLocal: false, oldSessionId: null };
    for (const [email, password] of [
      [person.email, 'not the password'],
      ['nobody@people.example', PASSWORD],
      [without.email, PASSWORD],
      [person.email, PASSWORD],
    ] as const) {
      hashes = 0;
      await signIn({ ...test.deps, passwords }, { ...attempt, email, password }).catch(() => null);
      expect(hashes, email).toBe(1);
    }
  });

  it('reveals a suspension only to someone who knows the password', async () => {
    const person = await test.addPerson('member');
    await change(person, { suspended_at: new Date() });
    const before = await sessionsOf(person);
    expect((await login(person.email)).json()).toMatchObject({ status: 403, code: 'BANNED' });
    expect((await login(person.email, 'not the password')).json()).toMatchObject({ status: 401 });
    expect(await sessionsOf(person)).toEqual(before);
  });

  it('upgrades a weak hash', async () => {
    const person = await test.addPerson('member');
    const weak =
      '$argon2id$v=19$m=8192,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$' +
      (
        await (promisify(argon2).bind(null, 'argon2id') as (parameters: Argon2Parameters) => Promise<Buffer>)({
          message: Buffer.from(PASSWORD),
          nonce: Buffer.from('0123456789abcdef'),
          parallelism: 1,
          tagLength: 32,
          memory: 8192,
          passes: 1,
        })
      )
        .toString('base64')
        .replace(/=+$/, '');
    const stored = async () =>
      (await test.db.selectFrom('users').select('password_hash').where('id', '=', person.id).executeTakeFirstOrThrow())
        .password_hash;
    await test.db.updateTable('users').set({ password_hash: weak }).where('id', '=', person.id).execute();
    expect((await login(person.email, 'not the password')).statusCode).toBe(401);
    expect(await stored()).toBe(weak);
    expect((await login(person.email)).statusCode).toBe(200);
    expect(await stored()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await login(person.email)).statusCode).toBe(200);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling domain', { 'sec-fetch-site': 'same-site' }],
    ['another site in an older browser', { origin: 'https://evil.example' }],
  ])('is rejected from %s, and so is logging out', async (_name, headers) => {
    const person = await test.addPerson('member');
    const before = await sessionsOf(person);
    expect((await login(person.email, PASSWORD, headers)).json()).toMatchObject({ status: 403, code: 'CROSS_SITE' });
    expect((await logout({ ...person.headers, ...headers })).json()).toMatchObject({ code: 'CROSS_SITE' });
    expect(await sessionsOf(person)).toEqual(before);
  });
});

describe('demo accounts', () => {
  it.each([
    ['on this machine', { host: 'localhost:3000' }, 200],
    ['through a reverse proxy', { host: 'localhost:3000', 'x-forwarded-for': '203.0.113.9' }, 403],
    ['with another host name', { host: 'helix.example' }, 403],
  ])('respond to logins %s with the right status', async (_name, headers, status) => {
    const person = await test.addPerson('admin');
    await change(person, { demo: true });
    const reply = await login(person.email, PASSWORD, headers);
    expect(reply.statusCode).toBe(status);
    if (status === 403) expect(reply.json()).toMatchObject({ code: 'DEMO_ACCOUNT_REFUSED' });
    expect(tokenOf(reply) !== '').toBe(status === 200);
    expect((await login(person.email, 'not the password', headers)).statusCode).toBe(401);
  });
});

describe('a session', () => {
  it('is required without a credential, with a malformed one, and after it ended', async () => {
    for (const headers of [{}, { cookie: 'token=nonsense' }, { authorization: 'Bearer nonsense' }]) {
      expect((await me(headers as Record<string, string>)).json()).toMatchObject({
        status: 401,
        code: 'SIGN_IN_REQUIRED',
      });
    }
    const dead = await me({ cookie: `token=${'x'.repeat(43)}; signed_in=1` });
    expect(dead.statusCode).toBe(401);
    expect(cookiesOf(dead)).toEqual([
      expect.stringMatching(/^token=; Max-Age=0; Path=\/; HttpOnly/),
      expect.stringMatching(/^signed_in=; Max-Age=0; Path=\//),
    ]);
  });

  it('is accepted as a bearer token, and an Authorization header takes precedence over the cookie', async () => {
    const [person, other] = [await test.addPerson('member'), await test.addPerson('leaker')];
    const token = person.headers.cookie?.replace('token=', '') ?? '';
    expect((await me({ authorization: `Bearer ${token}` })).json<Account>().id).toBe(person.id);
    expect((await me({ authorization: `Bearer ${token}`, ...other.headers })).json<Account>().id).toBe(person.id);
    expect((await me({ authorization: `Bearer ${'x'.repeat(43)}`, ...other.headers })).statusCode).toBe(401);
    expect((await me({ authorization: 'Basic YTpi', ...other.headers })).statusCode).toBe(401);
  });

  it('reflects a changed role immediately', async () => {
    const person = await test.addPerson('member');
    expect((await me(person.headers)).json<Account>().role).toBe('USER');
    await change(person, { role: 'LEAKER' });
    expect((await me(person.headers)).json<Account>().role).toBe('LEAKER');
    await change(person, { role: 'USER' });
    expect((await me(person.headers)).json<Account>().role).toBe('USER');
  });

  it('of a suspended user returns BANNED where a login is required, counts as a visitor elsewhere, and can log out', async () => {
    const person = await test.addPerson('member');
    await change(person, { suspended_at: new Date() });
    expect((await me(person.headers)).json()).toMatchObject({ status: 403, code: 'BANNED', error: expect.any(String) });
    expect((await test.call({ method: 'GET', url: '/api/stats' }, person)).statusCode).toBe(200);
    await change(person, { suspended_at: null });
    expect((await me(person.headers)).statusCode).toBe(200);
    await change(person, { suspended_at: new Date() });
    expect((await logout(person.headers)).statusCode).toBe(200);
    expect(await sessionsOf(person)).toEqual([]);
  });

  it('ends on logging out, which can be repeated and keeps the theme', async () => {
    const person = await test.addPerson('member');
    for (const expected of [0, 0]) {
      const reply = await logout({ cookie: `${person.headers.cookie}; theme=light` });
      expect(reply.statusCode).toBe(200);
      expect(reply.json()).toEqual({});
      expect(reply.headers['cache-control']).toBe('no-store');
      expect(reply.headers['clear-site-data']).toBe('"cache", "storage"');
      const cleared = cookiesOf(reply).map((cookie) => cookie.split(';').slice(0, 2).join());
      expect(cleared.sort()).toEqual(['changed', 'premium', 'signed_in', 'token'].map((name) => `${name}=, Max-Age=0`));
      expect(await sessionsOf(person)).toHaveLength(expected);
    }
    expect((await me(person.headers)).statusCode).toBe(401);
    expect((await logout({})).statusCode).toBe(200);
  });

  it('also ends on logging out without a body', async () => {
    const person = await test.addPerson('member');
    expect((await test.call({ method: 'POST', url: '/api/auth/logout' }, person)).statusCode).toBe(200);
    expect(await sessionsOf(person)).toEqual([]);
  });
});

describe('a session in use', () => {
  it('slides: after an hour its use is recorded once and the cookies are renewed', async () => {
    const person = await test.addPerson('member');
    const [before] = await sessionsOf(person);
    expect(cookiesOf(await me(person.headers))).toEqual([]);
    expect((await sessionsOf(person))[0]?.last_seen_at).toEqual(before?.last_seen_at);
    test.moveClock(HOUR);
    const [first, second] = await Promise.all([me(person.headers), me(person.headers)]);
    const [after] = await sessionsOf(person);
    expect(after?.last_seen_at.getTime()).toBeGreaterThanOrEqual((before?.last_seen_at.getTime() ?? 0) + HOUR);
    for (const cookie of [...cookiesOf(first), ...cookiesOf(second)]) expect(cookie).toContain('Max-Age=2592000;');
    // At least one response sets cookies. The other sets none if the last-seen time was updated before its request arrived.
    expect([...cookiesOf(first), ...cookiesOf(second)][0]).toContain(person.headers.cookie ?? 'no cookie');
    expect(cookiesOf(await me(person.headers))).toEqual([]);
  });

  it('sets no cookie for a bearer token', async () => {
    const person = await test.addPerson('member');
    test.moveClock(HOUR);
    const authorization = `Bearer ${person.headers.cookie?.replace('token=', '')}`;
    const reply = await me({ authorization });
    expect(reply.statusCode).toBe(200);
    expect(cookiesOf(reply)).toEqual([]);
  });

  it('expires for an administrator after a day without use', async () => {
    const [admin, member] = [await test.addPerson('admin'), await test.addPerson('member')];
    test.moveClock(24 * HOUR);
    expect((await me(admin.headers)).statusCode).toBe(401);
    expect((await me(member.headers)).statusCode).toBe(200);
  });
});

it('sets Secure cookies on an https site', async () => {
  const secure = await startTestApp({ env: { PUBLIC_URL: 'https://helix.example' } });
  try {
    const person = await secure.addPerson('member');
    const reply = await login(person.email, PASSWORD, { origin: 'https://helix.example' }, secure);
    expect(cookiesOf(reply)).toHaveLength(3);
    for (const cookie of cookiesOf(reply)) expect(cookie).toMatch(/; Secure(?:;|$)/);
  } finally {
    await secure.stop();
  }
});
