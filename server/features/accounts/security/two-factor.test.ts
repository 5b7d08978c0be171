import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '#contract/accounts/api.ts';
import { PASSWORD, type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { appCode, cookieAfter, guard, mailTo, wrongAppCode } from '#test/harness/second-factor.ts';
import { lockForChange, putSecret, turnOn } from './queries.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.stop());

const now = () => test.deps.now();
/** Moves the clock to the next time step, whose code is unused. */
const waitForCode = () => test.moveClock(30_000);
const post = (person: Person, step: string, payload: object = {}) =>
  test.call({ method: 'POST', url: `/api/auth/two-factor/${step}`, payload }, person);
const setUp = async (person: Person): Promise<string> =>
  (await post(person, 'setup')).json<{ secret: string }>().secret;
const login = (person: Person) =>
  test.call({ method: 'POST', url: '/api/auth/login', payload: { email: person.email, password: PASSWORD } });
const addSession = async (person: Person): Promise<Person> => ({
  ...person,
  headers: { cookie: cookieAfter('', await login(person)) },
});
const isSignedIn = async (person: Person): Promise<boolean> =>
  (await test.call({ method: 'GET', url: '/api/auth/me' }, person)).statusCode === 200;
const stored = (person: Person) =>
  test.db.selectFrom('two_factors').selectAll().where('user_id', '=', person.id).executeTakeFirst();
const securityOf = async (person: Person) =>
  (await test.call({ method: 'GET', url: '/api/auth/security' }, person)).json<{ twoFactor: object }>().twoFactor;
const subjectsTo = async (person: Person) => (await mailTo(test, person)).map(({ subject }) => subject);

describe('setting up', () => {
  it('returns a secret and its URI, stores it encrypted, and leaves two-factor off', async () => {
    const person = await test.addPerson('member');
    const reply = await post(person, 'setup');
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['cache-control']).toBe('no-store');
    const { secret, uri } = reply.json<{ secret: string; uri: string }>();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const address = new URL(uri);
    expect(address.searchParams.get('secret')).toBe(secret);
    expect(address.searchParams.get('issuer')).toBe('Helix Resource Platform');
    expect(decodeURIComponent(address.pathname)).toContain(person.email);
    const kept = await stored(person);
    expect(kept?.secret.includes(Buffer.from(secret))).toBe(false);
    expect(kept?.enabled_at).toBeNull();
    expect(await securityOf(person)).toEqual({ enabled: false, required: false, recoveryCodesLeft: 0 });
    expect((await login(person)).statusCode).toBe(200);
  });

  it('again replaces the secret, and codes of the first one stop working', async () => {
    const person = await test.addPerson('member');
    const [first, second] = [await setUp(person), await setUp(person)];
    expect(second).not.toBe(first);
    expect((await post(person, 'enable', { code: appCode(first, now()) })).json()).toMatchObject({
      status: 403,
      code: 'TWO_FACTOR_WRONG',
    });
    expect((await post(person, 'enable', { code: appCode(second, now()) })).statusCode).toBe(200);
  });

  it('encrypts the secret for its owner: a row copied to another user is useless', async () => {
    const [person, thief] = [await test.addPerson('member'), await guard(test, await test.addPerson('member'))];
    await setUp(person);
    const kept = await stored(person);
    await test.db
      .updateTable('two_factors')
      .set({ secret: kept?.secret ?? Buffer.alloc(0) })
      .where('user_id', '=', thief.id)
      .execute();
    const waiting = cookieAfter('', await login(thief));
    const reply = await test.call({
      method: 'POST',
      url: '/api/auth/login/two-factor',
      payload: { code: appCode(thief.secret, now()) },
      headers: { cookie: waiting },
    });
    expect(reply.json()).toMatchObject({ status: 500, code: 'INTERNAL' });
  });
});

