// Signing up with email and password, against the real application.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '#contract/accounts/api.ts';
import { noLimits } from '#server/kit/rate-limits/rate-limits.ts';
import { PASSWORD, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { partsOf, startMailServer } from '#test/harness/mail-server.ts';
import { mailsTo, runJobs, tokenIn } from '#test/harness/mailbox.ts';
import { expectHarmless, literals } from '#test/hostile/hostile-inputs.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.stop());

let people = 0;
const newAddress = (local = 'new'): string => {
  people += 1;
  return `${local}-${people}@people.example`;
};

const register = (body: Record<string, unknown>, headers: Record<string, string> = {}, app = test) =>
  app.call({ method: 'POST', url: '/api/auth/register', payload: { password: PASSWORD, ...body }, headers });
const login = (email: string, password = PASSWORD) =>
  test.call({ method: 'POST', url: '/api/auth/login', payload: { email, password } });
const me = (token: string) =>
  test.call({ method: 'GET', url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } });
const cookieOf = (reply: Awaited<ReturnType<typeof register>>, name: string): string =>
  reply.cookies.find((cookie) => cookie.name === name)?.value ?? '';
const rowOf = (email: string) => test.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
const asAdmin = async (changes: Parameters<TestApp['deps']['settings']['put']>[1], app = test) => {
  const { id } = await app.addPerson('admin');
  const reset = new Promise<void>((resolve) => app.deps.bus.subscribe('settings', () => resolve()));
  await app.db
    .transaction()
    .execute((trx) => app.deps.settings.put(trx, changes, { id, name: 'admin', at: app.deps.now() }));
  await reset;
};

