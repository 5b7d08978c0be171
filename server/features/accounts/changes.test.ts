// Users changing their own password or email, and checking whether a username is available.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '#contract/accounts/api.ts';
import { createSession } from '#server/platform/sessions.ts';
import { PASSWORD, type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { mailsTo, tokenIn } from '#test/harness/mailbox.ts';
import { expectHarmless, literals } from '#test/hostile/hostile-inputs.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.stop());

const NEW_PASSWORD = 'a quite different sentence';

const post = (name: string, payload: object, person?: Pick<Person, 'headers'>, app = test) =>
  app.call({ method: 'POST', url: `/api/auth/${name}`, payload, headers: { ...person?.headers } });
const login = (email: string, password = PASSWORD) => post('login', { email, password });
const me = (headers: Record<string, string>) => test.call({ method: 'GET', url: '/api/auth/me', headers });
const anotherSession = async (person: Person) => ({
  cookie: `token=${await createSession(test.db, { userId: person.id, userAgent: 'other', now: test.deps.now() })}`,
});
const subjectsTo = async (email: string) => (await mailsTo(test, email)).map(({ subject }) => subject);
const withoutPassword = async () => {
  const person = await test.addPerson('member');
  await test.db.updateTable('users').set({ password_hash: null }).where('id', '=', person.id).execute();
  return person;
};

describe('changing the password', () => {
  const change = (person: Person, currentPassword = PASSWORD, newPassword = NEW_PASSWORD, app = test) =>
    post('change-password', { currentPassword, newPassword }, person, app);

  it('requires the current one, ends other sessions, and gives this one a new token', async () => {
    const person = await test.addPerson('member');
    const other = await anotherSession(person);
    const reply = await change(person);
    expect(reply.statusCode).toBe(204);
    const token = reply.cookies.find(({ name }) => name === 'token')?.value;
    expect(token).toMatch(/^[\w-]{43}$/);
    expect((await me(person.headers)).statusCode).toBe(401);
    expect((await me(other)).statusCode).toBe(401);
    expect((await me({ cookie: `token=${token}` })).statusCode).toBe(200);
    expect((await login(person.email)).statusCode).toBe(401);
    expect((await login(person.email, NEW_PASSWORD)).statusCode).toBe(200);
    expect(await subjectsTo(person.email)).toContain('Your password was changed');
  });

  it('is rejected with a wrong password, and changes nothing', async () => {
    const person = await test.addPerson('member');
    const other = await anotherSession(person);
    expect((await change(person, 'not the password')).json()).toMatchObject({ status: 403, code: 'WRONG_PASSWORD' });
    expect((await me(other)).statusCode).toBe(200);
    expect((await login(person.email)).statusCode).toBe(200);
    expect(await subjectsTo(person.email)).toEqual([]);
  });

  it('is rejected without an existing password and for guessable passwords', async () => {
    expect((await change(await withoutPassword())).json()).toMatchObject({ status: 409, code: 'NO_PASSWORD' });
    const person = await test.addPerson('member', { username: 'winifred' });
    for (const password of ['qwertyuiop', 'Winifred2026!', 'short'])
      expect((await change(person, PASSWORD, password)).json()).toMatchObject({
        code: 'BAD_INPUT',
        fields: { newPassword: expect.any(String) },
      });
  });

  it('succeeds only once for two concurrent changes', async () => {
    const person = await test.addPerson('member');
    const second = { ...person, headers: await anotherSession(person) };
    const replies = await Promise.all([
      change(person, PASSWORD, 'the first sentence'),
      change(second, PASSWORD, 'the second one'),
    ]);
    expect(replies.map(({ statusCode }) => statusCode).sort()).not.toEqual([204, 204]);
    const works = await Promise.all(
      ['the first sentence', 'the second one'].map((password) => login(person.email, password)),
    );
    expect(works.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
  });

  it('invalidates emailed links', async () => {
    const reply = await post('register', { email: 'links@people.example', password: PASSWORD });
    const token = reply.cookies.find(({ name }) => name === 'token')?.value;
    const person = { ...reply.json<Account>(), headers: { cookie: `token=${token}` } };
    await post('change-email', { email: 'elsewhere@people.example', currentPassword: PASSWORD }, person);
    const link = tokenIn((await mailsTo(test, 'elsewhere@people.example'))[0]);
    expect((await change(person)).statusCode).toBe(204);
    expect((await post('verify-email', { token: link })).json()).toMatchObject({ code: 'LINK_EXPIRED' });
  });

  it('allows a limited number of wrong passwords per 15 minutes, without counting correct ones', async () => {
    const app = await startTestApp({ limits: { confirmations: { limit: 2, windowSeconds: 900 } } });
    try {
      const person = await app.addPerson('member');
      const wrong = () => change(person, 'not the password', NEW_PASSWORD, app);
      const mail = () => post('change-email', { email: 'one@people.example', currentPassword: PASSWORD }, person, app);
      const statuses: number[] = [];
      for (const attempt of [mail, mail, wrong, mail, wrong, wrong, mail]) statuses.push((await attempt()).statusCode);
      expect(statuses).toEqual([202, 202, 403, 202, 403, 429, 429]);
      app.moveClock(900_000);
      expect((await wrong()).statusCode).toBe(403);
    } finally {
      await app.stop();
    }
  });
});

describe('changing the email', () => {
  const change = (person: Person, email: string, currentPassword = PASSWORD) =>
    post('change-email', { email, currentPassword }, person);
  const linkTo = async (email: string) => tokenIn((await mailsTo(test, email)).at(-1));

  it('takes effect when the new one is confirmed, notifies the old one, and ends other sessions', async () => {
    const person = await test.addPerson('member');
    const other = await anotherSession(person);
    expect((await change(person, 'Brand.New@People.Example')).statusCode).toBe(202);
    expect((await me(person.headers)).json<Account>().email).toBe(person.email);
    expect((await login('brand.new@people.example')).statusCode).toBe(401);
    expect(await subjectsTo(person.email)).toEqual([]);

    const token = await linkTo('brand.new@people.example');
    expect((await post('verify-email', { token }, person)).statusCode).toBe(204);
    expect((await me(person.headers)).json<Account>().email).toBe('brand.new@people.example');
    expect((await me(other)).statusCode).toBe(401);
    expect((await login(person.email)).statusCode).toBe(401);
    expect((await login('brand.new@people.example')).statusCode).toBe(200);
    const [told] = await mailsTo(test, person.email);
    expect(told?.subject).toBe('Your email address was changed');
    expect(told?.text).toContain('brand.new@people.example');
    expect((await post('verify-email', { token })).statusCode).toBe(400);
  });

  it('requires the current password, an account with a password, and a different address', async () => {
    const person = await test.addPerson('member');
    expect((await change(person, 'x@people.example', 'wrong one')).json()).toMatchObject({ code: 'WRONG_PASSWORD' });
    expect((await change(await withoutPassword(), 'x@people.example')).json()).toMatchObject({ code: 'NO_PASSWORD' });
    expect((await change(person, person.email.toUpperCase())).json()).toMatchObject({
      fields: { email: expect.any(String) },
    });
    expect(await subjectsTo('x@people.example')).toEqual([]);
  });

  it('is rejected for an address that is taken, also if it was taken in the meantime', async () => {
    const [person, other] = [await test.addPerson('member'), await test.addPerson('member')];
    expect((await change(person, other.email)).json()).toMatchObject({ status: 409, code: 'EMAIL_TAKEN' });
    expect((await change(person, 'race@people.example')).statusCode).toBe(202);
    const token = await linkTo('race@people.example');
    expect((await post('register', { email: 'race@people.example', password: PASSWORD })).statusCode).toBe(201);
    expect((await post('verify-email', { token })).json()).toMatchObject({ status: 409, code: 'EMAIL_TAKEN' });
    expect((await me(person.headers)).json<Account>().email).toBe(person.email);
  });

  it('succeeds for only one of two users who confirm it concurrently', async () => {
    const people = [await test.addPerson('member'), await test.addPerson('member')];
    const tokens: string[] = [];
    for (const person of people) {
      test.moveClock(1000);
      await change(person, 'both@people.example');
      tokens.push(await linkTo('both@people.example'));
    }
    const replies = await Promise.all(tokens.map((token) => post('verify-email', { token })));
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409]);
  });

  it.each(literals('email', 'malformed').map(({ id, input }) => [id, input]))('rejects %s', async (id, input) => {
    const person = await test.addPerson('member');
    const reply = await change(person, input ?? '');
    expectHarmless(reply, id ?? '', input ?? '');
    expect(reply.json()).toMatchObject({ status: 400, fields: { email: expect.any(String) } });
  });
});

