import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { getSecurity } from '#contract/accounts/security.ts';
import type { ReplyOf } from '#contract/http.ts';
import { standardLimits } from '#server/kit/rate-limits/rate-limits.ts';
import { PASSWORD, type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { appCode, guard, wrongAppCode } from '#test/harness/second-factor.ts';
import { requireConfirmed } from './actions.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.stop());

const MINUTE = 60_000;
const now = () => test.deps.now();
const confirm = (person: Person, payload: object, app = test) =>
  app.call({ method: 'POST', url: '/api/auth/confirm', payload }, person);
const security = async (person: Person) =>
  (await test.call({ method: 'GET', url: '/api/auth/security' }, person)).json<ReplyOf<typeof getSecurity>>();
const withoutPassword = (person: Person) =>
  test.db.updateTable('users').set({ password_hash: null }).where('id', '=', person.id).execute();

describe('a confirmation', () => {
  it('is a matter of logging in when the session has ended since the request began', async () => {
    const ended = requireConfirmed(test.deps, { sessionId: randomUUID() });
    await expect(ended).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' });
  });

  it('is not required for ten minutes after logging in, or for ten minutes after entering the password', async () => {
    const person = await test.addPerson('member');
    const { confirmedUntil } = await security(person);
    expect(new Date(confirmedUntil ?? 0).getTime()).toBeGreaterThan(now().getTime() + 9 * MINUTE);
    test.moveClock(10 * MINUTE);
    expect((await security(person)).confirmedUntil).toBeNull();
    expect((await confirm(person, { password: 'not the password' })).json()).toMatchObject({
      status: 403,
      code: 'WRONG_PASSWORD',
    });
    expect((await security(person)).confirmedUntil).toBeNull();
    const reply = await confirm(person, { password: PASSWORD });
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['cache-control']).toBe('no-store');
    expect((await security(person)).confirmedUntil).toBe(reply.json<{ confirmedUntil: string }>().confirmedUntil);
  });

  it('is valid only for the confirmed session', async () => {
    const person = await test.addPerson('member');
    test.moveClock(20 * MINUTE);
    const login = await test.call({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: person.email, password: PASSWORD },
    });
    expect(login.statusCode).toBe(200);
    expect((await security(person)).confirmedUntil).toBeNull();
  });

  it('requires a code from the app if two-factor is on, each code once, and never accepts a recovery code', async () => {
    const person = await guard(test, await test.addPerson('member'));
    const code = appCode(person.secret, now());
    expect((await confirm(person, { code: wrongAppCode(person.secret, now()) })).json()).toMatchObject({
      code: 'TWO_FACTOR_WRONG',
    });
    expect((await confirm(person, { code })).statusCode).toBe(200);
    expect((await confirm(person, { code })).json()).toMatchObject({ status: 403, code: 'TWO_FACTOR_WRONG' });
    expect((await confirm(person, { code: person.recoveryCodes[0] })).json()).toMatchObject({ code: 'BAD_INPUT' });
    const plain = await test.addPerson('member');
    expect((await confirm(plain, { code: '123456' })).json()).toMatchObject({ status: 409, code: 'TWO_FACTOR_STATE' });
  });

  it('reports a missing password', async () => {
    const person = await test.addPerson('member');
    await withoutPassword(person);
    expect((await confirm(person, { password: PASSWORD })).json()).toMatchObject({ status: 409, code: 'NO_PASSWORD' });
  });

  it.each([{}, { password: PASSWORD, code: '123456' }, { code: '12345' }, { password: '' }, { code: 'abcdef' }])(
    'accepts either a password or a code: %j',
    async (payload) => {
      expect((await confirm(await test.addPerson('member'), payload)).json()).toMatchObject({ code: 'BAD_INPUT' });
    },
  );

  it('allows ten wrong passwords and ten wrong codes in 15 minutes', async () => {
    const { confirmations, secondFactor } = standardLimits;
    const strict = await startTestApp({ beside: test, limits: { confirmations, secondFactor } });
    try {
      const quarter = 15 * MINUTE;
      strict.moveClock(quarter - (strict.deps.now().getTime() % quarter) + 1000);
      const plain = await strict.addPerson('member');
      const person = await guard(strict, await strict.addPerson('member'));
      const wrong = { code: wrongAppCode(person.secret, strict.deps.now()) };
      for (let tries = 0; tries < 10; tries += 1) {
        expect((await confirm(plain, { password: 'not the password' }, strict)).statusCode).toBe(403);
        expect((await confirm(person, wrong, strict)).statusCode).toBe(403);
      }
      const right = { code: appCode(person.secret, strict.deps.now()) };
      for (const [who, proof] of [
        [plain, { password: PASSWORD }],
        [person, right],
      ] as const) {
        const refused = await confirm(who, proof, strict);
        expect(refused.json()).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
        expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      }
      strict.moveClock(quarter);
      expect((await confirm(plain, { password: PASSWORD }, strict)).statusCode).toBe(200);
    } finally {
      await strict.stop();
    }
  });
});

describe('the security data for /settings', () => {
  it('includes all login methods and pending changes', async () => {
    const person = await test.addPerson('member');
    expect(await security(person)).toEqual({
      emailVerified: true,
      pendingEmail: null,
      hasPassword: true,
      twoFactor: { enabled: false, required: false, recoveryCodesLeft: 0 },
      links: [],
      confirmedUntil: expect.any(String),
    });

    await withoutPassword(person);
    await test.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', person.id).execute();
    await test.db
      .insertInto('identities')
      .values(
        ['patreon', 'discord'].map((provider) => ({
          provider,
          subject: `${provider} ${person.id}`,
          user_id: person.id,
          username: `${provider}-name`,
          linked_at: new Date('2026-01-01T00:00:00Z'),
          checked_at: now(),
        })),
      )
      .execute();
    const waits = (email: string, purpose: string, minutes: number) => ({
      token_hash: Buffer.from(`${purpose} ${person.id}`),
      purpose,
      user_id: person.id,
      email,
      expires_at: new Date(now().getTime() + minutes * MINUTE),
    });
    await test.db
      .insertInto('mail_tokens')
      .values([waits('new@people.example', 'change-email', 5), waits(person.email, 'verify-email', 60)])
      .execute();
    expect(await security(person)).toMatchObject({
      emailVerified: false,
      pendingEmail: 'new@people.example',
      hasPassword: false,
      links: [
        { provider: 'discord', username: 'discord-name', linkedAt: '2026-01-01T00:00:00.000Z' },
        { provider: 'patreon', username: 'patreon-name', linkedAt: '2026-01-01T00:00:00.000Z' },
      ],
    });
    test.moveClock(6 * MINUTE);
    expect((await security(person)).pendingEmail).toBeNull();
  });
});
