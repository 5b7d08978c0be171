// Linked accounts in the user object, and the clean-up of expired rows.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Account } from '#contract/accounts/api.ts';
import { PASSWORD, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { noteStatements } from '#test/harness/statements.ts';
import { purgeAccountLeftovers } from './jobs.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.stop());

const link = (userId: string, provider: string, username: string) =>
  test.db
    .insertInto('identities')
    .values({
      provider,
      subject: `${provider} of ${userId}`,
      user_id: userId,
      username,
      linked_at: new Date(),
      checked_at: new Date(),
    })
    .execute();

it('lists linked accounts in the user object, only for their owner and after every login', async () => {
  const [person, other] = [await test.addPerson('member'), await test.addPerson('member')];
  await link(person.id, 'discord', 'jane#1');
  await link(person.id, 'patreon', 'Jane P.');
  await link(person.id, 'google', 'jane at google');
  const me = async (headers: Record<string, string>) =>
    (await test.call({ method: 'GET', url: '/api/auth/me', headers })).json<Account>();
  const names = { discordUsername: 'jane#1', patreonUsername: 'Jane P.' };
  expect(await me(person.headers)).toMatchObject(names);
  const statements = noteStatements(test);
  expect(await me(other.headers)).toMatchObject({ discordUsername: null, patreonUsername: null });
  // One statement for the session and one for the account.
  expect(statements).toHaveLength(2);
  const payload = { email: person.email, password: PASSWORD };
  const login = await test.call({ method: 'POST', url: '/api/auth/login', payload });
  expect(login.json<Account>()).toMatchObject(names);
});

it('sweeps only expired rows, also when run twice', async () => {
  const { id: userId } = await test.addPerson('member');
  const now = test.deps.now();
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  for (const [name, seconds] of [
    ['over', -1],
    ['running', 60],
  ] as const) {
    const hash = Buffer.from(name);
    const purpose = name === 'over' ? 'reset-password' : 'verify-email';
    const expires = { expires_at: at(seconds) };
    await test.db
      .insertInto('sessions')
      .values({ ...expires, token_hash: hash, user_id: userId, created_at: now, last_seen_at: now, confirmed_at: now })
      .execute();
    await test.db
      .insertInto('mail_tokens')
      .values({ ...expires, token_hash: hash, user_id: userId, purpose, email: 'x@people.example' })
      .execute();
    await test.db
      .insertInto('pending_sign_ins')
      .values({ ...expires, token_hash: hash, user_id: userId })
      .execute();
    await test.db
      .insertInto('oauth_flows')
      .values({
        ...expires,
        state_hash: hash,
        browser_hash: hash,
        provider: 'google',
        intent: 'sign-in',
        verifier: 'v',
        nonce: 'n',
      })
      .execute();
  }
  const helpers = { log: test.deps.log, signal: new AbortController().signal, attempt: 1, isLastAttempt: false };
  await purgeAccountLeftovers.run({}, test.deps, helpers);
  await purgeAccountLeftovers.run({}, test.deps, helpers);
  const running = Buffer.from('running');
  const hashes = async (table: 'sessions' | 'mail_tokens' | 'pending_sign_ins') =>
    (await test.db.selectFrom(table).select('token_hash').where('user_id', '=', userId).execute()).map(
      (row) => row.token_hash,
    );
  expect(await hashes('mail_tokens')).toEqual([running]);
  expect(await hashes('pending_sign_ins')).toEqual([running]);
  expect((await hashes('sessions')).filter((hash) => ['over', 'running'].includes(hash.toString()))).toEqual([running]);
  expect(await test.db.selectFrom('oauth_flows').select('state_hash').execute()).toEqual([{ state_hash: running }]);
});
