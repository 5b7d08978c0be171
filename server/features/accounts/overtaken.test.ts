// Actions that start before a password reset and finish after it must have no effect.
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  confirmWith,
  linkTo,
  type ProviderArrival,
  signInWith,
  unlinkPatreon,
} from '#server/features/accounts/oauth/actions.ts';
import { createPasswords } from '#server/kit/security/passwords.ts';
import { findViewer } from '#server/platform/sessions.ts';
import type { Viewer } from '#server/platform/viewer.ts';
import type { ProviderTokens } from '#server/providers/oauth.ts';
import { PASSWORD, type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { mailsTo, runJobs, tokenIn } from '#test/harness/mailbox.ts';
import { changeEmail } from './changes.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.stop());

const browser = { userAgent: '', deviceToken: null, oldSessionId: null };
const tokens: ProviderTokens = { accessToken: 'a', refreshToken: null, expiresAt: null, scope: '' };

const toldOf = ({ id }: Person): ProviderArrival => ({
  provider: 'discord',
  tokens,
  profile: {
    subject: id,
    username: 'someone',
    displayName: null,
    email: null,
    emailVerified: false,
    authoritative: false,
  },
});

const viewerOf = async ({ headers }: Person): Promise<Viewer> => {
  const token = headers.cookie?.replace('token=', '') ?? '';
  const found = await findViewer(test.deps.pool, token, test.deps.now());
  if (!found) throw new Error('the session is over');
  return { ...found.viewer, needsTwoFactor: false };
};

const setNewPassword = async ({ email }: Person): Promise<void> => {
  const call = (url: string, payload: object) => test.call({ method: 'POST', url, payload });
  await call('/api/auth/forgot-password', { email });
  await runJobs(test);
  const token = tokenIn((await mailsTo(test, email)).at(-1));
  const password = 'a quite different sentence';
  expect((await call('/api/auth/reset-password', { token, password })).statusCode).toBe(204);
};

const rowsOf = (table: 'identities' | 'sessions' | 'mail_tokens', { id }: Person) =>
  test.db.selectFrom(table).selectAll().where('user_id', '=', id).execute();

it('does not link an identity whose provider was still being asked', async () => {
  const person = await test.addPerson('member');
  const viewer = await viewerOf(person);
  await setNewPassword(person);
  expect(await linkTo(test.deps, viewer, toldOf(person))).toBe('state');
  expect(await rowsOf('identities', person)).toEqual([]);
});

it('opens no session for a login with an identity that was unlinked in the meantime', async () => {
  const person = await test.addPerson('member');
  expect(await linkTo(test.deps, await viewerOf(person), toldOf(person))).toBeNull();
  // Unlink the identity between the two transactions of the login.
  let steps = 0;
  const db = new Proxy(test.db, {
    get: (target, name) => {
      if (name !== 'transaction') return Reflect.get(target, name, target);
      return () => ({
        execute: async (run: Parameters<ReturnType<typeof target.transaction>['execute']>[0]) => {
          steps += 1;
          if (steps === 2) await target.deleteFrom('identities').where('user_id', '=', person.id).execute();
          return target.transaction().execute(run);
        },
      });
    },
  });
  const before = await rowsOf('sessions', person);
  const arrival = { ...toldOf(person), browser, isLocal: true, applies: false };
  expect(await signInWith({ ...test.deps, db }, arrival)).toEqual({ error: 'provider' });
  expect(steps).toBe(2);
  expect(await rowsOf('sessions', person)).toEqual(before);
});

it('sends no link to a new address', async () => {
  const person = await test.addPerson('member');
  const viewer = await viewerOf(person);
  const real = createPasswords();
  const passwords = {
    ...real,
    verifyOrDummy: async (stored: string | null | undefined, password: string) => {
      const check = await real.verifyOrDummy(stored, password);
      await setNewPassword(person);
      return check;
    },
  };
  const change = { email: 'taken-along@people.example', currentPassword: PASSWORD };
  const asked = changeEmail({ ...test.deps, passwords }, { viewer, network: '192.0.2.1' }, change);
  await expect(asked).rejects.toMatchObject({ code: 'WRONG_PASSWORD' });
  expect(await rowsOf('mail_tokens', person)).toEqual([]);
  expect(await mailsTo(test, change.email)).toEqual([]);
});

it('neither unlinks an identity nor confirms the session after a suspension', async () => {
  const person = await test.addPerson('member');
  const viewer = await viewerOf(person);
  const told = toldOf(person);
  expect(await linkTo(test.deps, viewer, told)).toBeNull();
  expect(await linkTo(test.deps, viewer, { ...told, provider: 'patreon' })).toBeNull();
  const suspended = { suspended_at: test.deps.now(), password_hash: null };
  await test.db.updateTable('users').set(suspended).where('id', '=', person.id).execute();
  const confirmed = await rowsOf('sessions', person);
  await expect(unlinkPatreon(test.deps, viewer)).rejects.toMatchObject({ code: 'BANNED' });
  expect(await confirmWith(test.deps, viewer, told)).toBe('banned');
  expect(await rowsOf('identities', person)).toHaveLength(2);
  expect(await rowsOf('sessions', person)).toEqual(confirmed);
});
