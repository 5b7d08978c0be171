// Suspends users after a request has started but before it writes. Nothing that such a request creates may work afterwards.
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeEmail, changePassword } from '#server/features/accounts/changes.ts';
import { linkTo } from '#server/features/accounts/oauth/actions.ts';
import { makeToken } from '#server/features/accounts/personal-tokens/actions.ts';
import { setUpTwoFactor } from '#server/features/accounts/security/two-factor.ts';
import { passwords } from '#server/kit/security/passwords.ts';
import { createAccessToken } from '#server/platform/access-tokens.ts';
import { findViewer } from '#server/platform/sessions.ts';
import type { Viewer } from '#server/platform/viewer.ts';
import { PASSWORD, type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.stop());

const HOUR = 3_600_000;

const viewerOf = async ({ headers }: Person): Promise<Viewer> => {
  const token = headers.cookie?.replace('token=', '') ?? '';
  const found = await findViewer(test.deps.pool, token, test.deps.now());
  if (!found) throw new Error('the session is over');
  return { ...found.viewer, needsTwoFactor: false };
};

const ban = async ({ id }: Person): Promise<void> => {
  const until = new Date(test.deps.now().getTime() + HOUR).toISOString();
  const payload = { reason: 'Spam', until };
  const admin = await test.addPerson('admin');
  const reply = await test.call({ method: 'POST', url: `/api/admin/users/${id}/ban`, payload }, admin);
  expect(reply.statusCode, reply.body).toBe(200);
};

const tokensOf = ({ id }: Person) =>
  test.db.selectFrom('access_tokens').select('id').where('user_id', '=', id).execute();

it('creates no token for a request whose body arrives after the suspension', async () => {
  const person = await test.addPerson();
  const session = () =>
    test.db.selectFrom('sessions').select('last_seen_at').where('user_id', '=', person.id).executeTakeFirstOrThrow();
  const before = await session();
  test.moveClock(25 * HOUR);
  await test.db
    .updateTable('sessions')
    .set({ confirmed_at: test.deps.now() })
    .where('user_id', '=', person.id)
    .execute();
  const text = JSON.stringify({ name: 'Backup', scopes: ['read'], days: 30 });
  const payload = new PassThrough();
  payload.write(text.slice(0, 5));
  const headers = { 'content-type': 'application/json', 'content-length': String(text.length) };
  const asked = test.call({ method: 'POST', url: '/api/me/tokens', payload, headers }, person);
  const answered = asked.then((reply) => reply);
  // Once the server has identified the user, it updates the session's last-seen time.
  await expect.poll(async () => (await session()).last_seen_at).not.toEqual(before.last_seen_at);
  await ban(person);
  payload.end(text.slice(5));
  expect((await answered).json()).toMatchObject({ status: 403, code: 'BANNED' });
  expect(await tokensOf(person)).toEqual([]);
});

describe('an action in progress', () => {
  const changes = { currentPassword: PASSWORD, newPassword: 'another long pass phrase' };
  const acts: [string, (viewer: Viewer) => Promise<unknown>][] = [
    ['a token', (viewer) => makeToken(test.deps, viewer, { name: 'Backup', scopes: ['read'], days: 30 })],
    ['a new password', (viewer) => changePassword({ ...test.deps, passwords }, viewer, changes)],
    [
      'a new address',
      (viewer) =>
        changeEmail(
          { ...test.deps, passwords },
          { viewer, network: '192.0.2.1' },
          { email: `${viewer.id}@people.example`, currentPassword: PASSWORD },
        ),
    ],
    ['a second factor', (viewer) => setUpTwoFactor(test.deps, viewer)],
  ];

  it.each(acts)('%s is rejected during a suspension, and with the old session after it', async (_name, act) => {
    const person = await test.addPerson();
    const viewer = await viewerOf(person);
    await ban(person);
    await expect(act(viewer)).rejects.toMatchObject({ code: 'BANNED' });
    test.moveClock(HOUR + 1000);
    // Renew the confirmation. Otherwise, actions that require a recent one would be rejected for that reason alone.
    await test.db
      .updateTable('sessions')
      .set({ confirmed_at: test.deps.now() })
      .where('id', '=', viewer.sessionId)
      .execute();
    await expect(act(viewer)).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' });
  });

  it('does not link an identity', async () => {
    const person = await test.addPerson();
    const viewer = await viewerOf(person);
    await ban(person);
    const profile = { subject: person.id, username: 'other', displayName: null, email: null, emailVerified: false };
    const tokens = { accessToken: 'a', refreshToken: null, expiresAt: null, scope: '' };
    const told = { provider: 'discord', tokens, profile: { ...profile, authoritative: false } } as const;
    expect(await linkTo(test.deps, viewer, told)).toBe('banned');
  });
});

it('ends tokens from before and during it, and leaves those made after it', async () => {
  const person = await test.addPerson();
  const start = test.deps.now();
  const make = async () => {
    const expiresAt = new Date(start.getTime() + 30 * 24 * HOUR);
    const wanted = { userId: person.id, sessionId: null, name: 'Backup', scopes: ['read'] as const, expiresAt };
    return (await createAccessToken(test.db, wanted, test.deps.now())).token;
  };
  const use = async (token: string) =>
    (await test.call({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } })).statusCode;
  // Create tokens that the suspension misses, as if another process were storing them while the suspension is saved.
  const before = await make();
  const until = new Date(start.getTime() + HOUR);
  test.moveClock(1000);
  await test.db
    .updateTable('users')
    .set({ suspended_at: test.deps.now(), suspended_until: until })
    .where('id', '=', person.id)
    .execute();
  test.moveClock(1000);
  const during = await make();
  expect([await use(before), await use(during)]).toEqual([403, 403]);
  test.moveClock(HOUR);
  expect([await use(before), await use(during)]).toEqual([401, 401]);
  expect(await use(await make())).toBe(200);
});
