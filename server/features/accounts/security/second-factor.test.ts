import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '#contract/accounts/api.ts';
import { standardLimits } from '#server/kit/rate-limits/rate-limits.ts';
import { PASSWORD, type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { appCode, cookieAfter, type Guarded, guard, mailTo, wrongAppCode } from '#test/harness/second-factor.ts';
import { passFirstFactor } from './actions.ts';

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

const MINUTE = 60_000;
const now = () => test.deps.now();
const addGuarded = async (app = test): Promise<Guarded> => guard(app, await app.addPerson('member'));

const login = (person: Person, cookie = '', app = test) =>
  app.call({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: person.email, password: PASSWORD },
    headers: { cookie },
  });
const sendCode = (cookie: string, code: string, app = test) =>
  app.call({ method: 'POST', url: '/api/auth/login/two-factor', payload: { code }, headers: { cookie } });
/** Sends the correct password and returns the browser's cookies. The login then waits for the second factor. */
const begin = async (person: Person, app = test): Promise<string> => cookieAfter('', await login(person, '', app));
const me = (cookie: string) => test.call({ method: 'GET', url: '/api/auth/me', headers: { cookie } });
const sessionsOf = (person: Person) =>
  test.db.selectFrom('sessions').selectAll().where('user_id', '=', person.id).execute();
const tokenIn = (cookie: string): string | undefined => /(?:^|; )token=([^;]+)/.exec(cookie)?.[1];

