// Tests username changes: where former names redirect, and who gets a name that several people want at the same time.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Account } from '#contract/accounts/api.ts';
import type { PublicProfile } from '#contract/members/api.ts';
import { FORMER_USERNAME_DAYS } from '#contract/members/limits.ts';
import { encodeForm } from '#test/harness/forms.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { expectHarmless, literals } from '#test/hostile/hostile-inputs.ts';
import { MOST_FORMER_NAMES } from './rules.ts';

let test: TestApp;
let second: TestApp;
beforeAll(async () => {
  test = await startTestApp();
  second = await startTestApp({ beside: test });
});
afterAll(async () => {
  await second.stop();
  await test.stop();
});

const DAY = 86_400_000;
const moveClocks = (ms: number) => {
  for (const app of [test, second]) app.moveClock(ms);
};
let count = 0;
let person: Person;
/** Unique names that no other test uses. */
const fresh = (name: string) => `${name}-${count}`;
beforeEach(async () => {
  count += 1;
  person = await test.addPerson('member', { username: fresh('first') });
});

const rename = async (who: Person, username: string, app = test) => {
  const { payload, headers } = await encodeForm(['username', username]);
  return app.call({ method: 'PUT', url: '/api/users/profile', payload, headers }, who);
};
const nameAfter = async (who: Person, username: string) => {
  const reply = await rename(who, username);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<Account>().username;
};
const get = (url: string) => test.call({ method: 'GET', url });
const found = async (name: string) => (await get(`/api/users/${name}`)).json<PublicProfile>();
const formerNames = async (who: Person) =>
  (await test.db.selectFrom('former_usernames').select('username').where('user_id', '=', who.id).execute())
    .map(({ username }) => username)
    .sort();

describe('a new name', () => {
  it('is lowercased, and the old name redirects to it', async () => {
    expect(await nameAfter(person, ` ${fresh('Second')} `)).toBe(fresh('second'));
    for (const name of [fresh('first'), fresh('FIRST'), fresh('second')]) {
      expect(await found(name)).toMatchObject({ id: person.id, username: fresh('second') });
    }
    expect(await formerNames(person)).toEqual([fresh('first')]);
  });

  it('that only differs in case changes nothing', async () => {
    const before = (await test.call({ method: 'GET', url: '/api/auth/me' }, person)).json<Account>();
    const reply = await rename(person, fresh('FIRST'));
    expect(reply.json<Account>()).toEqual(before);
    expect(await formerNames(person)).toEqual([]);
  });

  it('can be a former one of the same person, which is then no longer a former one', async () => {
    await nameAfter(person, fresh('second'));
    await nameAfter(person, fresh('third'));
    expect(await nameAfter(person, fresh('first'))).toBe(fresh('first'));
    expect(await formerNames(person)).toEqual([fresh('second'), fresh('third')]);
    expect(await found(fresh('third'))).toMatchObject({ username: fresh('first') });
  });

  it('is rejected if taken, recently given up by someone else, or reserved', async () => {
    const other = await test.addPerson('member', { username: fresh('other') });
    await nameAfter(other, fresh('other-now'));
    const refused = [fresh('Other'), fresh('other-now'), 'admin', 'Resources', 'direct-download', 'profile', '12345'];
    for (const name of refused) {
      expect((await rename(person, name)).json(), name).toMatchObject({
        status: 409,
        code: 'USERNAME_TAKEN',
        message: 'This username is not available.',
        fields: { username: 'This username is not available.' },
      });
    }
    expect(await found(fresh('other'))).toMatchObject({ id: other.id });
    expect(await found(fresh('first'))).toMatchObject({ id: person.id, username: fresh('first') });
  });

  it('can be one given up long ago, which then leads to its new owner', async () => {
    const other = await test.addPerson('member', { username: fresh('other') });
    await nameAfter(other, fresh('other-now'));
    moveClocks(FORMER_USERNAME_DAYS * DAY - 60_000);
    // The earlier sessions have expired by now, so add a new person.
    const later = await test.addPerson('member', { username: fresh('later') });
    expect((await rename(later, fresh('other'))).statusCode).toBe(409);
    expect(await found(fresh('other'))).toMatchObject({ id: other.id });
    moveClocks(120_000);
    expect((await get(`/api/users/${fresh('other')}`)).statusCode).toBe(404);
    expect(await nameAfter(later, fresh('other'))).toBe(fresh('other'));
    expect(await nameAfter(later, fresh('later-now'))).toBe(fresh('later-now'));
    expect(await found(fresh('other'))).toMatchObject({ id: later.id, username: fresh('later-now') });
    expect(await formerNames(other)).toEqual([]);
  });

  it(`can be chosen ${MOST_FORMER_NAMES} times within that period, not counting former names`, async () => {
    for (let n = 0; n < MOST_FORMER_NAMES; n += 1) await nameAfter(person, fresh(`name-${n}`));
    expect((await rename(person, fresh('one-more'))).json()).toMatchObject({
      status: 429,
      code: 'TOO_MANY_REQUESTS',
      fields: { username: expect.any(String) },
    });
    expect(await nameAfter(person, fresh('first'))).toBe(fresh('first'));
    expect(await formerNames(person)).toHaveLength(MOST_FORMER_NAMES);
  });

  it('is shown on the person’s resources and used to search them', async () => {
    const leaker = await test.addPerson('leaker', { username: `xylo${count}` });
    const id = await addResource(test, { authorId: leaker.id, title: 'Plain' });
    const titles = async (search: string) =>
      (await get(`/api/resources?search=${search}`)).json<{ resources: { id: string }[] }>().resources.map((r) => r.id);
    expect(await titles(`xylo${count}`)).toEqual([id]);
    await nameAfter(leaker, `quorvex${count}`);
    await expect.poll(() => titles(`quorvex${count}`)).toEqual([id]);
    expect((await get(`/api/resources/${id}`)).json()).toMatchObject({ author: `quorvex${count}` });
    const page = () => test.call({ method: 'GET', url: `/resources/${id}`, headers: { accept: 'text/html' } });
    await expect.poll(async () => (await page()).body).toContain(`quorvex${count}`);
  });

  it('with hostile characters is rejected, or well-formed and unused', async () => {
    for (const { id, input } of literals('username')) {
      const reply = await rename(person, input);
      expectHarmless(reply, id, input);
      expect([200, 400, 409, 429], id).toContain(reply.statusCode);
      if (reply.statusCode !== 200) continue;
      expect(reply.json<Account>().username, id).toMatch(/^[a-z0-9][a-z0-9_-]{1,28}[a-z0-9]$/);
    }
    for (const { id, input } of literals('username', 'reserved')) {
      const reply = await rename(person, input);
      expect([400, 409], `${id} ${input}`).toContain(reply.statusCode);
    }
  });
});