describe('the availability of a username', () => {
  const isFree = async (name: string, person: Person) => {
    const reply = await test.call(
      { method: 'GET', url: `/api/auth/username?name=${encodeURIComponent(name)}` },
      person,
    );
    expectHarmless(reply, name, name);
    return reply.statusCode === 200 ? reply.json<{ available: boolean }>().available : reply.statusCode;
  };

  it('covers free names, own names, names of others, and names that redirect to others', async () => {
    const [person, other] = [await test.addPerson('member'), await test.addPerson('member')];
    const until = new Date(test.deps.now().getTime() + 1000_000);
    await test.db
      .insertInto('former_usernames')
      .values([
        { username: 'my-old-name', user_id: person.id, until },
        { username: 'their-old-name', user_id: other.id, until },
      ])
      .execute();
    expect(await isFree('quite-free', person)).toBe(true);
    expect(await isFree(person.username.toUpperCase(), person)).toBe(true);
    expect(await isFree('my-old-name', person)).toBe(true);
    expect(await isFree(other.username, person)).toBe(false);
    expect(await isFree('Their-Old-Name', person)).toBe(false);
  });

  it('is denied for invalid names', async () => {
    const person = await test.addPerson('member');
    for (const { input } of literals('username', 'reserved', 'syntax', 'confusable')) {
      if (!input.isWellFormed()) continue;
      expect([false, 400], input).toContain(await isFree(input, person));
    }
  });
});
