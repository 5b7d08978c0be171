// Emailed links for verifying an address and for resetting a password: each works once, and only for its purpose.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '#contract/accounts/api.ts';
import { createPasswords } from '#server/kit/security/passwords.ts';
import { PASSWORD, type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { mailsTo, runJobs, type SentMail, tokenIn } from '#test/harness/mailbox.ts';
import { noteStatements } from '#test/harness/statements.ts';
import { submitApplication } from '../applications/actions.ts';
import { resetPassword } from './proving.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.stop());

const MINUTE = 60_000;
const NEW_PASSWORD = 'a quite different sentence';

type Headers = Record<string, string>;

const post = (name: string, payload: object, headers: Headers = {}) =>
  test.call({ method: 'POST', url: `/api/auth/${name}`, payload, headers });
const forgot = (email: string) => post('forgot-password', { email });
const reset = (token: string, password = NEW_PASSWORD) => post('reset-password', { token, password });
const verify = (token: string, headers: Headers = {}) => post('verify-email', { token }, headers);
const login = (email: string, password = PASSWORD) => post('login', { email, password });
const me = (headers: Headers) => test.call({ method: 'GET', url: '/api/auth/me', headers });

const rowOf = (id: string) => test.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const identitiesOf = (id: string) =>
  test.db.selectFrom('identities').select('provider').where('user_id', '=', id).execute();

/** A user who has just signed up: logged in, email not verified. */
const newcomer = async (email: string): Promise<Person> => {
  const reply = await post('register', { email, password: PASSWORD });
  const { id, username } = reply.json<Account>();
  const token = reply.cookies.find(({ name }) => name === 'token')?.value;
  return { id, username, email, headers: { cookie: `token=${token}` } };
};

const link = (person: Person, provider: string) =>
  test.db
    .insertInto('identities')
    .values({
      provider,
      subject: `${provider} ${person.id}`,
      user_id: person.id,
      linked_at: new Date(),
      checked_at: new Date(),
    })
    .execute();

const lastMail = async (email: string, subject: string): Promise<SentMail | undefined> =>
  (await mailsTo(test, email)).filter((mail) => mail.subject === subject).at(-1);
const verifyToken = async (email: string) => tokenIn(await lastMail(email, 'Confirm your email address'));
const resetToken = async (email: string) => {
  expect((await forgot(email)).statusCode).toBe(202);
  await runJobs(test);
  return tokenIn(await lastMail(email, 'Set a new password'));
};

describe('verifying an address', () => {
  it('happens once, by POST', async () => {
    const person = await newcomer('vera@people.example');
    const token = await verifyToken(person.email);
    expect((await test.call({ method: 'GET', url: `/api/auth/verify-email?token=${token}` })).statusCode).toBe(405);
    expect((await rowOf(person.id)).email_verified_at).toBeNull();
    const reply = await verify(token, person.headers);
    expect(reply.statusCode).toBe(204);
    expect(reply.body).toBe('');
    expect((await rowOf(person.id)).email_verified_at).not.toBeNull();
    expect((await verify(token)).json()).toMatchObject({ status: 400, code: 'LINK_EXPIRED' });
  });

  it('succeeds for only one of many concurrent attempts', async () => {
    const person = await newcomer('many@people.example');
    const token = await verifyToken(person.email);
    const replies = await Promise.all(Array.from({ length: 8 }, () => verify(token)));
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([204, ...Array(7).fill(400)]);
  });

  it('works for 24 hours', async () => {
    const app = await startTestApp();
    const call = (url: string, payload: object) => app.call({ method: 'POST', url, payload });
    try {
      for (const email of ['early@people.example', 'late@people.example'])
        await call('/api/auth/register', { email, password: PASSWORD });
      const tokens = await Promise.all(
        ['early@people.example', 'late@people.example'].map(async (email) => tokenIn((await mailsTo(app, email))[0])),
      );
      app.moveClock(24 * 60 * MINUTE - MINUTE);
      expect((await call('/api/auth/verify-email', { token: tokens[0] })).statusCode).toBe(204);
      app.moveClock(MINUTE);
      expect((await call('/api/auth/verify-email', { token: tokens[1] })).json()).toMatchObject({
        code: 'LINK_EXPIRED',
      });
    } finally {
      await app.stop();
    }
  });

  it('accepts only the newest link', async () => {
    const person = await newcomer('newest@people.example');
    const first = await verifyToken(person.email);
    test.moveClock(1000);
    expect((await post('resend-verification', {}, person.headers)).statusCode).toBe(202);
    const second = await verifyToken(person.email);
    expect(second).not.toBe(first);
    expect((await verify(first)).statusCode).toBe(400);
    expect((await verify(second)).statusCode).toBe(204);
    expect((await post('resend-verification', {}, person.headers)).statusCode).toBe(401);
  });

  it('does not resend the link to a verified address', async () => {
    const person = await test.addPerson('member');
    expect((await post('resend-verification', {}, person.headers)).statusCode).toBe(202);
    expect(await mailsTo(test, person.email)).toEqual([]);
  });

  it('ends every session except the current one, because someone else may have created the account', async () => {
    const here = await newcomer('here@people.example');
    const elsewhere = (await login(here.email)).cookies.find(({ name }) => name === 'token')?.value;
    expect((await verify(await verifyToken(here.email), here.headers)).statusCode).toBe(204);
    expect((await me(here.headers)).statusCode).toBe(200);
    expect((await me({ cookie: `token=${elsewhere}` })).statusCode).toBe(401);

    const made = await newcomer('victim@people.example');
    const other = await test.addPerson('member');
    expect((await verify(await verifyToken(made.email), other.headers)).statusCode).toBe(204);
    expect((await me(made.headers)).statusCode).toBe(401);
    expect((await me(other.headers)).statusCode).toBe(200);
  });

  it('is rejected for an address that the account no longer has', async () => {
    const person = await newcomer('moved@people.example');
    const token = await verifyToken(person.email);
    await test.db.updateTable('users').set({ email: 'moved-on@people.example' }).where('id', '=', person.id).execute();
    expect((await verify(token)).statusCode).toBe(400);
    expect((await rowOf(person.id)).email_verified_at).toBeNull();
  });

  it('submits an application that was waiting for it', async () => {
    const person = await newcomer('leaker-to-be@people.example');
    await expect(submitApplication(test.deps, { userId: person.id })).rejects.toMatchObject({
      code: 'EMAIL_NOT_VERIFIED',
    });
    await verify(await verifyToken(person.email), person.headers);
    const sent = await test.db
      .selectFrom('leaker_applications')
      .select('status')
      .where('user_id', '=', person.id)
      .execute();
    expect(sent).toEqual([{ status: 'PENDING' }]);
  });

  it('is rejected for links with another purpose, which stay valid', async () => {
    const person = await newcomer('purpose@people.example');
    const [forReset, forVerify] = [await resetToken(person.email), await verifyToken(person.email)];
    expect((await verify(forReset)).json()).toMatchObject({ code: 'LINK_EXPIRED' });
    expect((await reset(forVerify)).json()).toMatchObject({ code: 'LINK_EXPIRED' });
    expect((await verify(forVerify)).statusCode).toBe(204);
  });

  it.each(['', 'x', 'x'.repeat(44), `${'x'.repeat(42)}!`, '\0'.repeat(43)])('rejects %j as a token', async (token) => {
    expect((await verify(token)).json()).toMatchObject({ status: 400, fields: { token: expect.any(String) } });
  });
});

describe('a forgotten password', () => {
  it('gets the same reply after the same work, whether or not the address has an account', async () => {
    const person = await test.addPerson('member');
    const bare = ({ headers: { date: _date, ...headers } }: Awaited<ReturnType<typeof forgot>>) => headers;
    const [known, unknown] = [await forgot(person.email.toUpperCase()), await forgot('nobody@people.example')];
    expect([known.statusCode, unknown.statusCode]).toEqual([202, 202]);
    expect(known.body).toBe(unknown.body);
    expect(bare(known)).toEqual(bare(unknown));
    const statements = noteStatements(test);
    const worksFor = async (email: string) => {
      statements.length = 0;
      await forgot(email);
      return [...statements];
    };
    const work = await worksFor(person.email);
    expect(work.length).toBeGreaterThan(0);
    expect(await worksFor('nobody@people.example')).toEqual(work);
    // Until the job runs, no link is stored for either address.
    expect(await test.db.selectFrom('mail_tokens').selectAll().where('user_id', '=', person.id).execute()).toEqual([]);
    await runJobs(test);
    expect((await mailsTo(test, person.email)).map(({ subject }) => subject)).toEqual(['Set a new password']);
    expect(await mailsTo(test, 'nobody@people.example')).toEqual([]);
  });

  it('is reset once, ends every session, and does not log in', async () => {
    const person = await test.addPerson('member');
    await link(person, 'google');
    const token = await resetToken(person.email);
    const reply = await reset(token);
    expect(reply.statusCode).toBe(204);
    expect(reply.headers['set-cookie']).toBeUndefined();
    expect((await me(person.headers)).statusCode).toBe(401);
    expect((await login(person.email)).statusCode).toBe(401);
    expect((await login(person.email, NEW_PASSWORD)).statusCode).toBe(200);
    expect((await reset(token)).json()).toMatchObject({ code: 'LINK_EXPIRED' });
    expect((await mailsTo(test, person.email)).map(({ subject }) => subject)).toContain('Your password was changed');
    // The address was already verified, so the linked accounts are kept.
    expect(await identitiesOf(person.id)).toEqual([{ provider: 'google' }]);
  });

  it('ends pending logins and does not replace the second factor', async () => {
    const person = await test.addPerson('member');
    await test.db
      .insertInto('two_factors')
      .values({ user_id: person.id, secret: Buffer.from('sealed'), enabled_at: new Date(), created_at: new Date() })
      .execute();
    expect((await login(person.email)).json()).toMatchObject({ code: 'TWO_FACTOR_REQUIRED' });
    expect((await reset(await resetToken(person.email))).statusCode).toBe(204);
    const pending = await test.db.selectFrom('pending_sign_ins').selectAll().where('user_id', '=', person.id).execute();
    expect(pending).toEqual([]);
    expect((await login(person.email, NEW_PASSWORD)).json()).toMatchObject({ code: 'TWO_FACTOR_REQUIRED' });
  });

  it('works for 30 minutes', async () => {
    const app = await startTestApp();
    const call = (name: string, payload: object) => app.call({ method: 'POST', url: `/api/auth/${name}`, payload });
    try {
      for (const [minutes, status] of [
        [29, 204],
        [30, 400],
      ] as const) {
        const { email } = await app.addPerson('member');
        await call('forgot-password', { email });
        await runJobs(app);
        const token = tokenIn((await mailsTo(app, email)).at(-1));
        app.moveClock(minutes * MINUTE + 1000);
        expect((await call('reset-password', { token, password: NEW_PASSWORD })).statusCode).toBe(status);
      }
    } finally {
      await app.stop();
    }
  });

  it('accepts only the newest link', async () => {
    const person = await test.addPerson('member');
    const first = await resetToken(person.email);
    test.moveClock(1000);
    const second = await resetToken(person.email);
    expect((await reset(first)).statusCode).toBe(400);
    expect((await reset(second)).statusCode).toBe(204);
  });

  it('is not reset to a guessable one, and the link stays valid', async () => {
    const person = await test.addPerson('member');
    const token = await resetToken(person.email);
    for (const password of ['qwertyuiop', 'short', `${person.username}123`])
      expect((await reset(token, password)).json()).toMatchObject({
        code: 'BAD_INPUT',
        fields: { password: expect.any(String) },
      });
    expect((await reset(token)).statusCode).toBe(204);
  });

  it('is hashed only with a valid link', async () => {
    let hashes = 0;
    const passwords = createPasswords({
      derive: async () => {
        hashes += 1;
        return Buffer.alloc(32);
      },
    });
    const asked = resetPassword({ ...test.deps, passwords }, { token: 'x'.repeat(43), password: NEW_PASSWORD });
    await expect(asked).rejects.toMatchObject({ code: 'LINK_EXPIRED' });
    expect(hashes).toBe(0);
  });

  it('does not let a suspended user in, whose session cannot use up the link either', async () => {
    const person = await test.addPerson('member');
    const token = await resetToken(person.email);
    await test.db.updateTable('users').set({ suspended_at: new Date() }).where('id', '=', person.id).execute();
    const held = await post('reset-password', { token, password: NEW_PASSWORD }, person.headers);
    expect(held.json()).toMatchObject({ status: 403, code: 'BANNED' });
    expect((await post('verify-email', { token }, person.headers)).json()).toMatchObject({ code: 'BANNED' });
    expect((await reset(token)).statusCode).toBe(204);
    expect((await login(person.email, NEW_PASSWORD)).json()).toMatchObject({ status: 403, code: 'BANNED' });
  });

  it('can be set by a user who never had one', async () => {
    const person = await test.addPerson('member');
    await test.db.updateTable('users').set({ password_hash: null }).where('id', '=', person.id).execute();
    expect((await reset(await resetToken(person.email))).statusCode).toBe(204);
    expect((await login(person.email, NEW_PASSWORD)).statusCode).toBe(200);
  });

  it('takes an account back from an attacker who created it with the address of the owner', async () => {
    // The attacker signs up with the victim's address, links their own account, starts to change the address, and waits.
    const attacker = await newcomer('owner@people.example');
    await link(attacker, 'discord');
    const moving = await post(
      'change-email',
      { email: 'attacker@people.example', currentPassword: PASSWORD },
      attacker.headers,
    );
    expect(moving.statusCode).toBe(202);
    const away = tokenIn(await lastMail('attacker@people.example', 'Confirm your new email address'));
    // The victim cannot sign up, so they request a password reset.
    expect((await post('register', { email: attacker.email, password: PASSWORD })).statusCode).toBe(409);
    expect((await reset(await resetToken(attacker.email))).statusCode).toBe(204);

    expect((await rowOf(attacker.id)).email_verified_at).not.toBeNull();
    expect((await me(attacker.headers)).statusCode).toBe(401);
    expect((await login(attacker.email)).statusCode).toBe(401);
    expect(await identitiesOf(attacker.id)).toEqual([]);
    expect((await verify(away)).json()).toMatchObject({ code: 'LINK_EXPIRED' });
    expect((await rowOf(attacker.id)).email).toBe(attacker.email);
  });

  it('is not reset for a deleted user, nor by a link to a former address', async () => {
    const [gone, moved] = [await test.addPerson('member'), await test.addPerson('member')];
    const tokens = [await resetToken(gone.email), await resetToken(moved.email)];
    await test.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', gone.id).execute();
    await test.db
      .updateTable('users')
      .set({ email: `x${moved.email}` })
      .where('id', '=', moved.id)
      .execute();
    for (const token of tokens) expect((await reset(token)).json()).toMatchObject({ code: 'LINK_EXPIRED' });
    await forgot(gone.email);
    await runJobs(test);
    expect((await mailsTo(test, gone.email)).filter(({ subject }) => subject === 'Set a new password')).toHaveLength(1);
  });
});
