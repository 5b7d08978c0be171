// Logging in with Google and Discord (product.md, ID-5; checklist "OAuth and linking").
import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ProviderFakes, startProviderFakes } from '#server/providers/oauth.fake.ts';
import type { FakePerson } from '#server/providers/oauth-grants.fake.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { guard, mailTo } from '#test/harness/second-factor.ts';
import { startVisits, type Visits } from '#test/harness/visits.ts';
import { literals } from '#test/hostile/hostile-inputs.ts';

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

/** Adds a user at a provider, by default with a verified address that the provider vouches for. */
const somebodyAt = (provider: 'google' | 'discord', changes: Partial<FakePerson> = {}): FakePerson => {
  const name = `p${randomUUID().slice(0, 8)}`;
  const person: FakePerson = {
    subject: String(Math.floor(Math.random() * 1e15)),
    name,
    username: name,
    email: `${name}@mailbox.example`,
    emailVerified: true,
    hd: 'mailbox.example',
    ...changes,
  };
  fakes[provider].people.push(person);
  return person;
};

const me = async (headers: Record<string, string>) => {
  const reply = await test.app.inject({ method: 'GET', url: '/api/auth/me', headers });
  return reply.statusCode === 200 ? reply.json<{ id: string; username: string; email: string }>() : null;
};

const userOf = (email: string) => test.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();

const identitiesOf = (userId: string) =>
  test.db.selectFrom('identities').selectAll().where('user_id', '=', userId).execute();

const asProgram = (request: InjectOptions): InjectOptions => ({
  ...request,
  headers: { ...request.headers, accept: '*/*' },
});

describe('a new user', () => {
  it.each(['google', 'discord'] as const)('gets a verified account through %s and is logged in', async (provider) => {
    const person = somebodyAt(provider);
    const { status, location, headers, reply } = await visits.go(provider, { person: person.subject });
    expect([status, location]).toEqual([302, '/dashboard']);
    expect(reply.headers['cache-control']).toBe('no-store');
    const token = reply.cookies.find(({ name }) => name === 'token');
    expect(token).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(await me(headers)).toMatchObject({ username: person.username, email: person.email });
    const user = await userOf(person.email ?? '');
    expect(user).toMatchObject({ display_name: person.name, password_hash: null, role: 'USER' });
    expect(user?.email_verified_at).not.toBeNull();
    expect(await mailTo(test, { email: person.email ?? '' })).toEqual([]);
  });

  it('returns to the same account by subject, even if their address has changed', async () => {
    const person = somebodyAt('discord');
    const first = await me((await visits.go('discord', { person: person.subject })).headers);
    person.email = `moved-${person.email}`;
    person.username = `renamed-${person.username}`;
    const second = await me((await visits.go('discord', { person: person.subject })).headers);
    expect(second).toMatchObject({ id: first?.id, email: first?.email });
    expect(await identitiesOf(first?.id ?? '')).toMatchObject([
      { username: person.username, email: person.email, subject: person.subject },
    ]);
  });

  it('must verify an address that the provider does not vouch for', async () => {
    const { hd: _hd, ...person } = somebodyAt('google');
    fakes.google.people.push({ ...person, subject: `${person.subject}1` });
    const { location } = await visits.go('google', { person: `${person.subject}1` });
    expect(location).toBe('/dashboard');
    expect((await userOf(person.email ?? ''))?.email_verified_at).toBeNull();
    expect(await mailTo(test, { email: person.email ?? '' })).toMatchObject([
      { subject: 'Confirm your email address' },
    ]);
  });

  it('without an address cannot have an account', async () => {
    const person = somebodyAt('discord', { email: null, emailVerified: false });
    const { location, headers } = await visits.go('discord', { person: person.subject });
    expect(location).toBe('/login?error=no-email&provider=discord');
    expect(await me(headers)).toBeNull();
  });

  it('is rejected while sign-ups are closed, unlike a user with an account', async () => {
    const closed = await startTestApp({ env: fakes.env });
    const there = startVisits(closed.app, fakes);
    const known = somebodyAt('google');
    await there.go('google', { person: known.subject });
    const actor = { id: null, name: 'site', at: closed.deps.now() };
    await closed.db
      .transaction()
      .execute((trx) => closed.deps.settings.put(trx, { registrationEnabled: false }, actor));
    await expect.poll(async () => (await closed.deps.settings.get()).registrationEnabled).toBe(false);
    const person = somebodyAt('google');
    expect((await there.go('google', { person: person.subject })).location).toBe('/login?error=closed&provider=google');
    expect((await there.go('google', { person: known.subject })).location).toBe('/dashboard');
    await closed.stop();
  });

  it('gets one account from two concurrent logins in two processes', async () => {
    const beside = await startTestApp({ env: fakes.env, beside: test });
    const person = somebodyAt('google');
    const ways = [visits, startVisits(beside.app, fakes), visits, startVisits(beside.app, fakes)];
    const requests = await Promise.all(ways.map((way) => way.comeBack('google', { person: person.subject })));
    const answers = await Promise.all(requests.map((request, index) => ways[index]?.ask(request)));
    expect(answers.map((answer) => answer?.location)).toEqual(Array(4).fill('/dashboard'));
    const people = await Promise.all(answers.map((answer) => me(answer?.headers ?? {})));
    expect(new Set(people.map((found) => found?.id)).size).toBe(1);
    expect(await identitiesOf(people[0]?.id ?? '')).toHaveLength(1);
    await beside.stop();
  });
});