describe('concurrent requests in two processes', () => {
  const register = (username: string, app: TestApp) =>
    app.call({
      method: 'POST',
      url: '/api/auth/register',
      payload: { email: `${username}@new.example`, password: 'a long enough password 77', username },
    });
  const owners = (name: string) => test.db.selectFrom('users').select('id').where('username', '=', name).execute();

  it('give a name to only one of several people', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => test.addPerson('member')));
    const name = fresh('wanted');
    const replies = await Promise.all(people.map((who, n) => rename(who, name, n % 2 ? test : second)));
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(7).fill(409)]);
    expect(await owners(name)).toHaveLength(1);
  });

  it('do not give a new account and a renamed one the same name', async () => {
    for (let round = 0; round < 5; round += 1) {
      const who = await test.addPerson('member');
      const name = fresh(`round-${round}`);
      const [renamed, registered] = await Promise.all([rename(who, name, test), register(name, second)]);
      expect(registered.statusCode, registered.body).toBe(201);
      const given = registered.json<Account>().username;
      if (renamed.statusCode === 200) expect(given).not.toBe(name);
      else expect([renamed.statusCode, given]).toEqual([409, name]);
      expect(await owners(name)).toHaveLength(1);
    }
  });

  it('do not give away a name that was just given up', async () => {
    for (let round = 0; round < 5; round += 1) {
      const who = await test.addPerson('member', { username: fresh(`held-${round}`) });
      const other = await test.addPerson('member');
      const [given, taken] = await Promise.all([
        rename(who, fresh(`left-${round}`), test),
        rename(other, fresh(`held-${round}`), second),
      ]);
      expect([given.statusCode, taken.statusCode]).toEqual([200, 409]);
    }
  });

  it('serialise two renames of one person, and every name redirects to them', async () => {
    const [one, two] = await Promise.all([rename(person, fresh('one')), rename(person, fresh('two'), second)]);
    expect([one.statusCode, two.statusCode]).toEqual([200, 200]);
    const names = ['first', 'one', 'two'].map(fresh);
    const now = (await owners(names[1] ?? '')).length === 1 ? fresh('one') : fresh('two');
    for (const name of names) expect(await found(name)).toMatchObject({ id: person.id, username: now });
    expect(await formerNames(person)).toEqual(names.filter((name) => name !== now).sort());
  });
});
