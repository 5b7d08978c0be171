// The user list, and changes that administrators make to users.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminUser, AdminUserDetail } from '#contract/admin/users.ts';
import { PASSWORD, type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { mailsTo, tokenIn } from '#test/harness/mailbox.ts';
import { addResource } from '#test/harness/resources.ts';

let test: TestApp;
/** A second process on the same database. */
let other: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp();
  other = await startTestApp({ beside: test });
  admin = await test.addPerson('admin');
});
afterAll(async () => {
  await other.stop();
  await test.stop();
});

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
const act = (method: Method, path: string, payload?: object, { app = test, by = admin } = {}) =>
  app.call({ method, url: `/api/admin/users${path}`, ...(payload ? { payload } : {}) }, by);
const codeOf = (reply: { statusCode: number; json<T>(): T }) => [reply.statusCode, reply.json<{ code: string }>().code];
const list = async (query: Record<string, string>) => {
  const reply = await act('GET', `?${new URLSearchParams(query)}`);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ users: AdminUser[]; pagination: { total: number; pages: number; atLeast: boolean } }>();
};
const namesOf = async (query: Record<string, string>) => (await list(query)).users.map(({ username }) => username);
const detail = async (id: string) => (await act('GET', `/${id}`)).json<AdminUserDetail>();
const auditOf = (id: string) =>
  test.db
    .selectFrom('audit_log')
    .select(['action', 'actor_name as actor', 'before', 'after', 'address'])
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();
const subjectsTo = async (email: string) => (await mailsTo(test, email)).map(({ subject }) => subject);
const me = (person: Person, app = test) => app.call({ method: 'GET', url: '/api/auth/me' }, person);
const logIn = (email: string, password: string) =>
  test.call({ method: 'POST', url: '/api/auth/login', payload: { email, password } });

