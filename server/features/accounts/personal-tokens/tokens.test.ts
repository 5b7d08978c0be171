// Personal tokens: shown once, valid for their owner within their scopes, and revocable with immediate effect (product.md PL-3).
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PersonalScope, PersonalToken } from '#contract/accounts/personal-tokens.ts';
import { TOKENS_MAX } from '#contract/accounts/token-limits.ts';
import { purgeAccountLeftovers } from '#server/features/accounts/jobs.ts';
import { mayStillUpload } from '#server/features/uploads/sessions/queries.ts';
import { isAccessToken } from '#server/platform/access-tokens.ts';
import { PASSWORD, type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { mailsTo } from '#test/harness/mailbox.ts';
import { addResource } from '#test/harness/resources.ts';
import { details } from '#test/harness/uploads.ts';

let test: TestApp;
/** A second process on the same database. */
let other: TestApp;
beforeAll(async () => {
  test = await startTestApp();
  other = await startTestApp({ beside: test });
});
afterAll(async () => {
  await other.stop();
  await test.stop();
});

const MINUTE = 60_000;
const DAY = 86_400_000;

type Made = PersonalToken & { token: string };

const ask = (person: Person, changes: object = {}) =>
  test.call(
    { method: 'POST', url: '/api/me/tokens', payload: { name: 'Backup', scopes: ['read'], days: 30, ...changes } },
    person,
  );

const make = async (person: Person, scopes: PersonalScope[] = ['read'], days = 30): Promise<Made> => {
  const reply = await ask(person, { scopes, days });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json<Made>();
};

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const me = (token: string, app = test) => app.call({ method: 'GET', url: '/api/auth/me', headers: bearer(token) });
const list = async (person: Person) =>
  (await test.call({ method: 'GET', url: '/api/me/tokens' }, person)).json<{ tokens: PersonalToken[] }>().tokens;

describe('creating a token', () => {
  it('returns it once, stores only its hash, and notifies the owner by email', async () => {
    const person = await test.addPerson();
    const reply = await ask(person, { name: '  My backup ', scopes: ['uploads', 'read', 'read'], days: 7 });
    expect(reply.headers['cache-control']).toBe('no-store');
    const { token, ...shown } = reply.json<Made>();
    expect(isAccessToken(token)).toBe(true);
    expect(shown).toMatchObject({ name: 'My backup', scopes: ['read', 'uploads'], lastUsedAt: null });
    expect(Date.parse(shown.expiresAt) - Date.parse(shown.createdAt)).toBe(7 * DAY);
    expect(await list(person)).toEqual([shown]);
    const row = await test.db.selectFrom('access_tokens').selectAll().where('id', '=', shown.id).executeTakeFirst();
    expect(JSON.stringify({ ...row, token_hash: row?.token_hash.toString('base64url') })).not.toContain(token.slice(6));

    const [mail] = await mailsTo(test, person.email);
    expect(mail?.subject).toBe('A personal access token was created');
    expect(mail?.text).toContain('Read, Uploads');
    expect(mail?.text).not.toContain(token);
    // An attacker who signed up with someone else's email address could use the token's name for phishing.
    expect(mail?.text).not.toContain('My backup');
  });

  it.each([
    ['no name', { name: '  ' }, 'name'],
    ['a long name', { name: 'n'.repeat(61) }, 'name'],
    ['no scope', { scopes: [] }, 'scopes'],
    ['an unknown scope', { scopes: ['admin'] }, 'scopes.0'],
    ['the scope of the toolbox', { scopes: ['toolbox'] }, 'scopes.0'],
    ['an unsupported lifetime', { days: 3650 }, 'days'],
    ['an owner', { userId: 'x' }, 'userId'],
  ])('rejects %s', async (_name, changes, field) => {
    const person = await test.addPerson();
    const reply = await ask(person, changes);
    expect(reply.statusCode).toBe(400);
    expect(Object.keys(reply.json<{ fields: object }>().fields)).toContain(field);
    expect(await list(person)).toEqual([]);
  });

  it('requires a recent confirmation', async () => {
    const late = await startTestApp({ beside: test });
    const person = await late.addPerson();
    late.moveClock(11 * MINUTE);
    const payload = { name: 'Backup', scopes: ['read'], days: 7 };
    const post = () => late.call({ method: 'POST', url: '/api/me/tokens', payload }, person);
    expect((await post()).json()).toMatchObject({ code: 'CONFIRMATION_REQUIRED' });
    await late.call({ method: 'POST', url: '/api/auth/confirm', payload: { password: PASSWORD } }, person);
    expect((await post()).statusCode).toBe(201);
    await late.stop();
  });

  it(`is limited to ${TOKENS_MAX}, also for concurrent requests, until one is deleted`, async () => {
    const person = await test.addPerson();
    const replies = await Promise.all(
      Array.from({ length: TOKENS_MAX + 5 }, (_, index) =>
        (index % 2 ? other : test).call(
          { method: 'POST', url: '/api/me/tokens', payload: { name: `${index}`, scopes: ['read'], days: 7 } },
          person,
        ),
      ),
    );
    const codes = replies.map(({ statusCode }) => statusCode);
    expect(codes.filter((code) => code === 201)).toHaveLength(TOKENS_MAX);
    expect(codes.filter((code) => code === 409)).toHaveLength(5);
    const [first] = await list(person);
    await test.call({ method: 'DELETE', url: `/api/me/tokens/${first?.id}` }, person);
    expect((await ask(person)).statusCode).toBe(201);
  });

  it('is limited per day, because each sends an email', async () => {
    const limited = await startTestApp({ beside: test, limits: { newTokens: { limit: 2, windowSeconds: 86_400 } } });
    const person = await limited.addPerson();
    const payload = { name: 'Backup', scopes: ['read'], days: 7 };
    const codes = [];
    for (let count = 0; count < 3; count += 1)
      codes.push((await limited.call({ method: 'POST', url: '/api/me/tokens', payload }, person)).statusCode);
    expect(codes).toEqual([201, 201, 429]);
    await limited.stop();
  });
});

describe('a token', () => {
  it('acts for its owner, and its use is recorded to the minute', async () => {
    const person = await test.addPerson('premium');
    const made = await make(person);
    const reply = await me(made.token, other);
    expect(reply.json()).toMatchObject({ username: person.username, role: 'PREMIUM' });
    expect(reply.headers['set-cookie']).toBeUndefined();
    const [used] = await list(person);
    expect(used?.lastUsedAt).toMatch(/:00\.000Z$/);
  });

  it('neither extends the sessions of its owner nor counts as one', async () => {
    const person = await test.addPerson();
    const { token } = await make(person);
    const sessions = () =>
      test.db.selectFrom('sessions').select(['id', 'last_seen_at']).where('user_id', '=', person.id).execute();
    const before = await sessions();
    test.moveClock(3 * 3_600_000);
    expect((await me(token)).statusCode).toBe(200);
    expect(await sessions()).toEqual(before);
    const byCookie = { cookie: `token=${token}` };
    expect((await test.call({ method: 'GET', url: '/api/auth/me', headers: byCookie })).statusCode).toBe(401);
  });

  it('has the current permissions of its owner at each request', async () => {
    const person = await test.addPerson('leaker');
    const { token } = await make(person, ['read']);
    const stats = () => test.call({ method: 'GET', url: '/api/leaker/space', headers: bearer(token) });
    expect((await stats()).statusCode).toBe(200);
    await test.db.updateTable('users').set({ role: 'USER' }).where('id', '=', person.id).execute();
    expect((await stats()).json()).toMatchObject({ code: 'NOT_ALLOWED' });
    await test.db.updateTable('users').set({ suspended_at: new Date() }).where('id', '=', person.id).execute();
    expect((await stats()).json()).toMatchObject({ code: 'BANNED' });
  });

  it('cannot create, list or delete tokens, or change the account', async () => {
    const person = await test.addPerson('admin');
    const all: PersonalScope[] = ['read', 'library', 'downloads', 'uploads', 'forum', 'requests'];
    const { id, token } = await make(person, all);
    for (const [method, url] of [
      ['GET', '/api/me/tokens'],
      ['POST', '/api/me/tokens'],
      ['DELETE', `/api/me/tokens/${id}`],
      ['GET', '/api/auth/sessions'],
      ['POST', '/api/auth/change-password'],
      ['PUT', '/api/users/profile'],
      ['GET', '/api/admin/users'],
    ] as const) {
      const reply = await test.call({ method, url, headers: bearer(token) });
      expect(reply.statusCode, url).toBe(403);
      expect(reply.json(), url).toMatchObject({ code: 'TOKEN_SCOPE' });
    }
  });

  it('of an administrator cannot see or change content of others, but keeps Premium access', async () => {
    const [owner, admin] = [await test.addPerson('leaker'), await test.addPerson('admin')];
    const pending = await addResource(test, { authorId: owner.id, title: 'Unseen pack', status: 'PENDING' });
    const premium = await addResource(test, { authorId: owner.id, category: 'Premium' });
    const hidden = await addResource(test, { authorId: owner.id });
    await test.db.updateTable('resources').set({ hidden_at: new Date() }).where('id', '=', hidden).execute();
    const headers = bearer((await make(admin, ['read', 'downloads', 'uploads'])).token);
    const as = async (method: 'GET' | 'PUT' | 'DELETE', url: string, payload?: object) =>
      (await test.call({ method, url, headers, ...(payload ? { payload } : {}) })).statusCode;
    for (const id of [pending, hidden]) {
      expect(await as('GET', `/api/resources/${id}`)).toBe(404);
      expect(await as('GET', `/api/uploads/${id}`)).toBe(404);
      expect(await as('PUT', `/api/uploads/${id}`, details({ title: 'Taken over' }))).toBe(404);
      expect(await as('DELETE', `/api/uploads/${id}`)).toBe(404);
    }
    // With a session, the same user can read the upload.
    expect((await test.call({ method: 'GET', url: `/api/uploads/${pending}` }, admin)).statusCode).toBe(200);
    const profile = `/api/users/${owner.username}`;
    expect((await test.call({ method: 'GET', url: `${profile}/uploads`, headers })).body).not.toContain('Unseen pack');
    expect((await test.call({ method: 'GET', url: profile, headers })).json()).toMatchObject({ uploads: 1 });
    expect((await test.call({ method: 'GET', url: profile }, admin)).json()).toMatchObject({ uploads: 2 });
    expect(await as('GET', `/api/resources/${premium}/download-url`)).toBe(200);
    expect(await as('GET', '/api/leaker/space')).toBe(200);
  });

  it('does not open a socket as its owner', async () => {
    const person = await test.addPerson();
    const { token } = await make(person, ['read', 'forum']);
    const url = '/ws/?EIO=4&transport=polling';
    const before = await test.call({ method: 'GET', url, headers: bearer(token) });
    // The token opens an anonymous connection, which a session cannot take over.
    const sid = /"sid":"([^"]+)"/.exec(before.body)?.[1];
    const next = await test.call({ method: 'GET', url: `${url}&sid=${sid}`, ...{ headers: person.headers } });
    expect(next.json()).toMatchObject({ code: 'NOT_ALLOWED' });
  });

  it('can upload until it is revoked', async () => {
    const person = await test.addPerson('leaker');
    const { id } = await make(person, ['uploads']);
    const viewer = { id: person.id, sessionId: '', byToken: id };
    expect(await mayStillUpload(test.db, viewer, test.deps.now())).toBe(true);
    const neighbour = await test.addPerson('leaker');
    expect(await mayStillUpload(test.db, { ...viewer, id: neighbour.id }, test.deps.now())).toBe(false);
    await test.call({ method: 'DELETE', url: `/api/me/tokens/${id}` }, person);
    expect(await mayStillUpload(test.db, viewer, test.deps.now())).toBe(false);
  });

  it('is rejected from a page of another site', async () => {
    const { token } = await make(await test.addPerson(), ['requests']);
    const headers = { ...bearer(token), origin: 'https://evil.example' };
    const reply = await test.call({ method: 'POST', url: '/api/requests', headers, payload: {} });
    expect(reply.json()).toMatchObject({ code: 'CROSS_SITE' });
  });
});