describe('an account with the same address', () => {
  const addMember = (changes: { verified: boolean }, email: string): Promise<Person> =>
    test.addPerson('member', { email }).then(async (person) => {
      if (!changes.verified)
        await test.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', person.id).execute();
      return person;
    });

  it('is joined if both sides have proven it, and its owner is notified', async () => {
    const person = somebodyAt('google');
    const member = await addMember({ verified: true }, person.email ?? '');
    const { location, headers } = await visits.go('google', { person: person.subject });
    expect(location).toBe('/dashboard');
    expect(await me(headers)).toMatchObject({ id: member.id });
    expect((await mailTo(test, member)).map(({ subject }) => subject)).toEqual([expect.stringContaining('Google')]);
  });

  it('is not joined if its creator never proved it, so no account is shared with an attacker', async () => {
    const person = somebodyAt('google');
    const attacker = await addMember({ verified: false }, person.email ?? '');
    const { location, headers } = await visits.go('google', { person: person.subject });
    expect(location).toBe('/login?error=link-first&provider=google');
    expect(headers.cookie).not.toContain('token=');
    expect(await identitiesOf(attacker.id)).toEqual([]);
  });

  it.each([
    ['google', { hd: undefined }],
    ['google', { emailVerified: false }],
    ['discord', { emailVerified: false }],
    ['discord', {}],
  ] as const)('is not joined by %s with %j', async (provider, changes) => {
    const person = somebodyAt(provider, changes as Partial<FakePerson>);
    const member = await addMember({ verified: true }, person.email ?? '');
    expect((await visits.go(provider, { person: person.subject })).location).toBe(
      `/login?error=link-first&provider=${provider}`,
    );
    expect(await identitiesOf(member.id)).toEqual([]);
  });

  it('created through Discord is not joined by the current owner of the address', async () => {
    const first = somebodyAt('discord');
    const made = await me((await visits.go('discord', { person: first.subject })).headers);
    const owner = somebodyAt('google', { email: first.email ?? '' });
    expect((await visits.go('google', { person: owner.subject })).location).toContain('error=link-first');
    expect(await identitiesOf(made?.id ?? '')).toHaveLength(1);
  });

  it('is not joined by a second identity of one provider', async () => {
    const person = somebodyAt('discord');
    const first = await me((await visits.go('discord', { person: person.subject })).headers);
    const second = somebodyAt('discord', { email: person.email });
    expect((await visits.go('discord', { person: second.subject })).location).toContain('error=link-first');
    expect(await identitiesOf(first?.id ?? '')).toHaveLength(1);
  });

  it('is not accessible while suspended, linked or not', async () => {
    const person = somebodyAt('google');
    const member = await addMember({ verified: true }, person.email ?? '');
    await test.db.updateTable('users').set({ suspended_at: new Date() }).where('id', '=', member.id).execute();
    expect((await visits.go('google', { person: person.subject })).location).toBe(
      '/login?error=banned&provider=google',
    );
    expect(await identitiesOf(member.id)).toEqual([]);
    const known = somebodyAt('discord');
    const found = await me((await visits.go('discord', { person: known.subject })).headers);
    await test.db
      .updateTable('users')
      .set({ suspended_at: new Date() })
      .where('id', '=', found?.id ?? '')
      .execute();
    const { location, headers } = await visits.go('discord', { person: known.subject });
    expect(location).toBe('/login?error=banned&provider=discord');
    expect(headers.cookie).not.toContain('token=');
  });

  it('is not joined if it was deleted', async () => {
    const person = somebodyAt('google');
    const member = await addMember({ verified: true }, person.email ?? '');
    await test.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', member.id).execute();
    expect((await visits.go('google', { person: person.subject })).location).toContain('error=link-first');
    expect(await identitiesOf(member.id)).toEqual([]);
  });

  it('is accessible only from this machine if it is a demo account', async () => {
    const person = somebodyAt('google');
    const member = await addMember({ verified: true }, person.email ?? '');
    await test.db.updateTable('users').set({ demo: true }).where('id', '=', member.id).execute();
    const request = await visits.comeBack('google', { person: person.subject });
    const far = { ...request, headers: { ...request.headers, 'x-forwarded-for': '203.0.113.9' } };
    expect((await visits.ask(far)).location).toBe('/login?error=demo&provider=google');
    expect((await visits.go('google', { person: person.subject })).location).toBe('/dashboard');
    // Even now that the identity is linked, it cannot be used from another machine.
    const known = await visits.comeBack('google', { person: person.subject });
    const again = { ...known, headers: { ...known.headers, host: 'helix.example' } };
    expect((await visits.ask(again)).location).toBe('/login?error=demo&provider=google');
  });
});

