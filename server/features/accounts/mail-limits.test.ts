// The limits of registering and of mails with links, with the real numbers; and guessing from very many addresses.
import { afterEach, describe, expect, it } from 'vitest';
import { noLimits, standardLimits } from '#server/kit/rate-limits/rate-limits.ts';
import { createPasswords } from '#server/kit/security/passwords.ts';
import { PASSWORD, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { mailsTo, runJobs } from '#test/harness/mailbox.ts';
import { signIn } from './actions.ts';

let test: TestApp;
afterEach(() => test.stop());

const MINUTE = 60_000;

/** Moves the clock to the beginning of the next full hour, where all windows begin. */
const toFullHour = (): void => test.moveClock(60 * MINUTE - (test.deps.now().getTime() % (60 * MINUTE)));

const post = (name: string, payload: object, remoteAddress = '192.0.2.1', headers: Record<string, string> = {}) =>
  test.app.inject({ method: 'POST', url: `/api/auth/${name}`, payload, remoteAddress, headers });
const statusesOf = async (times: number, ask: (index: number) => ReturnType<typeof post>): Promise<number[]> => {
  const statuses: number[] = [];
  for (let index = 0; index < times; index += 1) statuses.push((await ask(index)).statusCode);
  return statuses;
};

describe('with the real numbers', () => {
  it('a network makes five accounts in half an hour', async () => {
    test = await startTestApp({ limits: { registrations: standardLimits.registrations } });
    toFullHour();
    const ask = (index: number) => post('register', { email: `crowd-${index}@people.example`, password: PASSWORD });
    expect(await statusesOf(7, ask)).toEqual([201, 201, 201, 201, 201, 429, 429]);
    // Headers that a front server would send count for nothing when there is none.
    for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded']) {
      const body = { email: `crowd-${name}@people.example`, password: PASSWORD };
      expect((await post('register', body, '192.0.2.1', { [name]: 'for=198.51.100.7' })).statusCode, name).toBe(429);
    }
    test.moveClock(30 * MINUTE);
    expect((await ask(7)).statusCode).toBe(201);
  });

  it('a network asks for five links in half an hour, an address gets three of a kind an hour, and is not told apart', async () => {
    test = await startTestApp({ limits: { linkMails: standardLimits.linkMails } });
    toFullHour();
    const person = await test.addPerson('member');
    const refused = await statusesOf(6, (index) =>
      post('forgot-password', { email: `nobody-${index}@people.example` }),
    );
    expect(refused).toEqual([202, 202, 202, 202, 202, 429]);
    // From many networks: every answer is the same, and three mails leave.
    for (let index = 0; index < 6; index += 1) {
      const reply = await post('forgot-password', { email: person.email }, `198.51.100.${index}`);
      expect([reply.statusCode, reply.body]).toEqual([202, '{}']);
      await runJobs(test);
    }
    expect(await mailsTo(test, person.email)).toHaveLength(3);
    const keys = await test.db.selectFrom('rate_counters').select('key').execute();
    expect(JSON.stringify(keys)).not.toContain(person.username);
  });

  it('a link that verifies is mailed again three times an hour', async () => {
    test = await startTestApp({ limits: { linkMails: standardLimits.linkMails } });
    toFullHour();
    const reply = await post('register', { email: 'again@people.example', password: PASSWORD });
    const cookie = `token=${reply.cookies.find(({ name }) => name === 'token')?.value}`;
    const ask = () => post('resend-verification', {}, '192.0.2.1', { cookie });
    expect(await statusesOf(4, ask)).toEqual([202, 202, 202, 429]);
    expect(await mailsTo(test, 'again@people.example')).toHaveLength(4);
  });

  it('a stranger’s address is sent three links an hour by whoever says that it is theirs', async () => {
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

it('many asks at once for one address’s link make one mail', async () => {
  test = await startTestApp();
  const person = await test.addPerson('member');
  await Promise.all(Array.from({ length: 10 }, () => post('forgot-password', { email: person.email })));
  await runJobs(test);
  expect(await mailsTo(test, person.email)).toHaveLength(1);
});

it('a thousand wrong passwords from as many networks lock nobody out', async () => {
  test = await startTestApp({
    limits: {
      loginPerNetwork: standardLimits.loginPerNetwork,
      loginPerAccount: standardLimits.loginPerAccount,
      loginDelay: standardLimits.loginDelay,
    },
  });
  toFullHour();
  const person = await test.addPerson('member');
  // The hash itself is not what is tried here; a thousand of them would take a minute.
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
  // Whoever has not guessed waits for nothing, and so does their reset.
  expect((await post('login', { email: person.email, password: PASSWORD }, '192.0.2.77')).statusCode).toBe(200);
  expect((await post('forgot-password', { email: person.email }, '192.0.2.78')).statusCode).toBe(202);
});