describe('signing up', () => {
  it('returns the user object, logs in, and sends the verification link', async () => {
    const email = newAddress('Jane.Doe');
    const reply = await register({ email, username: 'Jane.Doe' });
    expect(reply.statusCode).toBe(201);
    expect(reply.json<Account>()).toMatchObject({
      username: 'janedoe',
      email: email.toLowerCase(),
      role: 'USER',
      isPremium: false,
      verified: false,
      displayName: null,
    });
    expect(reply.body).not.toMatch(/password|hash/i);
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(String(reply.headers['set-cookie'])).toMatch(
      /token=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax/,
    );
    expect((await me(cookieOf(reply, 'token'))).json<Account>().username).toBe('janedoe');

    const [mail, ...more] = await mailsTo(test, email.toLowerCase());
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Confirm your email address');
    expect(mail?.text).toContain('Hello janedoe,');
    expect(mail?.text).toMatch(/^http:\/\/localhost:3000\/verify-email#token=/m);
    const stored = await test.db
      .selectFrom('mail_tokens')
      .selectAll()
      .where('email', '=', email.toLowerCase())
      .execute();
    expect(stored).toHaveLength(1);
    expect(stored[0]?.token_hash.toString('utf8')).not.toContain(tokenIn(mail));

    const person = await rowOf(email.toLowerCase());
    expect(person).toMatchObject({ email_verified_at: null, role: 'USER', demo: false });
    expect(person?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const activity = await test.db
      .selectFrom('activity')
      .select('type')
      .where('user_id', '=', person?.id ?? '')
      .execute();
    expect(activity).toEqual([{ type: 'USER_REGISTRATION' }]);
  });

  it('builds links from the configured URL, never from Host', async () => {
    const elsewhere = await startTestApp({ env: { PUBLIC_URL: 'https://helix.example' } });
    try {
      const email = newAddress();
      const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', origin: 'https://helix.example' };
      const reply = await register({ email }, headers, elsewhere);
      expect(reply.statusCode).toBe(201);
      const [mail] = await mailsTo(elsewhere, email);
      expect(mail?.text).toContain('https://helix.example/verify-email#token=');
      expect(`${mail?.text}${mail?.html}`).not.toContain('evil.example');
      for (const cookie of [reply.headers['set-cookie'] ?? []].flat()) expect(cookie).toContain('Secure');
    } finally {
      await elsewhere.stop();
    }
  });

  it('sends email over SMTP, and the link in either part verifies the address', async () => {
    const server = await startMailServer();
    const app = await startTestApp({ env: { SMTP_URL: server.url } });
    try {
      const email = newAddress();
      await register({ email, username: 'smith' }, {}, app);
      await runJobs(app);
      expect(server.taken.map(({ from, to }) => [from, to])).toEqual([['no-reply@localhost', [email]]]);
      const parts = partsOf(server.taken[0]?.message ?? '');
      const inText = /^http:\S+#token=([\w-]{43})$/m.exec(parts['text/plain'] ?? '')?.[1];
      const inHtml = /href="http:[^"]+#token=([\w-]{43})"/.exec(parts['text/html'] ?? '')?.[1];
      expect(inHtml).toBe(inText);
      expect(parts['text/html']).toContain('Hello smith,');
      const verified = await app.call({ method: 'POST', url: '/api/auth/verify-email', payload: { token: inHtml } });
      expect(verified.statusCode).toBe(204);
    } finally {
      await app.stop();
      await server.stop();
    }
  });

  it('replaces the session that the request came with', async () => {
    const person = await test.addPerson('member');
    expect((await register({ email: newAddress() }, person.headers)).statusCode).toBe(201);
    expect((await test.call({ method: 'GET', url: '/api/auth/me' }, person)).statusCode).toBe(401);
  });

  it('rejects a taken address, ignoring case, and notifies its owner by email', async () => {
    const person = await test.addPerson('member');
    const reply = await register({ email: person.email.toUpperCase() });
    expect(reply.statusCode).toBe(409);
    expect(reply.json()).toMatchObject({ code: 'EMAIL_TAKEN' });
    expect(cookieOf(reply, 'token')).toBe('');
    expect((await mailsTo(test, person.email)).map(({ subject }) => subject)).toEqual(['You already have an account']);
    expect(
      await test.db.selectFrom('users').select('id').where('username', '=', person.username).execute(),
    ).toHaveLength(1);
  });

  it('does not notify the address of a deleted user', async () => {
    const person = await test.addPerson('member');
    await test.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', person.id).execute();
    expect((await register({ email: person.email })).statusCode).toBe(409);
    expect(await mailsTo(test, person.email)).toEqual([]);
  });

  it.each([
    ['a role', { role: 'ADMIN' }],
    ['premium', { isPremium: true }],
    ['a verified address', { emailVerified: true, email_verified_at: '2026-01-01T00:00:00Z' }],
    ['an id', { id: 'ce2ac7c8-6b3e-4d4e-9a0e-0d1f6f5a3b11' }],
  ])('does not accept %s', async (_name, more) => {
    const email = newAddress();
    const reply = await register({ email, ...more });
    expect(reply.statusCode).toBe(400);
    expect(Object.keys(reply.json().fields).sort()).toEqual(Object.keys(more).sort());
    expect(await rowOf(email)).toBeUndefined();
  });

  it('is rejected while sign-ups are closed, and assigns the default role', async () => {
    const app = await startTestApp();
    try {
      await asAdmin({ registrationEnabled: false }, app);
      const refused = await register({ email: newAddress() }, {}, app);
      expect(refused.statusCode).toBe(403);
      expect(refused.json()).toMatchObject({ code: 'REGISTRATION_CLOSED' });
      expect(await app.db.selectFrom('mail_outbox').selectAll().execute()).toEqual([]);
      await asAdmin({ registrationEnabled: true, defaultRole: 'PREMIUM' }, app);
      const reply = await register({ email: newAddress() }, {}, app);
      expect(reply.json<Account>()).toMatchObject({ role: 'PREMIUM', isPremium: true, badges: ['PRO'] });
      const grants = await app.db.selectFrom('grants').selectAll().execute();
      expect(grants).toMatchObject([{ source: 'admin', user_id: reply.json<Account>().id, ends_at: null }]);
    } finally {
      await app.stop();
    }
  });

  it('limits accounts per network and half hour, without counting rejected passwords', async () => {
    const app = await startTestApp({ limits: { registrations: { limit: 2, windowSeconds: 1800 } } });
    const from = (remoteAddress: string, body: object) =>
      app.app.inject({ method: 'POST', url: '/api/auth/register', payload: body, remoteAddress });
    try {
      for (let index = 0; index < 3; index += 1)
        expect((await from('192.0.2.1', { email: newAddress(), password: 'qwertyuiop' })).statusCode).toBe(400);
      const statuses: number[] = [];
      for (let index = 0; index < 3; index += 1)
        statuses.push((await from('192.0.2.1', { email: newAddress(), password: PASSWORD })).statusCode);
      expect(statuses).toEqual([201, 201, 429]);
      const refused = await from('192.0.2.1', { email: newAddress(), password: PASSWORD });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect((await from('192.0.2.2', { email: newAddress(), password: PASSWORD })).statusCode).toBe(201);
    } finally {
      await app.stop();
    }
  });

  it('notifies the owner of a taken address only within the email limit of an address', async () => {
    const { linkMails } = noLimits;
    const app = await startTestApp({
      limits: { linkMails: { ...linkMails, perAddress: { limit: 1, windowSeconds: 3600 } } },
    });
    try {
      const person = await app.addPerson('member');
      for (let index = 0; index < 3; index += 1)
        expect((await register({ email: person.email }, {}, app)).statusCode).toBe(409);
      expect(await mailsTo(app, person.email)).toHaveLength(1);
    } finally {
      await app.stop();
    }
  });
});

describe('usernames', () => {
  it('are derived from the local part of the email, with a number to make them unique', async () => {
    const names: string[] = [];
    for (let index = 0; index < 3; index += 1) {
      const reply = await register({ email: `anna.lena@people${index}.example` });
      names.push(reply.json<Account>().username);
    }
    expect(names).toEqual(['annalena', 'annalena-2', 'annalena-3']);
  });

  it.each(literals('username', 'derived-from-email').map(({ id, input }) => [id, input]))(
    '%s: %s',
    async (_id, email) => {
      const reply = await register({ email: email.replace('@x.co', '@xco.example'), username: email.split('@')[0] });
      // One of the inputs is not a valid email and is rejected here; rules.test.ts tests the username derived from it.
      if (reply.statusCode === 400) expect(reply.json().fields.email).toEqual(expect.any(String));
      else {
        expect(reply.statusCode).toBe(201);
        expect(reply.json<Account>().username).toMatch(/^[a-z0-9][a-z0-9_-]{1,28}[a-z0-9]$/);
      }
    },
  );

  it('are never reserved words', async () => {
    expect((await register({ email: newAddress(), username: 'Admin' })).json<Account>().username).toBe('admin-2');
    expect((await register({ email: newAddress(), username: 'settings' })).json<Account>().username).toBe('settings-2');
  });

  it('do not reuse a former name until it is released', async () => {
    const person = await test.addPerson('member');
    const until = (ms: number) => new Date(test.deps.now().getTime() + ms);
    await test.db
      .insertInto('former_usernames')
      .values([
        { username: 'oldname', user_id: person.id, until: until(1000_000) },
        { username: 'veryoldname', user_id: person.id, until: until(-1) },
      ])
      .execute();
    expect((await register({ email: newAddress(), username: 'oldname' })).json<Account>().username).toBe('oldname-2');
    expect((await register({ email: newAddress(), username: 'veryoldname' })).json<Account>().username).toBe(
      'veryoldname',
    );
  });

  it('get a random suffix if many numbered names are taken', async () => {
    const values = Array.from({ length: 20 }, (_, index) => ({
      username: index === 0 ? 'popular' : `popular-${index + 1}`,
      email: `popular-${index}@crowd.example`,
    }));
    await test.db.insertInto('users').values(values).execute();
    const reply = await register({ email: newAddress(), username: 'popular' });
    expect(reply.json<Account>().username).toMatch(/^popular-[0-9a-f]{8}$/);
  });
});

describe('hostile input', () => {
  const named = (kind: string, ...classes: string[]) =>
    literals(kind, ...classes).map(
      (found) => [`${found.id} ${JSON.stringify(found.input).slice(0, 50)}`, found] as const,
    );

  it.each(named('email', 'malformed'))('rejects the email %s', async (_name, { id, input }) => {
    const reply = await register({ email: input });
    expectHarmless(reply, id, input);
    expect(reply.statusCode).toBe(400);
    expect(reply.json().fields.email).toEqual(expect.any(String));
  });

  it.each(named('email', 'duplicate-identity'))(
    'creates no second account for the email %s',
    async (_name, { id, input }) => {
      await register({ email: 'user@example.com' });
      const reply = await register({ email: input });
      expectHarmless(reply, id, input);
      // Different domains are different mailboxes, however similar they look.
      if (input.includes('xn--')) expect(reply.statusCode).toBe(201);
      else expect([400, 409]).toContain(reply.statusCode);
    },
  );

  it('treats an address with a plus as separate', async () => {
    expect((await register({ email: 'user+1@example.com' })).statusCode).toBe(201);
    expect((await register({ email: 'USER+1@example.com' })).statusCode).toBe(409);
  });

  it.each([...named('username'), ...named('text').slice(0, 40), ...named('markdown').slice(0, 20)])(
    'turns the requested username %s into a valid one',
    async (_name, { id, input }) => {
      const reply = await register({ email: newAddress('wish'), username: input });
      expectHarmless(reply, id, input);
      if (reply.statusCode === 400) expect(reply.json().fields.username).toEqual(expect.any(String));
      else expect(reply.json<Account>().username).toMatch(/^(?!\d+$)[a-z0-9][a-z0-9_-]{1,28}[a-z0-9]$/);
    },
  );

  it.each(named('password', 'policy'))('rejects the password %s', async (_name, { input }) => {
    const reply = await register({ email: newAddress('pass'), password: input });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ code: 'BAD_INPUT', fields: { password: expect.any(String) } });
  });

  it.each(named('password', 'must-accept'))('preserves the password %s byte for byte', async (_name, { input }) => {
    const email = newAddress('pass');
    expect((await register({ email, password: input })).statusCode).toBe(201);
    expect((await login(email, input)).statusCode).toBe(200);
    expect((await login(email, `${input} `)).statusCode).toBe(401);
  });

  it('uses all of a password of 128 characters', async () => {
    const email = newAddress('long');
    const password = 'ab cd'.repeat(25).padEnd(128, '!');
    expect((await register({ email, password })).statusCode).toBe(201);
    expect((await login(email, password)).statusCode).toBe(200);
    expect((await login(email, password.slice(0, 127))).statusCode).toBe(401);
    expect((await login(email, password.toUpperCase())).statusCode).toBe(401);
  });

  it('rejects a password that is not a string before any hashing', async () => {
    for (const password of [
      ['a', 'b'],
      123456789012,
      { length: 12 },
      null,
      true,
      'x'.repeat(129),
      'x'.repeat(60_000),
    ]) {
      const reply = await register({ email: newAddress('pass'), password });
      expect(reply.statusCode, JSON.stringify(password).slice(0, 40)).toBe(400);
    }
  });
});