describe('the second factor', () => {
  it('is required after a provider login too, and keeps the return path', async () => {
    const person = somebodyAt('google');
    const member = await guard(test, await test.addPerson('member', { email: person.email ?? '' }));
    const { location, reply, headers } = await visits.go('google', {
      person: person.subject,
      query: { next: '/resources?page=2' },
    });
    expect(location).toBe('/login?step=two-factor&next=%2Fresources%3Fpage%3D2');
    expect(reply.cookies.map(({ name }) => name)).toEqual(['second_factor']);
    expect(await me(headers)).toBeNull();
    expect(
      await test.db.selectFrom('pending_sign_ins').select('applies').where('user_id', '=', member.id).execute(),
    ).toEqual([{ applies: false }]);
  });
});

describe('the page after a login', () => {
  it.each([
    ['admin', '/admin'],
    ['leaker', '/leaker'],
    ['premium', '/'],
    ['member', '/dashboard'],
  ] as const)('for the role %s is %s', async (role, page) => {
    const person = somebodyAt('google');
    await test.addPerson(role, { email: person.email ?? '' });
    expect((await visits.go('google', { person: person.subject })).location).toBe(page);
  });

  it.each([
    ['/resources?search=a', '/resources?search=a'],
    ['https://evil.example/', '/dashboard'],
    ['//evil.example', '/dashboard'],
    ['/\\evil.example', '/dashboard'],
    ['/\t/evil.example', '/dashboard'],
    ['/.//evil.example', '/dashboard'],
    ['/login?next=/', '/dashboard'],
  ])('with next=%j is %s', async (next, page) => {
    expect((await visits.go('google', { person: 'new', query: { next } })).location).toBe(page);
  });

  it('with an application is the dashboard, which shows it', async () => {
    const { location, headers } = await visits.go('google', { person: 'new', query: { apply: 'leaker', next: '/' } });
    expect(location).toBe('/dashboard');
    const status = await test.app.inject({ method: 'GET', url: '/api/leaker/application-status', headers });
    expect(status.json()).toMatchObject({ status: 'PENDING' });
  });
});

describe('hostile addresses', () => {
  const targets = literals('url').filter(({ input }) => input.length < 1500);

  it('never become a redirect target', async () => {
    expect(targets.length).toBeGreaterThan(10);
    await test.db.deleteFrom('oauth_flows').execute();
    for (const { input } of targets) {
      const { reply } = await visits.begin('google', { query: { next: input } });
      expect([302, 400], input).toContain(reply.statusCode);
    }
    const kept = await test.db.selectFrom('oauth_flows').select('return_to').execute();
    expect(kept.length).toBeGreaterThan(10);
    for (const { return_to: path } of kept)
      if (path !== null) expect(new URL(path, 'https://helix.example').origin, path).toBe('https://helix.example');
  });
});

