// Provider tokens: sealed at rest, renewed once, and names that are read again.
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

/** As if the access token had ended a while ago. */
const endTokens = (person: Person) =>
  test.db
    .updateTable('identities')
    .set({ tokens_expire_at: new Date(Date.now() - 1000) })
    .where('user_id', '=', person.id)
    .execute();

const refresh = () => test.call({ method: 'POST', url: '/api/auth/links/refresh', payload: {} }, member);

const exchanges = () => fakes.discord.calls.filter(({ form }) => form.grant_type === 'refresh_token').length;

describe('tokens at rest', () => {
  it('are sealed, for their owner alone', async () => {
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

  it('never leave by a call', async () => {
    const { accessToken } = (await freshAccessToken(test.deps, member.id, 'discord')) ?? { accessToken: '' };
    expect(accessToken).not.toBe('');
    for (const url of ['/api/auth/me', '/api/auth/security'])
      expect((await test.call({ method: 'GET', url }, member)).body).not.toContain(accessToken);
  });
});

describe('tokens that have ended', () => {
  it('are renewed, and the new pair is kept', async () => {
    const before = await freshAccessToken(test.deps, member.id, 'discord');
    await endTokens(member);
    const after = await freshAccessToken(test.deps, member.id, 'discord');
    expect(after?.accessToken).not.toBe(before?.accessToken);
    expect(await freshAccessToken(test.deps, member.id, 'discord')).toEqual(after);
    await endTokens(member);
    expect((await freshAccessToken(test.deps, member.id, 'discord'))?.accessToken).not.toBe(after?.accessToken);
    expect(exchanges()).toBe(2);
  });

  it('are renewed once by two processes that want them at once', async () => {
    await endTokens(member);
    const found = await Promise.all(
      [test, beside, test, beside].map(({ deps }) => freshAccessToken(deps, member.id, 'discord')),
    );
    expect(new Set(found.map((token) => token?.accessToken)).size).toBe(1);
    expect(exchanges()).toBe(1);
  });

  it('stay as they are when the provider is away', async () => {
    await endTokens(member);
    fakes.discord.misbehave('error');
    await expect(freshAccessToken(test.deps, member.id, 'discord')).rejects.toThrow();
    // That answer came before the token was traded, so the next try succeeds.
    expect(await freshAccessToken(test.deps, member.id, 'discord')).not.toBeNull();
  });
});

describe('reading the links again', () => {
  it('brings new names', async () => {
    const [discord, patreon] = [fakes.discord.people.at(-1), fakes.patreon.people.at(-1)];
    if (!discord || !patreon) throw new Error('nobody is there');
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
    'keeps what is known when Discord answers %s',
    async (trouble) => {
      const known = fakes.discord.people.at(-1)?.username;
      fakes.discord.misbehave(trouble);
      const reply = await refresh();
      expect([reply.statusCode, reply.json().discordUsername]).toEqual([200, known]);
    },
  );

  it('keeps what is known when the person took the consent back there', async () => {
    const known = fakes.discord.people.at(-1)?.username;
    fakes.discord.grants.expireTokens();
    await endTokens(member);
    const { accessToken } = (await freshAccessToken(test.deps, member.id, 'discord')) ?? { accessToken: '' };
    fakes.discord.grants.revoke(accessToken);
    const reply = await refresh();
    expect([reply.statusCode, reply.json().discordUsername]).toEqual([200, known]);
  });

  it('answers a person without links too', async () => {
    const bare = await test.addPerson('member');
    const reply = await test.call({ method: 'POST', url: '/api/auth/links/refresh', payload: {} }, bare);
    expect(reply.json()).toMatchObject({ id: bare.id, discordUsername: null, patreonUsername: null });
  });
});
