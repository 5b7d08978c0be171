// Linking, confirming and unlinking (product.md, ID-6, ME-4).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ProviderName } from '#contract/accounts/oauth.ts';
import { type ProviderFakes, startProviderFakes } from '#server/providers/oauth.fake.ts';
import { PASSWORD, type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { guard, mailTo } from '#test/harness/second-factor.ts';
import { startVisits, type Visits } from '#test/harness/visits.ts';

let fakes: ProviderFakes;
let test: TestApp;
let visits: Visits;
let member: Person;

beforeAll(async () => {
  fakes = await startProviderFakes();
  test = await startTestApp({ env: fakes.env });
  visits = startVisits(test.app, fakes);
});
beforeEach(async () => {
  member = await test.addPerson('member');
});
afterAll(async () => {
  await test.stop();
  await fakes.stop();
});

const LATER_MS = 11 * 60_000;

const linksOf = (person: Person) =>
  test.db.selectFrom('identities').selectAll().where('user_id', '=', person.id).orderBy('provider').execute();

const link = (provider: ProviderName, person: Person, changes: { who?: string; next?: string } = {}) =>
  visits.go(provider, {
    person: changes.who ?? 'new',
    headers: person.headers,
    query: { intent: 'link', ...(changes.next ? { next: changes.next } : {}) },
  });

const newest = (provider: ProviderName): string => fakes[provider].people.at(-1)?.subject ?? '';

const post = (url: string, person?: Person) => test.call({ method: 'POST', url, payload: {} }, person);

const withoutPassword = (person: Person) =>
  test.db.updateTable('users').set({ password_hash: null }).where('id', '=', person.id).execute();

describe('linking', () => {
  it.each(['google', 'discord', 'patreon'] as const)(
    '%s stores the identity and notifies by email',
    async (provider) => {
      const { location } = await link(provider, member, { next: '/settings' });
      expect(location).toBe('/settings');
      const them = fakes[provider].people.at(-1);
      const [row] = await linksOf(member);
      expect(row).toMatchObject({ provider, subject: them?.subject, email: them?.email });
      const mails = await mailTo(test, member);
      expect(mails).toHaveLength(1);
      expect(mails[0]?.text).toContain({ google: 'Google', discord: 'Discord', patreon: 'Patreon' }[provider]);
    },
  );

  it('is the default intent of logged-in users for Discord and Patreon, and returns to the dashboard', async () => {
    for (const provider of ['discord', 'patreon'] as const)
      expect((await visits.go(provider, { person: 'new', headers: member.headers })).location).toBe('/dashboard');
    const reply = await test.call({ method: 'GET', url: '/api/auth/me' }, member);
    expect(reply.json()).toMatchObject({
      discordUsername: fakes.discord.people.at(-1)?.username,
      patreonUsername: fakes.patreon.people.at(-1)?.name,
    });
  });

  it('again only updates names and tokens', async () => {
    await link('discord', member);
    expect((await link('discord', member, { who: newest('discord') })).location).toBe('/dashboard');
    expect(await linksOf(member)).toHaveLength(1);
    expect(await mailTo(test, member)).toHaveLength(1);
  });

  it('never takes an identity from another account', async () => {
    await link('patreon', member);
    const other = await test.addPerson('member');
    const { location } = await link('patreon', other, { who: newest('patreon') });
    expect(location).toBe('/dashboard?error=taken&provider=patreon');
    expect(await linksOf(other)).toEqual([]);
    expect(await linksOf(member)).toHaveLength(1);
  });

  it('an identity concurrently by two users succeeds for one', async () => {
    const beside = await startTestApp({ env: fakes.env, beside: test });
    const ways = [visits, startVisits(beside.app, fakes)] as const;
    const people = [member, await test.addPerson('member')] as const;
    const subject = fakes.discord.people[1]?.subject ?? '';
    const answers = await Promise.all(
      people.map(async ({ headers }, index) => ways[index]?.go('discord', { person: subject, headers })),
    );
    expect(answers.map((answer) => answer?.location).sort()).toEqual([
      '/dashboard',
      '/dashboard?error=taken&provider=discord',
    ]);
    expect((await Promise.all(people.map(linksOf))).flat()).toHaveLength(1);
    await beside.stop();
  });

  it('a second identity of one provider is rejected', async () => {
    await link('discord', member);
    expect((await link('discord', member)).location).toBe('/dashboard?error=other-account&provider=discord');
    expect(await linksOf(member)).toHaveLength(1);
  });

  it('must finish in the session it started in, not for another user or in another session', async () => {
    const payload = { email: member.email, password: PASSWORD };
    const another = await test.call({ method: 'POST', url: '/api/auth/login', payload });
    for (const headers of [
      { cookie: `token=${another.cookies.find(({ name }) => name === 'token')?.value}` },
      (await test.addPerson('member')).headers,
      (await visits.go('google', { person: 'new' })).headers,
      {},
    ]) {
      const request = await visits.comeBack('patreon', { person: 'new', headers: member.headers });
      const oauth = /oauth=[\w-]+/.exec(String(request.headers?.cookie))?.[0];
      const cookie = [(headers as { cookie?: string }).cookie, oauth].filter(Boolean).join('; ');
      const { location } = await visits.ask({ ...request, headers: { ...request.headers, cookie } });
      expect(location).toMatch(/^\/(dashboard\?error=state&provider=patreon|login\?next=%2Fdashboard)$/);
    }
    expect(await linksOf(member)).toEqual([]);
  });

  it('that was denied returns to where it started', async () => {
    const denied = await visits.go('patreon', { allow: false, headers: member.headers, query: { next: '/settings' } });
    expect(denied.location).toBe('/settings?error=denied&provider=patreon');
  });

  it.each(['rate-limited', 'error', 'nonsense'] as const)('links nothing on provider failure %s', async (trouble) => {
    const request = await visits.comeBack('patreon', { headers: member.headers });
    fakes.patreon.misbehave(trouble);
    expect((await visits.ask(request)).location).toBe('/dashboard?error=provider&provider=patreon');
    expect(await linksOf(member)).toEqual([]);
  });

  it('requires a login, to which browsers are redirected', async () => {
    expect((await visits.begin('patreon')).address).toBe('/login?next=%2Fdashboard');
    const { address } = await visits.begin('discord', { query: { intent: 'link', next: '/settings' } });
    expect(address).toBe('/login?next=%2Fsettings');
    const reply = await test.app.inject({ method: 'GET', url: '/api/auth/google?intent=link' });
    expect(reply.json()).toMatchObject({ status: 401, code: 'SIGN_IN_REQUIRED' });
  });

  it('a login method requires a confirmed session, unlike Patreon', async () => {
    const clock = await startTestApp({ env: fakes.env });
    const person = await clock.addPerson('member');
    clock.moveClock(LATER_MS);
    const late = startVisits(clock.app, fakes);
    for (const provider of ['google', 'discord'] as const) {
      const query = { intent: 'link', next: '/settings' };
      const { address } = await late.begin(provider, { headers: person.headers, query });
      expect(address).toBe(`/settings?confirm=${provider}-link&next=%2Fsettings`);
      const reply = await clock.call({ method: 'GET', url: `/api/auth/${provider}?intent=link` }, person);
      expect(reply.json()).toMatchObject({ status: 403, code: 'CONFIRMATION_REQUIRED' });
    }
    expect((await late.go('patreon', { person: 'new', headers: person.headers })).location).toBe('/dashboard');
    await clock.stop();
  });
});

describe('a link on another site', () => {
  it.each(['cross-site', 'same-site'])('does not start linking (%s) without asking the user first', async (site) => {
    const headers = { ...member.headers, 'sec-fetch-site': site };
    const before = (await test.db.selectFrom('oauth_flows').selectAll().execute()).length;
    for (const [provider, query, page] of [
      ['discord', {}, '/settings?confirm=discord-link&next=%2Fdashboard'],
      ['google', { intent: 'link', next: '/settings' }, '/settings?confirm=google-link&next=%2Fsettings'],
      ['patreon', {}, '/dashboard'],
    ] as const)
      expect((await visits.begin(provider, { query, headers })).address, provider).toBe(page);
    const reply = await test.app.inject({ method: 'GET', url: '/api/auth/discord?intent=link', headers });
    expect(reply.json()).toMatchObject({ status: 403, code: 'CROSS_SITE' });
    expect(await test.db.selectFrom('oauth_flows').selectAll().execute()).toHaveLength(before);
  });

  it('can start a login, which only the user can finish', async () => {
    const { address } = await visits.begin('google', { headers: { 'sec-fetch-site': 'cross-site' } });
    expect(address.startsWith(fakes.url)).toBe(true);
  });
});

describe('confirming with an identity', () => {
  const confirmedUntil = async (person: Person) =>
    (await test.call({ method: 'GET', url: '/api/auth/security' }, person)).json<{ confirmedUntil: string | null }>()
      .confirmedUntil;

  const expire = () =>
    test.db
      .updateTable('sessions')
      .set({ confirmed_at: new Date(Date.now() - LATER_MS) })
      .where('user_id', '=', member.id)
      .execute();

  const confirm = (who: string) =>
    visits.go('discord', { person: who, headers: member.headers, query: { intent: 'confirm', next: '/settings' } });

  it('works for a user without a password', async () => {
    await link('discord', member);
    await withoutPassword(member);
    await expire();
    expect(await confirmedUntil(member)).toBeNull();
    expect((await confirm(newest('discord'))).location).toBe('/settings');
    expect(await confirmedUntil(member)).not.toBeNull();
  });

  it('requires the linked identity', async () => {
    await link('discord', member);
    await withoutPassword(member);
    await expire();
    expect((await confirm('new')).location).toBe('/settings?error=other-account&provider=discord');
    expect(await confirmedUntil(member)).toBeNull();
  });

  it('cannot bypass a password or a second factor', async () => {
    await link('discord', member);
    const who = newest('discord');
    await expire();
    expect((await confirm(who)).location).toBe('/settings?error=state&provider=discord');
    await test.db.updateTable('sessions').set({ confirmed_at: new Date() }).where('user_id', '=', member.id).execute();
    const guarded = await guard(test, member);
    member = { ...member, headers: guarded.headers };
    await withoutPassword(member);
    await expire();
    expect((await confirm(who)).location).toBe('/settings?error=state&provider=discord');
  });
});

describe('unlinking', () => {
  it.each(['google', 'discord'] as const)('%s revokes its tokens and notifies by email', async (provider) => {
    await link(provider, member);
    const before = fakes[provider].grants.living();
    expect((await post(`/api/auth/${provider}/disconnect`, member)).statusCode).toBe(204);
    expect(await linksOf(member)).toEqual([]);
    expect(fakes[provider].grants.living()).toBeLessThan(before);
    expect(await mailTo(test, member)).toHaveLength(2);
    expect((await post(`/api/auth/${provider}/disconnect`, member)).json().code).toBe('NOT_LINKED');
  });

  it('works even if the provider is down', async () => {
    await link('discord', member);
    fakes.discord.misbehave('error');
    expect((await post('/api/auth/discord/disconnect', member)).statusCode).toBe(204);
    expect(await linksOf(member)).toEqual([]);
  });

  it('Patreon is idempotent', async () => {
    await link('patreon', member);
    for (let time = 0; time < 2; time += 1)
      expect((await post('/api/auth/patreon/disconnect', member)).statusCode).toBe(204);
    expect(await linksOf(member)).toEqual([]);
    expect(await mailTo(test, member)).toHaveLength(2);
  });

  it('the last login method is rejected, and Patreon is not one', async () => {
    await link('google', member);
    await link('patreon', member);
    await withoutPassword(member);
    expect((await post('/api/auth/google/disconnect', member)).json()).toMatchObject({
      status: 409,
      code: 'LAST_WAY_IN',
    });
    await link('discord', member);
    expect((await post('/api/auth/google/disconnect', member)).statusCode).toBe(204);
    expect((await post('/api/auth/discord/disconnect', member)).json().code).toBe('LAST_WAY_IN');
  });

  it('both login methods concurrently leaves one', async () => {
    await link('google', member);
    await link('discord', member);
    await withoutPassword(member);
    const replies = await Promise.all([
      post('/api/auth/google/disconnect', member),
      post('/api/auth/discord/disconnect', member),
    ]);
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409]);
    expect(await linksOf(member)).toHaveLength(1);
  });

  it('a login method requires a confirmed session', async () => {
    await link('discord', member);
    await test.db
      .updateTable('sessions')
      .set({ confirmed_at: new Date(Date.now() - LATER_MS) })
      .where('user_id', '=', member.id)
      .execute();
    expect((await post('/api/auth/discord/disconnect', member)).json()).toMatchObject({
      status: 403,
      code: 'CONFIRMATION_REQUIRED',
    });
    expect(await linksOf(member)).toHaveLength(1);
  });

  it.each([
    ['a page of this site', { 'sec-fetch-site': 'same-origin' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another site of the same domain', { 'sec-fetch-site': 'same-site' }],
    ['a typed URL', { 'sec-fetch-site': 'none' }],
    ['a browser without Fetch Metadata', {}],
  ])('Patreon by navigation from %s asks first', async (_where, headers) => {
    await link('patreon', member);
    for (const method of ['GET', 'HEAD'] as const) {
      const reply = await test.call({ method, url: '/api/auth/patreon/disconnect', headers }, member);
      expect([reply.statusCode, reply.headers.location]).toEqual([302, '/settings?confirm=patreon-disconnect']);
    }
    expect(await linksOf(member)).toHaveLength(1);
  });

  it('by navigation redirects visitors to the login page', async () => {
    const url = '/api/auth/patreon/disconnect';
    const reply = await test.app.inject({ method: 'GET', url, headers: { accept: 'text/html' } });
    expect(reply.headers.location).toBe('/login?next=%2Fdashboard');
  });
});