describe('turning on', () => {
  it('requires a correct code, and then requires one for the next login', async () => {
    const person = await test.addPerson('member');
    expect((await post(person, 'enable', { code: '123456' })).json()).toMatchObject({
      status: 409,
      code: 'TWO_FACTOR_STATE',
    });
    const secret = await setUp(person);
    const wrong = await post(person, 'enable', { code: wrongAppCode(secret, now()) });
    expect(wrong.json()).toMatchObject({ code: 'TWO_FACTOR_WRONG' });
    expect((await login(person)).statusCode).toBe(200);
    const reply = await post(person, 'enable', { code: appCode(secret, now()) });
    expect(reply.statusCode).toBe(200);
    expect((await login(person)).json()).toMatchObject({ code: 'TWO_FACTOR_REQUIRED' });
  });

  it('returns ten recovery codes once and stores their hashes', async () => {
    const person = await test.addPerson('member');
    const secret = await setUp(person);
    const reply = await post(person, 'enable', { code: appCode(secret, now()) });
    expect(reply.headers['cache-control']).toBe('no-store');
    const { recoveryCodes } = reply.json<{ recoveryCodes: string[] }>();
    expect(new Set(recoveryCodes).size).toBe(10);
    const kept = await test.db.selectFrom('recovery_codes').selectAll().where('user_id', '=', person.id).execute();
    expect(kept).toHaveLength(10);
    const guarded = { ...person, headers: { cookie: cookieAfter('', reply) } };
    expect(await securityOf(guarded)).toEqual({ enabled: true, required: false, recoveryCodesLeft: 10 });
  });

  it('renews this session’s token, ends other sessions and pending logins, and notifies by email', async () => {
    const person = await test.addPerson('member');
    const elsewhere = await addSession(person);
    const secret = await setUp(person);
    const reply = await post(person, 'enable', { code: appCode(secret, now()) });
    expect(await isSignedIn(person)).toBe(false);
    expect(await isSignedIn(elsewhere)).toBe(false);
    const goesOn = { ...person, headers: { cookie: cookieAfter(person.headers.cookie ?? '', reply) } };
    expect(await isSignedIn(goesOn)).toBe(true);
    expect(await subjectsTo(person)).toHaveLength(1);
  });

  it('uses up its code, so the first login needs another one', async () => {
    const person = await test.addPerson('member');
    const secret = await setUp(person);
    const code = appCode(secret, now());
    await post(person, 'enable', { code });
    const reply = await test.call({
      method: 'POST',
      url: '/api/auth/login/two-factor',
      payload: { code },
      headers: { cookie: cookieAfter('', await login(person)) },
    });
    expect(reply.json()).toMatchObject({ code: 'TWO_FACTOR_WRONG' });
  });

  it('succeeds for only one of two concurrent requests, and cannot be set up again while on', async () => {
    const person = await test.addPerson('member');
    const secret = await setUp(person);
    const steps = [now(), new Date(now().getTime() + 30_000)];
    const replies = await Promise.all(steps.map((at) => post(person, 'enable', { code: appCode(secret, at) })));
    const [won, lost] = replies.toSorted((a, b) => a.statusCode - b.statusCode);
    if (!won || !lost) throw new Error('none won');
    expect(won.statusCode).toBe(200);
    // The successful request replaces the session's token. If the other request is authenticated only after that, it gets a 401.
    expect([409, 401]).toContain(lost.statusCode);
    const goesOn = { ...person, headers: { cookie: cookieAfter('', won) } };
    expect((await post(goesOn, 'setup')).json()).toMatchObject({ code: 'TWO_FACTOR_STATE' });
    waitForCode();
    waitForCode();
    expect((await post(goesOn, 'enable', { code: appCode(secret, now()) })).json()).toMatchObject({
      code: 'TWO_FACTOR_STATE',
    });
    expect(
      await test.db.selectFrom('recovery_codes').select('user_id').where('user_id', '=', person.id).execute(),
    ).toHaveLength(10);
  });

  it('applies to a login in progress, which waits for the change and then requires a code', async () => {
    const person = await test.addPerson('member');
    const waiting = async () => {
      const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(test.db);
      return rows[0]?.waiting;
    };
    const underWay = await test.db.transaction().execute(async (trx) => {
      await lockForChange(trx, person.id);
      const reply = login(person);
      await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
      await putSecret(trx, person.id, Buffer.from('sealed'), now());
      await turnOn(trx, person.id, now());
      return { reply };
    });
    expect((await underWay.reply).json()).toMatchObject({ code: 'TWO_FACTOR_REQUIRED' });
  });
});