describe('a token ends immediately', () => {
  const waysOut: [string, (person: Person, made: Made) => Promise<unknown>][] = [
    ['when it is deleted', (person, { id }) => test.call({ method: 'DELETE', url: `/api/me/tokens/${id}` }, person)],
    ['on logging out everywhere', (person) => test.call({ method: 'DELETE', url: '/api/auth/sessions' }, person)],
    [
      'when the password changes',
      (person) =>
        test.call(
          {
            method: 'POST',
            url: '/api/auth/change-password',
            payload: { currentPassword: PASSWORD, newPassword: 'another long pass phrase' },
          },
          person,
        ),
    ],
    [
      'on suspension',
      async (person) =>
        test.call(
          { method: 'POST', url: `/api/admin/users/${person.id}/ban`, payload: { reason: 'Spam' } },
          await test.addPerson('admin'),
        ),
    ],
    [
      'on deletion',
      async (person) =>
        test.call(
          { method: 'DELETE', url: `/api/admin/users/${person.id}`, payload: { reason: 'Asked for' } },
          await test.addPerson('admin'),
        ),
    ],
  ];

  it.each(waysOut)('%s', async (_name, end) => {
    const person = await test.addPerson();
    const made = await make(person);
    expect((await me(made.token, other)).statusCode).toBe(200);
    const done = (await end(person, made)) as { statusCode?: number; body?: string } | undefined;
    if (done?.statusCode !== undefined) expect(done.statusCode, done.body).toBeLessThan(300);
    const after = await me(made.token, other);
    expect([401, 403]).toContain(after.statusCode);
  });

  it('when all administrators are logged out', async () => {
    const [asks, person] = [await test.addPerson('admin'), await test.addPerson('admin')];
    const { token } = await make(person);
    const reply = await test.call({ method: 'DELETE', url: '/api/admin/administrators/sessions' }, asks);
    expect(reply.statusCode, reply.body).toBe(200);
    expect((await me(token)).statusCode).toBe(401);
  });

  it('when it has expired, and the sweep deletes its row', async () => {
    const late = await startTestApp({ beside: test });
    const person = await late.addPerson();
    const payload = { name: 'Backup', scopes: ['read'], days: 7 };
    const made = await late.call({ method: 'POST', url: '/api/me/tokens', payload }, person);
    const { id, token } = made.json<Made>();
    const rows = () => test.db.selectFrom('access_tokens').select('id').where('id', '=', id).execute();
    late.moveClock(7 * DAY - MINUTE);
    expect((await me(token, late)).statusCode).toBe(200);
    late.moveClock(2 * MINUTE);
    expect((await me(token, late)).statusCode).toBe(401);
    expect(await rows()).toHaveLength(1);
    const helpers = { log: late.deps.log, signal: new AbortController().signal, attempt: 1, isLastAttempt: false };
    for (const _time of [1, 2]) await purgeAccountLeftovers.run({}, late.deps, helpers);
    expect(await rows()).toEqual([]);
    await late.stop();
  });
});