describe('a login with a second factor', () => {
  it('stops after the password, with a cookie that gives no access', async () => {
    const person = await addGuarded();
    const before = await sessionsOf(person);
    const reply = await login(person);
    expect(reply.json()).toMatchObject({ status: 401, code: 'TWO_FACTOR_REQUIRED' });
    expect(reply.headers['set-cookie']).toMatch(
      /^second_factor=[A-Za-z0-9_-]{43}; Max-Age=300; Path=\/api\/auth; HttpOnly; SameSite=Lax$/,
    );
    expect((await me(cookieAfter('', reply))).statusCode).toBe(401);
    expect(await sessionsOf(person)).toEqual(before);
    const value = reply.cookies[0]?.value ?? '';
    expect((await me(`token=${value}`)).statusCode).toBe(401);
    const kept = await test.db.selectFrom('pending_sign_ins').selectAll().where('user_id', '=', person.id).execute();
    expect(kept).toHaveLength(1);
    expect(JSON.stringify(kept)).not.toContain(value);
  });

  it('sets Secure cookies on an https site', async () => {
    const secure = await startTestApp({ beside: test, env: { PUBLIC_URL: 'https://helix.example' } });
    try {
      const person = await addGuarded();
      secure.moveClock(now().getTime() - secure.deps.now().getTime());
      const first = await login(person, '', secure);
      const second = await sendCode(cookieAfter('', first), appCode(person.secret, now()), secure);
      expect(second.statusCode).toBe(200);
      const cookies = [...first.cookies, ...second.cookies];
      expect(cookies.map(({ name }) => name)).toEqual([
        'second_factor',
        'token',
        'signed_in',
        'device',
        'second_factor',
      ]);
      expect(cookies.every((cookie) => cookie.secure && cookie.sameSite === 'Lax')).toBe(true);
      expect(cookies.filter(({ httpOnly }) => !httpOnly).map(({ name }) => name)).toEqual(['signed_in']);
    } finally {
      await secure.stop();
    }
  });

  it('completes with an app code: session, device and activity, and the pending login is gone', async () => {
    const person = await addGuarded();
    const waiting = await begin(person);
    const reply = await sendCode(waiting, appCode(person.secret, now()));
    expect(reply.statusCode).toBe(200);
    expect(reply.json<Account>()).toMatchObject({ id: person.id, email: person.email });
    expect(reply.headers['cache-control']).toBe('no-store');
    const cookie = cookieAfter(waiting, reply);
    expect(cookie.split('; ').map((pair) => pair.split('=')[0])).toEqual(['token', 'signed_in', 'device']);
    expect((await me(cookie)).json<Account>().id).toBe(person.id);
    const logins = await test.db.selectFrom('activity').select('type').where('user_id', '=', person.id).execute();
    expect(logins).toEqual([{ type: 'LOGIN' }]);
    expect((await sendCode(waiting, appCode(person.secret, new Date(now().getTime() + 30_000)))).json()).toMatchObject({
      code: 'TWO_FACTOR_EXPIRED',
    });
  });

  it('ends the session that the request came with', async () => {
    const person = await addGuarded();
    const cookie = `${await begin(person)}; ${person.headers.cookie}`;
    expect((await sendCode(cookie, appCode(person.secret, now()))).statusCode).toBe(200);
    expect((await me(person.headers.cookie ?? '')).statusCode).toBe(401);
    expect(await sessionsOf(person)).toHaveLength(1);
  });

  it.each([
    ['no cookie', ''],
    ['an unknown cookie', `second_factor=${'x'.repeat(43)}`],
    ['a malformed cookie', 'second_factor=nonsense'],
  ])('must start again with %s', async (_name, cookie) => {
    expect((await sendCode(cookie, '123456')).json()).toMatchObject({ status: 401, code: 'TWO_FACTOR_EXPIRED' });
  });

  it('expires after five minutes', async () => {
    const person = await addGuarded();
    const [early, late] = [await begin(person), await begin(person)];
    test.moveClock(5 * MINUTE - 10_000);
    expect((await sendCode(early, appCode(person.secret, now()))).statusCode).toBe(200);
    test.moveClock(MINUTE);
    expect((await sendCode(late, appCode(person.secret, now()))).json()).toMatchObject({ code: 'TWO_FACTOR_EXPIRED' });
  });

  it('is rejected from a page of another site', async () => {
    const person = await addGuarded();
    const reply = await test.call({
      method: 'POST',
      url: '/api/auth/login/two-factor',
      payload: { code: appCode(person.secret, now()) },
      headers: { cookie: await begin(person), 'sec-fetch-site': 'cross-site' },
    });
    expect(reply.json()).toMatchObject({ status: 403, code: 'CROSS_SITE' });
  });

  it('is rejected for users suspended or deleted in the meantime', async () => {
    const [suspended, gone] = [await addGuarded(), await addGuarded()];
    const [first, second] = [await begin(suspended), await begin(gone)];
    await test.db.updateTable('users').set({ suspended_at: now() }).where('id', '=', suspended.id).execute();
    await test.db.updateTable('users').set({ deleted_at: now() }).where('id', '=', gone.id).execute();
    expect((await sendCode(first, appCode(suspended.secret, now()))).json()).toMatchObject({ code: 'BANNED' });
    expect((await sendCode(second, appCode(gone.secret, now()))).json()).toMatchObject({ code: 'TWO_FACTOR_EXPIRED' });
    expect((await login(suspended)).json()).toMatchObject({ code: 'BANNED' });
  });

  it('of a demo account can be completed only on this machine', async () => {
    const person = await addGuarded();
    await test.db.updateTable('users').set({ demo: true }).where('id', '=', person.id).execute();
    const cookie = await begin(person);
    const send = (headers: Record<string, string>) =>
      test.call({
        method: 'POST',
        url: '/api/auth/login/two-factor',
        payload: { code: appCode(person.secret, now()) },
        headers: { cookie, ...headers },
      });
    for (const [name, value] of [
      ['x-forwarded-for', '203.0.113.9'],
      ['host', 'helix.example'],
    ] as const)
      expect((await send({ [name]: value })).json()).toMatchObject({ status: 403, code: 'DEMO_ACCOUNT_REFUSED' });
    expect((await send({})).statusCode).toBe(200);
  });

  it('is required after every first factor, and submits an application chosen before', async () => {
    const person = await addGuarded();
    const browser = { userAgent: '', deviceToken: null, oldSessionId: null };
    const first = { ...browser, userId: person.id, applies: true };
    const outcome = await passFirstFactor(test.deps, first);
    if (outcome.state !== 'second-factor') throw new Error('no second factor was asked for');
    const reply = await sendCode(`second_factor=${outcome.pendingToken}`, appCode(person.secret, now()));
    expect(reply.statusCode).toBe(200);
    const status = await test.call({
      method: 'GET',
      url: '/api/leaker/application-status',
      headers: { cookie: cookieAfter('', reply) },
    });
    expect(status.json()).toMatchObject({ status: 'PENDING' });

    const again = await passFirstFactor(test.deps, first);
    if (again.state !== 'second-factor') throw new Error('no second factor was asked for');
    test.moveClock(30_000);
    const refusedToApply = await sendCode(`second_factor=${again.pendingToken}`, appCode(person.secret, now()));
    expect(refusedToApply.statusCode).toBe(200);
  });

  it('is not started by a password that changed while it was checked', async () => {
    const person = await test.addPerson('member');
    const browser = { userAgent: '', deviceToken: null, oldSessionId: null };
    const first = { ...browser, userId: person.id, applies: false, matchedHash: 'what it was before' };
    await expect(passFirstFactor(test.deps, first)).rejects.toMatchObject({ code: 'WRONG_CREDENTIALS' });
  });
});