describe('a visit', () => {
  const refused = '/login?error=state&provider=google';

  it('can be completed once', async () => {
    const request = await visits.comeBack('google');
    expect((await visits.ask(request)).location).toBe('/dashboard');
    expect((await visits.ask(request)).location).toBe(refused);
    const reply = await test.app.inject(asProgram(request));
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'OAUTH_STATE']);
  });

  it('logs in once for two concurrent callbacks', async () => {
    const request = await visits.comeBack('google');
    const answers = await Promise.all([visits.ask(request), visits.ask(request)]);
    expect(answers.map(({ location }) => location).sort()).toEqual(['/dashboard', refused]);
  });

  it.each([
    ['another browser', { cookie: `oauth=${'x'.repeat(43)}` }],
    ['a browser without the cookie', { cookie: '' }],
  ])('cannot be completed by %s, and is used up by the attempt', async (_who, headers) => {
    const request = await visits.comeBack('google');
    expect((await visits.ask({ ...request, headers: { ...request.headers, ...headers } })).location).toBe(refused);
    expect((await visits.ask(request)).location).toBe(refused);
  });

  it('cannot be completed by another provider', async () => {
    const request = await visits.comeBack('google');
    const url = String(request.url).replace('/google/', '/discord/');
    expect((await visits.ask({ ...request, url })).location).toBe('/login?error=state&provider=discord');
    expect((await visits.ask(request)).location).toBe(refused);
  });

  it('expires after ten minutes', async () => {
    const clock = await startTestApp({ env: fakes.env });
    const slow = startVisits(clock.app, fakes);
    const request = await slow.comeBack('google');
    clock.moveClock(10 * 60_000 + 1000);
    expect((await slow.ask(request)).location).toBe(refused);
    await clock.stop();
  });

  it.each(['', '?state=', '?state=a&state=b', `?state=${'a'.repeat(43)}&code=x`, '?code=x'])(
    'that does not exist is rejected: %s',
    async (query) => {
      const reply = await test.app.inject({ method: 'GET', url: `/api/auth/google/callback${query}` });
      expect([reply.statusCode, reply.json().code]).toEqual([400, 'OAUTH_STATE']);
    },
  );

  it('stores no secret that could be used with a copy of the database', async () => {
    const { address, headers } = await visits.begin('discord');
    const state = new URL(address).searchParams.get('state') ?? '';
    const rows = JSON.stringify(await test.db.selectFrom('oauth_flows').selectAll().execute());
    expect(state).toHaveLength(43);
    expect(rows).not.toContain(state);
    expect(rows).not.toContain(/oauth=([\w-]+)/.exec(headers.cookie)?.[1]);
  });

  it('in two windows of one browser counts as two', async () => {
    const first = await visits.begin('google');
    const second = await visits.begin('google', { headers: { cookie: first.headers.cookie } });
    expect(second.headers.cookie).toContain(first.headers.cookie);
    for (const { address } of [second, first]) {
      const { pathname, search } = new URL(await fakes.consent(address, { person: 'new' }));
      const answer = await visits.ask({ method: 'GET', url: pathname + search, headers: first.headers });
      expect(answer.location).toBe('/dashboard');
    }
  });

  it('reports a denied consent', async () => {
    expect((await visits.go('discord', { allow: false, query: { next: '/resources' } })).location).toBe(
      '/login?error=denied&provider=discord&next=%2Fresources',
    );
  });

  it('fails if the provider returns another error', async () => {
    const { address, headers } = await visits.begin('discord');
    const state = new URL(address).searchParams.get('state');
    const url = `/api/auth/discord/callback?state=${state}&error=server_error&error_description=<script>`;
    const { location } = await visits.ask({ method: 'GET', url, headers });
    expect(location).toBe('/login?error=provider&provider=discord');
  });

  it.each(['rate-limited', 'error', 'nonsense', 'no-json'] as const)(
    'does not log in on a provider failure (%s)',
    async (trouble) => {
      const person = somebodyAt('discord');
      const request = await visits.comeBack('discord', { person: person.subject });
      fakes.discord.misbehave(trouble);
      const { status, location, headers } = await visits.ask(request);
      expect([status, location]).toEqual([302, '/login?error=provider&provider=discord']);
      expect(headers.cookie).not.toContain('token=');
      expect(await userOf(person.email ?? '')).toBeUndefined();
    },
  );

  it('does not log in with a forged id token', async () => {
    const person = somebodyAt('google');
    const request = await visits.comeBack('google', { person: person.subject });
    fakes.google.forgeNext({ signed: 'by another key' });
    expect((await visits.ask(request)).location).toBe('/login?error=provider&provider=google');
    expect(await userOf(person.email ?? '')).toBeUndefined();
  });
});

