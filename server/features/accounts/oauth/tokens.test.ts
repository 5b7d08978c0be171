// Provider tokens are encrypted at rest, and concurrent processes refresh a token only once. Also tests refreshing names.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ProviderFakes, startProviderFakes } from '#server/providers/oauth.fake.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { startVisits } from '#test/harness/visits.ts';
import { freshAccessToken } from './tokens.ts';

let fakes: ProviderFakes;
let test: TestApp;
let beside: TestApp;
let member: Person;

beforeAll(async () => {
  fakes = await startProviderFakes();
  test = await startTestApp({ env: fakes.env });
  beside = await startTestApp({ env: fakes.env, beside: test });
});
beforeEach(async () => {
  member = await test.addPerson('member');
  const visits = startVisits(test.app, fakes);
  for (const provider of ['discord', 'patreon'] as const)
    await visits.go(provider, { person: 'new', headers: member.headers });
  fakes.discord.calls.length = 0;
});
afterAll(async () => {
  await beside.stop();
  await test.stop();
  await fakes.stop();
});

const rowOf = (person: Person, provider: string) =>
  test.db
    .selectFrom('identities')
    .selectAll()
    .where('user_id', '=', person.id)
    .where('provider', '=', provider)
    .executeTakeFirstOrThrow();

/** Makes a user's access token expire. */
const endTokens = (person: Person) =>
  test.db
    .updateTable('identities')
    .set({ tokens_expire_at: new Date(Date.now() - 1000) })
    .where('user_id', '=', person.id)
    .execute();

const refresh = () => test.call({ method: 'POST', url: '/api/auth/links/refresh', payload: {} }, member);

const exchanges = () => fakes.discord.calls.filter(({ form }) => form.grant_type === 'refresh_token').length;

describe('tokens at rest', () => {
  it('are encrypted for their owner', async () => {
    const found = await freshAccessToken(test.deps, member.id, 'discord');
    const row = await rowOf(member, 'discord');
    expect(row.tokens?.includes(Buffer.from(found?.accessToken ?? 'none'))).toBe(false);
    const other = await test.addPerson('member');
    await test.db
      .insertInto('identities')
      .values({ ...row, user_id: other.id, subject: 'copied' })
      .execute();
    expect(await freshAccessToken(test.deps, other.id, 'discord')).toBeNull();
  });

  it('are never returned by a call', async () => {
    const { accessToken } = (await freshAccessToken(test.deps, member.id, 'discord')) ?? { accessToken: '' };
    expect(accessToken).not.toBe('');
    for (const url of ['/api/auth/me', '/api/auth/security'])
      expect((await test.call({ method: 'GET', url }, member)).body).not.toContain(accessToken);
  });
});

describe('expired tokens', () => {
  it('are refreshed, and the new pair is stored', async () => {
    const before = await freshAccessToken(test.deps, member.id, 'discord');
    await endTokens(member);
    const after = await freshAccessToken(test.deps, member.id, 'discord');
    expect(after?.accessToken).not.toBe(before?.accessToken);
    expect(await freshAccessToken(test.deps, member.id, 'discord')).toEqual(after);
    await endTokens(member);
    expect((await freshAccessToken(test.deps, member.id, 'discord'))?.accessToken).not.toBe(after?.accessToken);
    expect(exchanges()).toBe(2);
  });

  it('are refreshed only once by two concurrent processes', async () => {
    await endTokens(member);
    const found = await Promise.all(
      [test, beside, test, beside].map(({ deps }) => freshAccessToken(deps, member.id, 'discord')),
    );
    expect(new Set(found.map((token) => token?.accessToken)).size).toBe(1);
    expect(exchanges()).toBe(1);
  });

  it('are kept when the provider is down', async () => {
    await endTokens(member);
    fakes.discord.misbehave('error');
    await expect(freshAccessToken(test.deps, member.id, 'discord')).rejects.toThrow();
    // The failure happened before the token was used up, so the next attempt succeeds.
    expect(await freshAccessToken(test.deps, member.id, 'discord')).not.toBeNull();
  });
});

describe('refreshing linked accounts', () => {
  it('updates names', async () => {
    const [discord, patreon] = [fakes.discord.people.at(-1), fakes.patreon.people.at(-1)];
    if (!discord || !patreon) throw new Error('no account');
    discord.username = 'renamed.there';
    patreon.name = 'Renamed Too';
    const reply = await refresh();
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toMatchObject({
      id: member.id,
      discordUsername: 'renamed.there',
      patreonUsername: 'Renamed Too',
    });
  });

  it.each(['rate-limited', 'error', 'nonsense', 'no-json'] as const)(
    'keeps known names when Discord responds with %s',
    async (trouble) => {
      const known = fakes.discord.people.at(-1)?.username;
      fakes.discord.misbehave(trouble);
      const reply = await refresh();
      expect([reply.statusCode, reply.json().discordUsername]).toEqual([200, known]);
    },
  );

  it('keeps known names when the user revoked the consent', async () => {
    const known = fakes.discord.people.at(-1)?.username;
    fakes.discord.grants.expireTokens();
    await endTokens(member);
    const { accessToken } = (await freshAccessToken(test.deps, member.id, 'discord')) ?? { accessToken: '' };
    fakes.discord.grants.revoke(accessToken);
    const reply = await refresh();
    expect([reply.statusCode, reply.json().discordUsername]).toEqual([200, known]);
  });

  it('works without linked accounts', async () => {
    const bare = await test.addPerson('member');
    const reply = await test.call({ method: 'POST', url: '/api/auth/links/refresh', payload: {} }, bare);
    expect(reply.json()).toMatchObject({ id: bare.id, discordUsername: null, patreonUsername: null });
  });
});