describe('an app code', () => {
  it('is accepted once, and no earlier one after it', async () => {
    const person = await addGuarded();
    const code = appCode(person.secret, now());
    const earlier = appCode(person.secret, new Date(now().getTime() - 30_000));
    const later = appCode(person.secret, new Date(now().getTime() + 30_000));
    expect((await sendCode(await begin(person), code)).statusCode).toBe(200);
    const waiting = await begin(person);
    expect((await sendCode(waiting, code)).json()).toMatchObject({ status: 403, code: 'TWO_FACTOR_WRONG' });
    expect((await sendCode(waiting, earlier)).json()).toMatchObject({ code: 'TWO_FACTOR_WRONG' });
    expect((await sendCode(waiting, later)).statusCode).toBe(200);
  });

  it('opens one session if sent concurrently to two processes for two logins', async () => {
    const person = await addGuarded();
    const before = await sessionsOf(person);
    const [one, two] = [await begin(person), await begin(person)];
    const code = appCode(person.secret, now());
    const tries = [
      sendCode(one, code),
      sendCode(one, code, shifted()),
      sendCode(two, code),
      sendCode(two, code, shifted()),
    ];
    const statuses = (await Promise.all(tries)).map(({ statusCode }) => statusCode).sort();
    expect(statuses[0]).toBe(200);
    expect(statuses.slice(1).every((status) => status === 401 || status === 403)).toBe(true);
    expect(await sessionsOf(person)).toHaveLength(before.length + 1);
  });

  it('does not work for the login of another user', async () => {
    const [person, thief] = [await addGuarded(), await addGuarded()];
    const reply = await sendCode(await begin(person), appCode(thief.secret, now()));
    expect(reply.json()).toMatchObject({ code: 'TWO_FACTOR_WRONG' });
    const recovery = await sendCode(await begin(person), thief.recoveryCodes[0] ?? '');
    expect(recovery.json()).toMatchObject({ code: 'TWO_FACTOR_WRONG' });
  });

  it('is checked against the server’s clock', async () => {
    const person = await addGuarded();
    const waiting = await begin(person);
    const minuteOld = appCode(person.secret, new Date(now().getTime() - MINUTE - 1000));
    expect((await sendCode(waiting, minuteOld)).json()).toMatchObject({ code: 'TWO_FACTOR_WRONG' });
    const spaced = appCode(person.secret, new Date(now().getTime() + 20_000)).replace(/(...)/, '$1 ');
    expect((await sendCode(waiting, spaced)).statusCode).toBe(200);
  });

  it('can be wrong five times, then the login ends even for a correct one', async () => {
    const person = await addGuarded();
    const waiting = await begin(person);
    const wrong = wrongAppCode(person.secret, now());
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await sendCode(waiting, wrong)).json()).toMatchObject({ code: 'TWO_FACTOR_WRONG' });
    }
    expect((await sendCode(waiting, appCode(person.secret, now()))).json()).toMatchObject({
      code: 'TWO_FACTOR_EXPIRED',
    });
    expect((await sendCode(await begin(person), appCode(person.secret, now()))).statusCode).toBe(200);
  });

  it('is checked only five times for twenty concurrent attempts', async () => {
    const person = await addGuarded();
    const waiting = await begin(person);
    const wrong = wrongAppCode(person.secret, now());
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => sendCode(waiting, wrong, index % 2 ? shifted() : test)),
    );
    const codes = replies.map((reply) => reply.json<{ code: string }>().code);
    expect(codes.filter((code) => code === 'TWO_FACTOR_WRONG')).toHaveLength(5);
    expect(codes.filter((code) => code === 'TWO_FACTOR_EXPIRED')).toHaveLength(15);
  });
});

/** The other process, with its clock set to the same time. */
const shifted = (): TestApp => {
  other.moveClock(test.deps.now().getTime() - other.deps.now().getTime());
  return other;
};

