// Rate limits for sign-ups and emailed links, with their real numbers. Also tests password guessing from many networks.
import { afterEach, describe, expect, it } from 'vitest';
import { noLimits, standardLimits } from '#server/kit/rate-limits/rate-limits.ts';
import { createPasswords } from '#server/kit/security/passwords.ts';
import { PASSWORD, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { mailsTo, runJobs } from '#test/harness/mailbox.ts';
import { signIn } from './actions.ts';

let test: TestApp;
afterEach(() => test.stop());

const MINUTE = 60_000;

/** Moves the clock to the next full hour, when all rate limit windows start. */
const toFullHour = (): void => test.moveClock(60 * MINUTE - (test.deps.now().getTime() % (60 * MINUTE)));

const post = (name: string, payload: object, remoteAddress = '192.0.2.1', headers: Record<string, string> = {}) =>
  test.app.inject({ method: 'POST', url: `/api/auth/${name}`, payload, remoteAddress, headers });
const statusesOf = async (times: number, ask: (index: number) => ReturnType<typeof post>): Promise<number[]> => {
  const statuses: number[] = [];
  for (let index = 0; index < times; index += 1) statuses.push((await ask(index)).statusCode);
  return statuses;
};

describe('with the real numbers', () => {
  it('a network can create five accounts in half an hour', async () => {
    test = await startTestApp({ limits: { registrations: standardLimits.registrations } });
    toFullHour();
    const ask = (index: number) => post('register', { email: `crowd-${index}@people.example`, password: PASSWORD });
    expect(await statusesOf(7, ask)).toEqual([201, 201, 201, 201, 201, 429, 429]);
    // Proxy headers are ignored if no reverse proxy is configured.
    for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded']) {
      const body = { email: `crowd-${name}@people.example`, password: PASSWORD };
      expect((await post('register', body, '192.0.2.1', { [name]: 'for=198.51.100.7' })).statusCode, name).toBe(429);
    }
    test.moveClock(30 * MINUTE);
    expect((await ask(7)).statusCode).toBe(201);
  });

  it('a network can request five links in half an hour, and an address gets three of a kind per hour without revealing it', async () => {
    test = await startTestApp({ limits: { linkMails: standardLimits.linkMails } });
    toFullHour();
    const person = await test.addPerson('member');
    const refused = await statusesOf(6, (index) =>
      post('forgot-password', { email: `nobody-${index}@people.example` }),
    );
    expect(refused).toEqual([202, 202, 202, 202, 202, 429]);
    // These requests come from different networks. Every reply is the same, but only three emails are sent.
    for (let index = 0; index < 6; index += 1) {
      const reply = await post('forgot-password', { email: person.email }, `198.51.100.${index}`);
      expect([reply.statusCode, reply.body]).toEqual([202, '{}']);
      await runJobs(test);
    }
    expect(await mailsTo(test, person.email)).toHaveLength(3);
    const keys = await test.db.selectFrom('rate_counters').select('key').execute();
    expect(JSON.stringify(keys)).not.toContain(person.username);
  });

  it('a verification link can be resent three times an hour', async () => {
    test = await startTestApp({ limits: { linkMails: standardLimits.linkMails } });
    toFullHour();
    const reply = await post('register', { email: 'again@people.example', password: PASSWORD });
    const cookie = `token=${reply.cookies.find(({ name }) => name === 'token')?.value}`;
    const ask = () => post('resend-verification', {}, '192.0.2.1', { cookie });
    expect(await statusesOf(4, ask)).toEqual([202, 202, 202, 429]);
    expect(await mailsTo(test, 'again@people.example')).toHaveLength(4);
  });

  it('an address gets at most three links an hour from users who claim it', async () => {
    test = await startTestApp({
      limits: { linkMails: { ...noLimits.linkMails, perAddress: standardLimits.linkMails.perAddress } },
    });
    toFullHour();
    const statuses: number[] = [];
    for (let index = 0; index < 4; index += 1) {
      const person = await test.addPerson('member');
      const body = { email: 'stranger@people.example', currentPassword: PASSWORD };
      statuses.push((await post('change-email', body, '192.0.2.1', person.headers)).statusCode);
    }
    expect(statuses).toEqual([202, 202, 202, 429]);
  });
});

it('concurrent requests for a link to one address send one email', async () => {
  test = await startTestApp();
  const person = await test.addPerson('member');
  await Promise.all(Array.from({ length: 10 }, () => post('forgot-password', { email: person.email })));
  await runJobs(test);
  expect(await mailsTo(test, person.email)).toHaveLength(1);
});

it('a thousand wrong passwords from different networks do not lock out the owner', async () => {
  test = await startTestApp({
    limits: {
      loginPerNetwork: standardLimits.loginPerNetwork,
      loginPerAccount: standardLimits.loginPerAccount,
      loginDelay: standardLimits.loginDelay,
    },
  });
  toFullHour();
  const person = await test.addPerson('member');
  // Stub the hash function, which is not under test: a thousand real hashes would take a minute.
  const passwords = createPasswords({ derive: async () => Buffer.alloc(32) });
  const guess = (index: number) =>
    signIn(
      { ...test.deps, passwords },
      {
        email: person.email,
        password: `guess ${index}`,
        address: `2001:db8:${(index >> 8).toString(16)}:${(index & 255).toString(16)}::1`,
        userAgent: '',
        deviceToken: null,
        isLocal: false,
        oldSessionId: null,
      },
    ).catch((error: { code: string }) => error.code);
  const outcomes = new Set<unknown>();
  for (let hundred = 0; hundred < 10; hundred += 1) {
    const found = await Promise.all(Array.from({ length: 100 }, (_, index) => guess(hundred * 100 + index)));
    for (const outcome of found) outcomes.add(outcome);
  }
  expect([...outcomes]).toEqual(['WRONG_CREDENTIALS']);
  // Networks without failures do not have to wait, neither for a login nor for a password reset.
  expect((await post('login', { email: person.email, password: PASSWORD }, '192.0.2.77')).statusCode).toBe(200);
  expect((await post('forgot-password', { email: person.email }, '192.0.2.78')).statusCode).toBe(202);
});