describe('limits and configuration', () => {
  it('limit the visits of a network', async () => {
    const limited = await startTestApp({ env: fakes.env, limits: { oauthFlows: { limit: 2, windowSeconds: 600 } } });
    const statuses = [];
    for (let visit = 0; visit < 3; visit += 1)
      statuses.push((await limited.app.inject({ method: 'GET', url: '/api/auth/google' })).statusCode);
    expect(statuses).toEqual([302, 302, 429]);
    const browsers = startVisits(limited.app, fakes);
    expect((await browsers.begin('google')).address).toBe('/login?error=provider&provider=google');
    await limited.stop();
  });

  it('turn off a provider without credentials', async () => {
    const bare = await startTestApp();
    const ask = (accept: string) => bare.app.inject({ method: 'GET', url: '/api/auth/discord', headers: { accept } });
    expect((await ask('*/*')).json()).toMatchObject({ status: 404, code: 'PROVIDER_NOT_SET_UP' });
    expect((await ask('text/html')).headers.location).toBe('/login?error=not-set-up&provider=discord');
    await bare.stop();
  });

  it('restrict the visit cookie to the callback', async () => {
    const { reply } = await visits.begin('google');
    expect(reply.cookies).toMatchObject([
      { name: 'oauth', httpOnly: true, sameSite: 'Lax', path: '/api/auth', maxAge: 600 },
    ]);
  });
});

describe('the login log', () => {
  const watch = () => {
    const lines: { event: string; outcome: string; account: string | null }[] = [];
    const keep = (fields: object, message: string) => {
      if (message === 'account event') lines.push(fields as (typeof lines)[number]);
    };
    const spies = (['info', 'warn'] as const).map((level) => vi.spyOn(test.deps.log, level).mockImplementation(keep));
    return { lines, restore: () => spies.forEach((spy) => void spy.mockRestore()) };
  };
  let log: ReturnType<typeof watch>;
  beforeEach(() => {
    log = watch();
  });
  afterEach(() => log.restore());
  const outcomes = () => log.lines.map(({ event, outcome }) => [event, outcome]);

  it.each(['google', 'discord'] as const)('records logins with %s, successful and rejected', async (provider) => {
    const person = somebodyAt(provider);
    await visits.go(provider, { person: person.subject });
    await test.db
      .updateTable('users')
      .set({ suspended_at: new Date() })
      .where('email', '=', person.email ?? '')
      .execute();
    await visits.go(provider, { person: person.subject });
    await visits.go(provider, { person: person.subject, allow: false });
    expect(outcomes()).toEqual([
      ['login', 'OK'],
      ['login', 'BANNED'],
      ['login', 'DENIED'],
    ]);
    const [entered, banned, denied] = log.lines.map(({ account }) => account);
    expect(entered).toMatch(/^[\w-]{16}$/);
    expect(banned).toBe(entered);
    expect(denied).toBeNull();
  });

  it('records a required second factor and a callback without a visit', async () => {
    const person = somebodyAt('google');
    const { headers } = await visits.go('google', { person: person.subject });
    const user = await me(headers);
    const { id = '', username = '', email = '' } = user ?? {};
    await guard(test, { id, username, email, headers });
    await visits.go('google', { person: person.subject });
    await visits.ask({ method: 'GET', url: '/api/auth/google/callback?state=unknown&code=x' });
    expect(outcomes()).toEqual([
      ['login', 'OK'],
      ['two-factor-enabled', 'OK'],
      ['login', 'TWO_FACTOR_REQUIRED'],
      ['login', 'OAUTH_STATE'],
    ]);
    expect(log.lines[2]?.account).toBe(log.lines[0]?.account);
  });

  it('records linking, a rejected link and unlinking', async () => {
    const [one, two] = [await test.addPerson(), await test.addPerson()];
    const patron = somebodyAt('discord');
    const way = ({ headers }: Person) => ({ person: patron.subject, query: { intent: 'link' }, headers });
    await visits.go('discord', way(one));
    await visits.go('discord', way(two));
    await test.call({ method: 'POST', url: '/api/auth/discord/disconnect' }, one);
    expect(outcomes()).toEqual([
      ['linked', 'OK'],
      ['linked', 'TAKEN'],
      ['unlinked', 'OK'],
    ]);
    expect(log.lines[2]?.account).toBe(log.lines[0]?.account);
    expect(log.lines[1]?.account).not.toBe(log.lines[0]?.account);
  });
});