describe('a recovery code', () => {
  it('logs in once, however it is typed, and notifies its owner by email', async () => {
    const person = await addGuarded();
    const [code = '', next = ''] = person.recoveryCodes;
    const typed = ` ${code.toUpperCase().replaceAll('-', ' ')} `;
    expect((await sendCode(await begin(person), typed)).statusCode).toBe(200);
    expect((await sendCode(await begin(person), code)).json()).toMatchObject({ code: 'TWO_FACTOR_WRONG' });
    expect((await sendCode(await begin(person), next)).statusCode).toBe(200);
    const texts = (await mailTo(test, person)).map(({ text }) => text).join('\n');
    expect(texts).toContain('9');
    expect(texts).not.toContain(code);
    const kept = await test.db.selectFrom('recovery_codes').selectAll().where('user_id', '=', person.id).execute();
    expect(kept).toHaveLength(8);
    for (const row of kept) expect(row.code_hash).toHaveLength(32);
  });

  it('logs in only one of many concurrent attempts', async () => {
    const person = await addGuarded();
    const waiting = await Promise.all([begin(person), begin(person), begin(person)]);
    const [code = ''] = person.recoveryCodes;
    const statuses = await Promise.all(waiting.map(async (cookie) => (await sendCode(cookie, code)).statusCode));
    expect(statuses.sort()).toEqual([200, 403, 403]);
  });
});

describe('limits', () => {
  it('apply to the account across all logins, to wrong codes only, and until their window ends', async () => {
    const limits = { secondFactor: standardLimits.secondFactor };
    const strict = await startTestApp({ beside: test, limits });
    try {
      const quarter = 15 * MINUTE;
      strict.moveClock(quarter - (strict.deps.now().getTime() % quarter) + 30_000);
      const person = await guard(strict, await strict.addPerson('member'));
      const step = () => strict.moveClock(30_000);
      const wrong = () => wrongAppCode(person.secret, strict.deps.now());
      for (let round = 0; round < 2; round += 1) {
        const waiting = await begin(person, strict);
        for (let tries = 0; tries < 4; tries += 1) {
          expect((await sendCode(waiting, wrong(), strict)).json()).toMatchObject({ code: 'TWO_FACTOR_WRONG' });
        }
        expect((await sendCode(waiting, appCode(person.secret, strict.deps.now()), strict)).statusCode).toBe(200);
        step();
      }
      const waiting = await begin(person, strict);
      for (let tries = 0; tries < 2; tries += 1) await sendCode(waiting, wrong(), strict);
      const refused = await sendCode(waiting, appCode(person.secret, strict.deps.now()), strict);
      expect(refused.json()).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      await sendCode(waiting, wrong(), strict);
      // Someone else seems to know the user's password, so the user is notified, but only once.
      const told = (await mailTo(strict, person)).filter(
        ({ subject }) => subject === 'Too many wrong two-factor codes',
      );
      expect(told).toHaveLength(1);
      expect(told[0]?.text).toContain('/forgot-password');
      strict.moveClock(quarter);
      const later = await begin(person, strict);
      expect((await sendCode(later, appCode(person.secret, strict.deps.now()), strict)).statusCode).toBe(200);
    } finally {
      await strict.stop();
    }
  });
});

describe('a new browser', () => {
  const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0' };
  const signInFrom = (person: Person, cookie: string) =>
    test.call({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: person.email, password: PASSWORD },
      headers: { ...firefox, cookie },
    });

  it('is reported by email, except the first one and known ones', async () => {
    const [person, neighbour] = [await test.addPerson('member'), await test.addPerson('member')];
    const first = cookieAfter('', await signInFrom(person, ''));
    const device = /device=[^;]+/.exec(first)?.[0] ?? '';
    expect(await mailTo(test, person)).toEqual([]);
    expect(cookieAfter('', await signInFrom(person, device))).toContain(device);
    expect(await mailTo(test, person)).toEqual([]);
    expect(tokenIn(cookieAfter('', await signInFrom(person, '')))).toBeDefined();
    const [mail, ...more] = await mailTo(test, person);
    expect(more).toEqual([]);
    expect(mail?.text).toContain('Firefox on Linux');

    expect(cookieAfter('', await signInFrom(neighbour, device))).toContain(device);
    expect(await mailTo(test, neighbour)).toEqual([]);
    const kept = await test.db.selectFrom('known_devices').selectAll().where('user_id', '=', person.id).execute();
    expect(kept).toHaveLength(2);
    expect(JSON.stringify(kept)).not.toContain(device.split('=')[1]);
  });
});
