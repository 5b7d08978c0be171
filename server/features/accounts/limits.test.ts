// Login rate limits and the global request limits. The first tests use the real limits, the others use smaller ones.

import { afterEach, describe, expect, it } from 'vitest';
import { noLimits, standardLimits } from '#server/kit/rate-limits/rate-limits.ts';
import { PASSWORD, startTestApp, type TestApp } from '#test/harness/harness.ts';

let test: TestApp;
afterEach(() => test.stop());

const MINUTE = 60_000;

/** Moves the clock to the next full hour, when all rate limit windows start. */
const toFullHour = (): void => test.moveClock(60 * MINUTE - (test.deps.now().getTime() % (60 * MINUTE)));

const login = async (email: string, options: { password?: string; from?: string } = {}) => {
  const reply = await test.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password: options.password ?? 'not the password' },
    remoteAddress: options.from ?? '192.0.2.1',
  });
  return { status: reply.statusCode, retryAfter: Number(reply.headers['retry-after'] ?? 0), body: reply.body };
};

describe('with the real numbers', () => {
  it('a network is limited to six attempts a minute and thirty an hour, right or wrong, for all accounts', async () => {
    test = await startTestApp({ limits: { loginPerNetwork: standardLimits.loginPerNetwork } });
    const person = await test.addPerson('member');
    toFullHour();
    const statuses: number[] = [];
    for (let minute = 0; minute < 6; minute += 1) {
      const replies = await Promise.all(
        Array.from({ length: 7 }, (_, index) => login(`nobody${minute}-${index}@people.example`)),
      );
      statuses.push(replies.filter(({ status }) => status === 401).length);
      test.moveClock(MINUTE);
    }
    expect(statuses).toEqual([6, 6, 6, 6, 6, 0]);
    const refused = await login(person.email, { password: PASSWORD });
    expect(refused.status).toBe(429);
    expect(refused.retryAfter).toBeGreaterThan(50 * 60);
    expect(JSON.parse(refused.body)).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect((await login(person.email, { password: PASSWORD, from: '192.0.2.2' })).status).toBe(200);
    test.moveClock(60 * MINUTE);
    expect((await login(person.email, { password: PASSWORD })).status).toBe(200);
  });

  it('a visitor can make 300 requests a minute and a logged-in user 600, not counting page assets', async () => {
    test = await startTestApp({
      limits: { publicRead: standardLimits.publicRead, signedInRead: standardLimits.signedInRead },
    });
    const person = await test.addPerson('member');
    const read = async (url: string, times: number, headers: Record<string, string> = {}) => {
      let refused = 0;
      for (let index = 0; index < times; index += 1) {
        const reply = await test.app.inject({ method: 'GET', url, headers });
        if (reply.statusCode !== 429) continue;
        refused += 1;
        expect(reply.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
        expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
      }
      return refused;
    };
    expect(await read('/public/Images/default-avatar.png', 310)).toBe(0);
    // If an unknown asset is opened in a browser, the reply is a rendered 404 page, so the request counts towards the limit.
    for (const url of ['/public/gone.png', '/assets/gone.js'])
      expect((await test.call({ method: 'GET', url, headers: { accept: 'text/html' } })).statusCode).toBe(404);
    expect(await read('/api/users/top', 298)).toBe(0);
    expect(await read('/api/users/top', 2)).toBe(2);
    expect(await read('/no-such-page', 1)).toBe(1);
    expect(await read('/api/auth/me', 600, person.headers)).toBe(0);
    expect(await read('/api/auth/me', 2, person.headers)).toBe(2);
  });
});

describe('an account', () => {
  const limits = {
    loginPerAccount: { limit: 3, windowSeconds: 3600 },
    loginDelay: { firstSeconds: 5, mostSeconds: 60, forgetSeconds: 3600 },
  };

  it('makes an attacker wait longer and longer, but not its owner on another network', async () => {
    test = await startTestApp({ limits });
    const person = await test.addPerson('member');
    toFullHour();
    const guess = () => login(person.email, { from: '203.0.113.5' });
    for (let attempt = 0; attempt < 3; attempt += 1) expect((await guess()).status).toBe(401);
    const waits: number[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const refused = await guess();
      expect(refused.status).toBe(429);
      waits.push(refused.retryAfter);
      expect((await login(person.email, { password: PASSWORD, from: '192.0.2.1' })).status).toBe(200);
      test.moveClock(refused.retryAfter * 1000);
      expect((await guess()).status).toBe(401);
    }
    expect(waits[0]).toBeGreaterThan(15);
    expect(waits[1]).toBeGreaterThan(waits[0] ?? 0);
    expect(waits[2]).toBeGreaterThan(50);
  });

  it('enforces the limit for concurrent attempts', async () => {
    test = await startTestApp({ limits });
    const person = await test.addPerson('member');
    toFullHour();
    const replies = await Promise.all(Array.from({ length: 12 }, () => login(person.email, { from: '203.0.113.5' })));
    // Three attempts are within the limit. A fourth can get through if it is the first attempt to reach the delay check.
    const tried = replies.filter(({ status }) => status === 401).length;
    expect(tried).toBeGreaterThanOrEqual(3);
    expect(tried).toBeLessThanOrEqual(4);
  });

  it('does not count successful logins', async () => {
    test = await startTestApp({ limits });
    const person = await test.addPerson('member');
    toFullHour();
    for (let attempt = 0; attempt < 6; attempt += 1) {
      expect((await login(person.email, { password: PASSWORD })).status).toBe(200);
    }
    expect((await login(person.email)).status).toBe(401);
    expect((await login(person.email, { password: PASSWORD })).status).toBe(200);
  });

  it('that does not exist is limited like an existing one', async () => {
    test = await startTestApp({ limits });
    toFullHour();
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 4; attempt += 1) statuses.push((await login('nobody@people.example')).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
    const counters = await test.db.selectFrom('rate_counters').select('key').execute();
    expect(JSON.stringify(counters)).not.toContain('nobody');
  });

  it('is accessible when the counters fail', async () => {
    test = await startTestApp({ limits });
    const person = await test.addPerson('member');
    await test.ownerDb.schema.alterTable('rate_counters').renameTo('rate_counters_away').execute();
    expect((await login(person.email, { password: PASSWORD })).status).toBe(200);
    expect((await login(person.email)).status).toBe(401);
  });
});

it('counts an IPv6 /64 as one network', async () => {
  test = await startTestApp({ limits: { ...noLimits, loginPerNetwork: [{ limit: 1, windowSeconds: 3600 }] } });
  toFullHour();
  expect((await login('a@people.example', { from: '2001:db8::1' })).status).toBe(401);
  expect((await login('b@people.example', { from: '2001:db8::2:3' })).status).toBe(429);
  expect((await login('c@people.example', { from: '2001:db8:0:1::1' })).status).toBe(401);
});