describe('the user list', () => {
  it('is sorted newest first, with an exact total', async () => {
    const newest = await test.addPerson();
    const { users, pagination } = await list({});
    expect(users[0]).toMatchObject({ id: newest.id, role: 'USER', status: 'active', isPremium: false });
    const { count } = await test.db
      .selectFrom('users')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow();
    expect(pagination).toMatchObject({ total: Number(count), atLeast: false });
  });

  it('finds by username, email, role and id, complete or as shown', async () => {
    const mark = randomUUID().slice(0, 8);
    const person = await test.addPerson('member', { username: `zq${mark}`, email: `mail${mark}@else.example` });
    for (const search of [
      `ZQ${mark}`,
      mark.slice(1),
      `MAIL${mark}@else`,
      person.id,
      `#${person.id.slice(0, 7)}`,
      person.id.slice(0, 8).toUpperCase(),
      'zq',
    ]) {
      expect(await namesOf({ search }), search).toContain(person.username);
    }
    expect(await namesOf({ search: '%' })).toEqual([]);
    expect(await namesOf({ search: '_'.repeat(5) })).toEqual([]);
    expect(await namesOf({ search: 'admin' })).toContain(admin.username);
  });

  it('is filtered by role, status and Premium', async () => {
    const premium = await test.addPerson('premium');
    const leaker = await test.addPerson('leaker');
    expect(await namesOf({ role: 'PREMIUM' })).toContain(premium.username);
    expect(await namesOf({ role: 'USER', limit: '1000' })).not.toContain(premium.username);
    expect(await namesOf({ role: 'LEAKER' })).toEqual([leaker.username]);
    await act('PUT', `/${leaker.id}/premium`, { isPremium: true });
    const { users } = await list({ premium: 'true' });
    expect(users.map(({ username }) => username)).toEqual(expect.arrayContaining([premium.username, leaker.username]));
    // Sorted by grant start, newest first; the leaker's grant is the newest.
    expect(users[0]).toMatchObject({
      username: leaker.username,
      isPremium: true,
      role: 'LEAKER',
      premiumBy: ['admin'],
    });
    expect(users[0]?.premiumSince).not.toBeNull();
    expect(await namesOf({ premium: 'true', search: leaker.username })).toEqual([leaker.username]);
    await act('POST', `/${premium.id}/ban`, { reason: 'Spam' });
    expect(await namesOf({ status: 'suspended' })).toEqual([premium.username]);
    expect(await namesOf({ status: 'active', limit: '1000' })).not.toContain(premium.username);
  });

  it('sorts by name, and pages end where counting ends', async () => {
    const names = await namesOf({ sort: 'username', order: 'asc', limit: '1000' });
    const { rows } = await sql<{ username: string }>`select username from users where deleted_at is null
      order by username`.execute(test.db);
    expect(names).toEqual(rows.map(({ username }) => username));
    expect((await list({ page: '999999', limit: '1000' })).users).toEqual([]);
    expect(codeOf(await act('GET', '?sort=email_verified_at'))).toEqual([400, 'BAD_INPUT']);
  });

  it('includes a user with two Premium grants once', async () => {
    const person = await test.addPerson('premium');
    await test.db
      .insertInto('grants')
      .values({ user_id: person.id, source: 'patreon', reference: randomUUID(), starts_at: new Date(1e12) })
      .execute();
    const found = (await list({ premium: 'true', limit: '1000' })).users.filter(({ id }) => id === person.id);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ premiumBy: ['admin', 'patreon'], premiumSince: new Date(0).toISOString() });
  });

  it('counts users with active Premium once, and skips deleted users', async () => {
    const counted = async (): Promise<number> => (await list({ premium: 'true' })).pagination.total;
    const before = await counted();
    const [twice, past, gone] = [
      await test.addPerson('premium'),
      await test.addPerson('member'),
      await test.addPerson('premium'),
    ];
    const grantOf = (userId: string, endsAt: Date | null) => ({
      ...{ user_id: userId, source: 'patreon' as const, reference: randomUUID() },
      ...{ starts_at: new Date(1e12), ends_at: endsAt },
    });
    await test.db
      .insertInto('grants')
      .values([grantOf(twice.id, null), grantOf(past.id, new Date(1e12 + 1))])
      .execute();
    expect(await counted()).toBe(before + 2);
    await test.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', gone.id).execute();
    expect(await counted()).toBe(before + 1);
    expect((await list({ premium: 'true', limit: '1000' })).users).toHaveLength(before + 1);
  });

  it('records exports, and rejects those requested by other sites', async () => {
    const traces = async () => (await auditOf('user')).filter(({ action }) => action === 'user.export').length;
    const before = await traces();
    const ask = (headers: Record<string, string>) =>
      test.call({ method: 'GET', url: '/api/admin/users/export?search=nobody-of-this-name', headers }, admin);
    expect((await ask({ 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
    expect(await traces()).toBe(before);
    expect((await ask({ 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200);
    expect(await traces()).toBe(before + 1);
  });

  it('is exported as CSV, with formulas neutralised', async () => {
    const person = await test.addPerson();
    await act('PATCH', `/${person.id}`, { displayName: '=1+1' });
    const reply = await act('GET', `/export?search=${person.username}`);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toContain('text/csv');
    const [header, row, end] = reply.body.replace('\ufeff', '').split('\r\n');
    expect(header).toContain('"username"');
    expect(row).toContain(`"${person.email}"`);
    expect(row).toContain(`"'=1+1"`);
    expect(end).toBe('');
  });
});

describe('user details', () => {
  it('include all data of a user', async () => {
    const leaker = await test.addPerson('leaker');
    const resource = await addResource(test, { authorId: leaker.id });
    await addResource(test, { authorId: leaker.id, status: 'PENDING' });
    await test.call({ method: 'POST', url: `/api/uploads/${resource}/like` }, admin);
    expect(await detail(leaker.id)).toMatchObject({
      username: leaker.username,
      role: 'LEAKER',
      uploads: 1,
      uploadsBy: { APPROVED: 1, PENDING: 1, REJECTED: 0 },
      storageUsed: 10,
      totalLikes: 1,
      sessions: 1,
      twoFactor: false,
      hasPassword: true,
      grants: [],
      restorableUntil: null,
    });
    expect(codeOf(await act('GET', `/${randomUUID()}`))).toEqual([404, 'USER_NOT_FOUND']);
  });
});

describe('an invitation', () => {
  const invite = async (body: object) => {
    const reply = await act('POST', '', body);
    expect(reply.statusCode, reply.body).toBe(201);
    return reply.json<AdminUserDetail>();
  };

  const open = async (isOpen: boolean) => {
    const heard = new Promise<void>((resolve) => test.deps.bus.subscribe('settings', () => resolve()));
    await test.db
      .transaction()
      .execute((trx) =>
        test.deps.settings.put(trx, { registrationEnabled: isOpen }, { id: null, name: 'test', at: new Date() }),
      );
    await heard;
  };

  it('creates an account while registration is closed, and its link sets the password once', async () => {
    await open(false);
    const email = `new-${randomUUID()}@people.example`;
    const user = await invite({ email: email.toUpperCase(), role: 'LEAKER', displayName: 'New Face' });
    await open(true);
    expect(user).toMatchObject({ email, role: 'LEAKER', status: 'invited', verified: true, hasPassword: false });
    expect(await namesOf({ status: 'invited' })).toContain(user.username);
    const [mail] = await mailsTo(test, email);
    expect(mail?.text).toContain('/reset-password?invitation=yes#token=');
    const token = tokenIn(mail);
    const take = () =>
      test.call({ method: 'POST', url: '/api/auth/reset-password', payload: { token, password: PASSWORD } });
    const replies = await Promise.all([take(), take()]);
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([204, 400]);
    expect(await detail(user.id)).toMatchObject({ status: 'active', emailVerified: true, invitedAt: null });
    expect((await logIn(email, PASSWORD)).statusCode).toBe(200);
    expect((await auditOf(user.id))[0]).toMatchObject({ action: 'user.invite', actor: admin.username });
    // Audit entries are permanent, so they never contain a full email.
    expect(JSON.stringify(await auditOf(user.id))).not.toContain(email);
    expect(codeOf(await act('POST', `/${user.id}/invitation`))).toEqual([409, 'NOT_INVITED']);
  });

  it('can be resent, which invalidates the first link; links expire after seven days', async () => {
    const email = `new-${randomUUID()}@people.example`;
    const user = await invite({ email });
    expect((await act('POST', `/${user.id}/invitation`)).statusCode).toBe(200);
    const [first, second] = await mailsTo(test, email);
    const take = (token: string) =>
      test.call({ method: 'POST', url: '/api/auth/reset-password', payload: { token, password: PASSWORD } });
    expect(codeOf(await take(tokenIn(first)))).toEqual([400, 'LINK_EXPIRED']);
    await test.db
      .updateTable('mail_tokens')
      .set({ expires_at: sql`expires_at - interval '7 days 1 second'` })
      .where('user_id', '=', user.id)
      .execute();
    expect(codeOf(await take(tokenIn(second)))).toEqual([400, 'LINK_EXPIRED']);
  });

  it('rejects taken emails, even concurrently, and taken or reserved usernames', async () => {
    const email = `new-${randomUUID()}@people.example`;
    const replies = await Promise.all([act('POST', '', { email }), act('POST', '', { email }, { app: other })]);
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
    expect(codeOf(await act('POST', '', { email: admin.email }))).toEqual([409, 'EMAIL_TAKEN']);
    for (const username of [admin.username, 'settings']) {
      const reply = await act('POST', '', { email: `x-${randomUUID()}@people.example`, username });
      expect(codeOf(reply)).toEqual([409, 'USERNAME_TAKEN']);
    }
  });
});

describe('an edit', () => {
  it('renames by the same rules as profiles, and notifies the user', async () => {
    const person = await test.addPerson();
    const name = `nn-${randomUUID().slice(0, 8)}`;
    const reply = await act('PATCH', `/${person.id}`, { username: name, bio: 'Cuts trailers.', verified: true });
    expect(reply.statusCode, reply.body).toBe(200);
    expect(reply.json()).toMatchObject({ username: name, bio: 'Cuts trailers.', verified: true });
    expect((await detail(person.id)).formerNames).toMatchObject([{ username: person.username }]);
    expect(codeOf(await act('PATCH', `/${person.id}`, { username: admin.username }))).toEqual([409, 'USERNAME_TAKEN']);
    expect(await auditOf(person.id)).toMatchObject([
      {
        action: 'user.edit',
        before: { username: person.username, bio: '', verified: false },
        after: { username: name, bio: 'Cuts trailers.', verified: true },
      },
    ]);
    expect(await subjectsTo(person.email)).toEqual(['Your account was changed']);
  });

  it('changes the email immediately, unverified, ends sessions and notifies the old address', async () => {
    const person = await test.addPerson();
    const email = `moved-${randomUUID()}@people.example`;
    const reply = await act('PATCH', `/${person.id}`, { email });
    expect(reply.json()).toMatchObject({ email, emailVerified: false, sessions: 0 });
    expect((await me(person)).statusCode).toBe(401);
    expect(await subjectsTo(person.email)).toEqual(['Your account was changed']);
    expect(await subjectsTo(email)).toEqual(['Confirm your email address']);
    expect(codeOf(await act('PATCH', `/${person.id}`, { email: admin.email }))).toEqual([409, 'EMAIL_TAKEN']);
    expect(codeOf(await act('PATCH', `/${admin.id}`, { email: 'me@else.example' }))).toEqual([409, 'OWN_ACCOUNT']);
    expect(JSON.stringify(await auditOf(person.id))).not.toContain(email);
  });

  it('never changes the email of another administrator, since it would give access to their account', async () => {
    const peer = await test.addPerson('admin');
    const reply = await act('PATCH', `/${peer.id}`, { email: `taken-${randomUUID()}@people.example` });
    expect(codeOf(reply)).toEqual([403, 'NOT_ALLOWED']);
    expect(await detail(peer.id)).toMatchObject({ email: peer.email, emailVerified: true, sessions: 1 });
    expect(await auditOf(peer.id)).toEqual([]);
  });

  it('succeeds when two administrators edit each other concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [await test.addPerson('admin'), await test.addPerson('admin')];
      const renamed = () => ({ username: `nn-${randomUUID().slice(0, 8)}` });
      const replies = await Promise.all([
        act('PATCH', `/${two.id}`, renamed(), { app: test, by: one }),
        act('PATCH', `/${one.id}`, renamed(), { app: other, by: two }),
        act('POST', `/${two.id}/sign-out`, undefined, { app: other, by: one }),
        act('PUT', `/${one.id}/premium`, { isPremium: true }, { app: test, by: two }),
      ]);
      // The administrator who is logged out first may get a 401, but there must be no deadlock.
      for (const { statusCode, body } of replies) expect([200, 401], body).toContain(statusCode);
    }
  });

  it('adds existing badges, keeps former ones, and rejects unknown ones', async () => {
    const person = await test.addPerson();
    await test.db
      .updateTable('users')
      .set({ badges: ['Founder'] })
      .where('id', '=', person.id)
      .execute();
    await test.db
      .insertInto('badges')
      .values({ name: `B${person.id.slice(0, 6)}`, created_at: new Date() })
      .execute();
    const badges = ['Founder', `B${person.id.slice(0, 6)}`];
    expect((await act('PATCH', `/${person.id}`, { badges })).json()).toMatchObject({ badges });
    expect(codeOf(await act('PATCH', `/${person.id}`, { badges: ['Nobody'] }))).toEqual([404, 'BADGE_NOT_FOUND']);
  });
});

describe('Premium', () => {
  it('starts and ends by PUT and PATCH, and keeps earlier grants', async () => {
    const person = await test.addPerson();
    const started = await act('PUT', `/${person.id}/premium`, { isPremium: true });
    expect(started.json()).toMatchObject({
      isPremium: true,
      role: 'PREMIUM',
      premiumBy: ['admin'],
      premiumUntil: null,
    });
    await act('PUT', `/${person.id}/premium`, { isPremium: true });
    expect((await me(person)).json()).toMatchObject({ isPremium: true });
    expect((await act('PATCH', `/${person.id}/premium`, { isPremium: false })).json()).toMatchObject({
      isPremium: false,
      role: 'USER',
      premiumSince: null,
    });
    await act('PUT', `/${person.id}/premium`, { isPremium: true });
    expect((await detail(person.id)).grants).toHaveLength(2);
    expect((await auditOf(person.id)).map(({ action }) => action)).toEqual(Array(3).fill('user.premium'));
    expect(await subjectsTo(person.email)).toEqual([
      'You now have Premium',
      'Your Premium has ended',
      'You now have Premium',
    ]);
  });

  it("through Patreon stays when the administrator's grant ends, and the reply shows it", async () => {
    const person = await test.addPerson('premium');
    await test.db
      .insertInto('grants')
      .values({ user_id: person.id, source: 'patreon', reference: randomUUID(), starts_at: new Date(0) })
      .execute();
    const reply = await act('PUT', `/${person.id}/premium`, { isPremium: false });
    expect(reply.json()).toMatchObject({ isPremium: true, premiumBy: ['patreon'] });
  });

  it('can have an end date, which must be in the future', async () => {
    const person = await test.addPerson();
    const until = new Date(Date.now() + 86_400_000).toISOString();
    const reply = await act('PUT', `/${person.id}/premium`, { isPremium: true, until });
    expect(reply.json()).toMatchObject({ premiumUntil: until });
    const past = { isPremium: true, until: new Date(0).toISOString() };
    expect(codeOf(await act('PUT', `/${person.id}/premium`, past))).toEqual([400, 'BAD_INPUT']);
  });

  it('is granted once if two administrators do it concurrently', async () => {
    const person = await test.addPerson();
    await Promise.all([
      act('PUT', `/${person.id}/premium`, { isPremium: true }),
      act('PUT', `/${person.id}/premium`, { isPremium: true }, { app: other }),
    ]);
    expect((await detail(person.id)).grants).toHaveLength(1);
  });
});

describe('a suspension', () => {
  it('ends all sessions, sends the reason by email, and can be lifted', async () => {
    const person = await test.addPerson();
    const until = new Date(Date.now() + 86_400_000).toISOString();
    const reply = await act('POST', `/${person.id}/ban`, { reason: 'Spam in comments', until });
    expect(reply.json()).toMatchObject({
      status: 'suspended',
      suspendedUntil: until,
      suspendReason: 'Spam in comments',
      suspendedBy: admin.username,
      sessions: 0,
    });
    // The browser still receives the reason, but every call that requires a session is refused.
    expect(codeOf(await me(person, other))).toEqual([403, 'BANNED']);
    expect((await other.call({ url: '/api/user/saved-items' }, person)).statusCode).toBe(403);
    expect(codeOf(await logIn(person.email, PASSWORD))).toEqual([403, 'BANNED']);
    const [mail] = await mailsTo(test, person.email);
    expect(mail?.text).toContain('Reason: Spam in comments');
    expect(mail?.text).toContain(until.slice(0, 10));
    expect((await act('DELETE', `/${person.id}/ban`)).statusCode).toBe(204);
    expect((await act('DELETE', `/${person.id}/ban`)).statusCode).toBe(204);
    expect((await me(person)).statusCode).toBe(401);
    expect((await logIn(person.email, PASSWORD)).statusCode).toBe(200);
    expect((await auditOf(person.id)).map(({ action }) => action)).toEqual(['user.suspend', 'user.lift-suspension']);
  });

  it('does not restore earlier sessions after it expires', async () => {
    const person = await test.addPerson();
    const until = new Date(Date.now() + 3_600_000).toISOString();
    expect((await act('POST', `/${person.id}/ban`, { reason: 'Spam', until })).statusCode).toBe(200);
    const over = { suspended_until: new Date() };
    await test.db.updateTable('users').set(over).where('id', '=', person.id).execute();
    expect((await me(person)).statusCode).toBe(401);
    const entered = await logIn(person.email, PASSWORD);
    const cookie = String(entered.headers['set-cookie']).match(/token=[\w-]+/)?.[0] ?? '';
    expect((await me({ ...person, headers: { cookie } })).statusCode).toBe(200);
  });

  it('is rejected for administrators, for oneself, and without a reason', async () => {
    const peer = await test.addPerson('admin');
    expect(codeOf(await act('POST', `/${peer.id}/ban`, { reason: 'x' }))).toEqual([409, 'ADMIN_NOT_BANNED']);
    expect(codeOf(await act('POST', `/${admin.id}/ban`, { reason: 'x' }))).toEqual([409, 'OWN_ACCOUNT']);
    const person = await test.addPerson();
    expect(codeOf(await act('POST', `/${person.id}/ban`, { reason: '  ' }))).toEqual([400, 'BAD_INPUT']);
    await act('PUT', `/${peer.id}/role`, { role: 'USER' });
  });
});

describe('sessions', () => {
  it('all end on request; for oneself, all except the current one', async () => {
    const person = await test.addPerson();
    expect((await act('POST', `/${person.id}/sign-out`)).json()).toMatchObject({ sessions: 0 });
    expect((await me(person)).statusCode).toBe(401);
    expect((await act('POST', `/${admin.id}/sign-out`)).json()).toMatchObject({ sessions: 1 });
    expect((await me(admin)).statusCode).toBe(200);
  });

  it('end when two-factor is reset, which is not possible for oneself', async () => {
    const person = await test.addPerson();
    expect(codeOf(await act('POST', `/${person.id}/reset-two-factor`))).toEqual([409, 'NO_TWO_FACTOR']);
    await test.db
      .insertInto('two_factors')
      .values({ user_id: person.id, secret: Buffer.alloc(20), enabled_at: new Date(), created_at: new Date() })
      .execute();
    expect((await detail(person.id)).twoFactor).toBe(true);
    expect((await act('POST', `/${person.id}/reset-two-factor`)).json()).toMatchObject({
      twoFactor: false,
      sessions: 0,
    });
    expect(await subjectsTo(person.email)).toEqual(['Two-factor authentication was reset']);
    expect(codeOf(await act('POST', `/${admin.id}/reset-two-factor`))).toEqual([409, 'OWN_ACCOUNT']);
  });
});

describe('the admin role', () => {
  it.each([
    ['was never proven', { email_verified_at: null }],
    ['was proven by someone who was not signed in', { proven_elsewhere: true }],
  ])('is never given to a user whose email %s', async (_about, changes) => {
    const person = await test.addPerson();
    const change = (values: { email_verified_at?: Date | null; proven_elsewhere?: boolean }) =>
      test.db.updateTable('users').set(values).where('id', '=', person.id).execute();
    await change(changes);
    for (const method of ['PUT', 'PATCH'] as const)
      expect(codeOf(await act(method, `/${person.id}/role`, { role: 'ADMIN' }))).toEqual([409, 'EMAIL_UNPROVEN']);
    expect((await act('PUT', `/${person.id}/role`, { role: 'LEAKER' })).statusCode).toBe(200);
    expect((await me(person)).json()).toMatchObject({ role: 'LEAKER' });
    await change({ email_verified_at: new Date(), proven_elsewhere: false });
    expect((await act('PUT', `/${person.id}/role`, { role: 'ADMIN' })).json()).toMatchObject({ role: 'ADMIN' });
  });
});