describe('turning off', () => {
  it.each(['an app code', 'a recovery code'])(
    'works with %s, ends other sessions and deletes everything',
    async (kind) => {
      const person = await guard(test, await test.addPerson('member'));
      const code = kind === 'a recovery code' ? (person.recoveryCodes[3] ?? '') : appCode(person.secret, now());
      expect((await post(person, 'disable', { code: wrongAppCode(person.secret, now()) })).json()).toMatchObject({
        code: 'TWO_FACTOR_WRONG',
      });
      const waiting = cookieAfter('', await login(person));
      const reply = await post(person, 'disable', { code });
      expect(reply.statusCode).toBe(204);
      expect(await isSignedIn(person)).toBe(false);
      const goesOn = { ...person, headers: { cookie: cookieAfter('', reply) } };
      expect(await isSignedIn(goesOn)).toBe(true);
      expect(await stored(person)).toBeUndefined();
      const codes = await test.db
        .selectFrom('recovery_codes')
        .select('user_id')
        .where('user_id', '=', person.id)
        .execute();
      expect(codes).toEqual([]);
      expect((await login(person)).statusCode).toBe(200);
      expect(await subjectsTo(person)).toHaveLength(2);
      expect((await post(goesOn, 'disable', { code })).json()).toMatchObject({ code: 'TWO_FACTOR_STATE' });
      const late = await test.call({
        method: 'POST',
        url: '/api/auth/login/two-factor',
        payload: { code: appCode(person.secret, new Date(now().getTime() + 30_000)) },
        headers: { cookie: waiting },
      });
      expect(late.json()).toMatchObject({ code: 'TWO_FACTOR_EXPIRED' });
    },
  );
});

describe('new recovery codes', () => {
  it('require an app code and replace the old ones', async () => {
    const person = await guard(test, await test.addPerson('member'));
    const [old = ''] = person.recoveryCodes;
    const byRecovery = await post(person, 'recovery-codes', { code: old });
    expect(byRecovery.json()).toMatchObject({ status: 400, code: 'BAD_INPUT' });
    const reply = await post(person, 'recovery-codes', { code: appCode(person.secret, now()) });
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['cache-control']).toBe('no-store');
    const { recoveryCodes } = reply.json<{ recoveryCodes: string[] }>();
    expect(recoveryCodes).toHaveLength(10);
    expect((await mailTo(test, person)).at(-1)?.subject).toBe('You have new recovery codes');
    const signIn = async (code: string) =>
      test.call({
        method: 'POST',
        url: '/api/auth/login/two-factor',
        payload: { code },
        headers: { cookie: cookieAfter('', await login(person)) },
      });
    expect((await signIn(old)).json()).toMatchObject({ code: 'TWO_FACTOR_WRONG' });
    expect((await signIn(recoveryCodes[9] ?? '')).statusCode).toBe(200);
    const plain = await test.addPerson('member');
    expect((await post(plain, 'recovery-codes', { code: '123456' })).json()).toMatchObject({
      code: 'TWO_FACTOR_STATE',
    });
  });
});

it('never shows the secret or recovery codes again after creating them', async () => {
  const person = await guard(test, await test.addPerson('member'));
  const addresses = ['/api/auth/me', '/api/auth/security', '/api/auth/sessions', `/api/users/${person.username}`];
  const replies = await Promise.all(addresses.map((url) => test.call({ method: 'GET', url }, person)));
  const kept = [
    await stored(person),
    await mailTo(test, person),
    await test.db.selectFrom('activity').selectAll().execute(),
  ];
  const text = replies.map(({ body }) => body).join('') + JSON.stringify(kept);
  expect(replies.every(({ statusCode }) => statusCode === 200)).toBe(true);
  expect((await test.call({ method: 'GET', url: '/api/auth/me' }, person)).json<Account>().id).toBe(person.id);
  for (const hidden of [person.secret, ...person.recoveryCodes]) expect(text).not.toContain(hidden);
});

it.each(['setup', 'enable'])('%s requires a recent confirmation', async (step) => {
  const person = await test.addPerson('member');
  const secret = await setUp(person);
  test.moveClock(10 * 60_000);
  const body = step === 'setup' ? {} : { code: appCode(secret, now()) };
  expect((await post(person, step, body)).json()).toMatchObject({ status: 403, code: 'CONFIRMATION_REQUIRED' });
  const confirmed = await test.call(
    { method: 'POST', url: '/api/auth/confirm', payload: { password: PASSWORD } },
    person,
  );
  expect(confirmed.statusCode).toBe(200);
  expect((await post(person, step, body)).statusCode).toBe(200);
});

it.each([
  ['disable', 204],
  ['recovery-codes', 200],
])('%s is confirmed by its own code, not by a password', async (step, status) => {
  const person = await guard(test, await test.addPerson('member'));
  test.moveClock(10 * 60_000);
  const wrong = { code: wrongAppCode(person.secret, now()) };
  expect((await post(person, step, wrong)).json()).toMatchObject({ status: 403, code: 'TWO_FACTOR_WRONG' });
  expect((await post(person, step, { password: PASSWORD })).json()).toMatchObject({ code: 'BAD_INPUT' });
  expect((await post(person, step, { code: appCode(person.secret, now()) })).statusCode).toBe(status);
});