describe('logging out everywhere', () => {
  it('ends nothing if the tokens cannot be deleted', async () => {
    const [person, elsewhere] = [await test.addPerson(), await test.addPerson()];
    const { token } = await make(person);
    await test.db.updateTable('sessions').set({ user_id: person.id }).where('user_id', '=', elsewhere.id).execute();
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'out of order'; end $$`.execute(
      test.ownerDb,
    );
    await sql`create trigger refuse before delete on access_tokens execute function refuse()`.execute(test.ownerDb);
    const end = () => test.call({ method: 'DELETE', url: '/api/auth/sessions' }, person);
    const sessions = () => test.db.selectFrom('sessions').select('id').where('user_id', '=', person.id).execute();
    expect((await end()).statusCode).toBe(500);
    expect(await sessions()).toHaveLength(2);
    await sql`drop function refuse cascade`.execute(test.ownerDb);
    expect((await end()).statusCode).toBe(204);
    expect(await sessions()).toHaveLength(1);
    expect((await me(token)).statusCode).toBe(401);
  });
});

describe('limits', () => {
  it('count a token as its owner, also for rejected requests', async () => {
    const limits = { signedInRead: { limit: 3, windowSeconds: 60 }, publicRead: { limit: 100, windowSeconds: 60 } };
    const limited = await startTestApp({ beside: test, limits });
    const person = await limited.addPerson();
    const payload = { name: 'Backup', scopes: ['read'], days: 7 };
    const made = await limited.call({ method: 'POST', url: '/api/me/tokens', payload }, person);
    const headers = bearer(made.json<Made>().token);
    const asked = async (url: string) => (await limited.call({ method: 'GET', url, headers })).statusCode;
    expect([await asked('/api/me/tokens'), await asked('/api/auth/me'), await asked('/api/me/tokens')]).toEqual([
      403, 200, 429,
    ]);
    await limited.stop();
  });
});
