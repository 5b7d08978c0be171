// Pre-hijacking: an attacker creates an account with someone else's address and waits. The address's owner gets the account
// without anything that the attacker prepared.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '#contract/accounts/api.ts';
import { makeAdmin } from '#server/operations/first-admin.ts';
import { type ProviderFakes, startProviderFakes } from '#server/providers/oauth.fake.ts';
import { PASSWORD, type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { mailsTo, runJobs, tokenIn } from '#test/harness/mailbox.ts';
import { guard } from '#test/harness/second-factor.ts';
import { startVisits, type Visits } from '#test/harness/visits.ts';

let fakes: ProviderFakes;
let test: TestApp;
let visits: Visits;
beforeAll(async () => {
  fakes = await startProviderFakes();
  test = await startTestApp({ env: fakes.env });
  visits = startVisits(test.app, fakes);
});
afterAll(async () => {
  await test.stop();
  await fakes.stop();
});

const NEW_PASSWORD = 'a quite different sentence';

const post = (name: string, payload: object, headers: Record<string, string> = {}) =>
  test.call({ method: 'POST', url: `/api/auth/${name}`, payload, headers });
const login = async (email: string, password: string) => {
  const reply = await post('login', { email, password });
  const token = reply.cookies.find(({ name }) => name === 'token')?.value;
  return {
    status: reply.statusCode,
    code: reply.json<{ code?: string }>().code,
    headers: { cookie: `token=${token}` },
  };
};

/** Signs up with the given address without proving ownership of it. */
const squat = async (email: string): Promise<Person> => {
  const reply = await post('register', { email, password: PASSWORD });
  const { id, username } = reply.json<Account>();
  return { id, username, email, headers: { cookie: `token=${reply.cookies[0]?.value}` } };
};

const linkIn = async (email: string, subject: string): Promise<string> =>
  tokenIn((await mailsTo(test, email)).filter((mail) => mail.subject === subject).at(-1));
const verify = async (email: string, headers: Record<string, string> = {}): Promise<void> => {
  const token = await linkIn(email, 'Confirm your email address');
  expect((await post('verify-email', { token }, headers)).statusCode).toBe(204);
};
const reset = async (email: string): Promise<void> => {
  await post('forgot-password', { email });
  await runJobs(test);
  const token = await linkIn(email, 'Set a new password');
  expect((await post('reset-password', { token, password: NEW_PASSWORD })).statusCode).toBe(204);
};
const linkDiscord = async (person: Pick<Person, 'headers'>): Promise<string> => {
  const { location } = await visits.go('discord', {
    person: 'new',
    headers: person.headers,
    query: { intent: 'link' },
  });
  expect(location).toBe('/dashboard');
  return fakes.discord.people.at(-1)?.subject ?? '';
};
const enterByDiscord = async (person: string): Promise<string> => (await visits.go('discord', { person })).location;

/** A user whose address Google vouches for. */
const somebodyAtGoogle = () => {
  const name = `p${randomUUID().slice(0, 8)}`;
  const email = `${name}@mailbox.example`;
  const person = { subject: name, name, username: name, email, emailVerified: true, hd: 'mailbox.example' };
  fakes.google.people.push(person);
  return person;
};

const linksOf = ({ id }: { id: string }) =>
  test.db.selectFrom('identities').select('provider').where('user_id', '=', id).execute();

describe('an account created by an attacker, whose address its owner verifies with an unrequested email', () => {
  it('is not joined by the owner’s identity, and loses its links when the owner resets the password', async () => {
    const { subject, email } = somebodyAtGoogle();
    const stranger = await squat(email);
    await verify(stranger.email);
    // The attacker still knows the password, logs in again, and links an identity that would survive a password reset.
    const back = await login(stranger.email, PASSWORD);
    expect(back.status).toBe(200);
    const discord = await linkDiscord(back);
    expect((await visits.go('google', { person: subject })).location).toBe('/login?error=link-first&provider=google');

    await reset(stranger.email);
    expect((await login(stranger.email, PASSWORD)).status).toBe(401);
    expect(await linksOf(stranger)).toEqual([]);
    await enterByDiscord(discord);
    expect(await linksOf(stranger)).toEqual([]);
    // From now on, the account is known to belong to the address's owner.
    expect((await visits.go('google', { person: subject })).location).toBe('/dashboard');
    expect(await linksOf(stranger)).toEqual([{ provider: 'google' }]);
  });

  it('is treated the same if the attacker moves an existing account to the address', async () => {
    const { subject, email } = somebodyAtGoogle();
    const stranger = await test.addPerson('member');
    const discord = await linkDiscord(stranger);
    const moved = await post('change-email', { email, currentPassword: PASSWORD }, stranger.headers);
    expect(moved.statusCode).toBe(202);
    const token = await linkIn(email, 'Confirm your new email address');
    expect((await post('verify-email', { token })).statusCode).toBe(204);
    expect((await visits.go('google', { person: subject })).location).toBe('/login?error=link-first&provider=google');
    await reset(email);
    expect(await linksOf(stranger)).toEqual([]);
    expect(await enterByDiscord(discord)).toBe('/dashboard');
    expect(await linksOf(stranger)).toEqual([]);
  });

  it('keeps its links if its holder proves to be the owner with an identity of that address', async () => {
    const { subject, email } = somebodyAtGoogle();
    const person = await squat(email);
    await verify(person.email);
    const { headers } = await login(person.email, PASSWORD);
    await visits.go('google', { person: subject, headers, query: { intent: 'link' } });
    await linkDiscord({ headers });
    await reset(person.email);
    expect((await linksOf(person)).map(({ provider }) => provider).sort()).toEqual(['discord', 'google']);
  });

  it('keeps its links if the address is verified in a session of the account', async () => {
    const { subject, email } = somebodyAtGoogle();
    const person = await squat(email);
    await verify(person.email, person.headers);
    await linkDiscord(person);
    await reset(person.email);
    expect(await linksOf(person)).toEqual([{ provider: 'discord' }]);
    expect((await visits.go('google', { person: subject })).location).toBe('/dashboard');
  });
});

describe('an account created by an attacker with two-factor', () => {
  it('does not lock out the owner of its address', async () => {
    const stranger = await guard(test, await squat('kept-out@people.example'));
    await reset(stranger.email);
    expect(await login(stranger.email, NEW_PASSWORD)).toMatchObject({ status: 200 });
  });

  it('keeps two-factor if the address was already verified', async () => {
    const person = await guard(test, await test.addPerson('member'));
    await reset(person.email);
    expect(await login(person.email, NEW_PASSWORD)).toMatchObject({ status: 401, code: 'TWO_FACTOR_REQUIRED' });
  });
});

describe('an account made an administrator by command', () => {
  it('loses login methods and emailed links prepared before the address was verified', async () => {
    const stranger = await squat('boss@people.example');
    const discord = await linkDiscord(stranger);
    const { link } = await makeAdmin(test.deps, stranger.email);
    expect(await linksOf(stranger)).toEqual([]);
    await enterByDiscord(discord);
    expect(await linksOf(stranger)).toEqual([]);
    const left = await test.db.selectFrom('mail_tokens').select('purpose').where('user_id', '=', stranger.id).execute();
    // Only the new link is left.
    expect(left).toEqual([{ purpose: 'invitation' }]);
    const payload = { token: link.split('#token=')[1], password: NEW_PASSWORD };
    expect((await test.call({ method: 'POST', url: '/api/auth/reset-password', payload })).statusCode).toBe(204);
    expect((await login(stranger.email, NEW_PASSWORD)).status).toBe(200);
  });

  it('keeps what its owner linked', async () => {
    const person = await test.addPerson('member');
    await linkDiscord(person);
    await makeAdmin(test.deps, person.email);
    expect(await linksOf(person)).toEqual([{ provider: 'discord' }]);
  });
});
