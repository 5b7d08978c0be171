// Logged-in users share the HTML of public pages, which must not contain anything about them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourcePath } from '#contract/paths.ts';
import { addSubcategory, addThread, type TestThread } from '#test/harness/forum.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { noteStatements } from '#test/harness/statements.ts';

let test: TestApp;
let leaker: Person;
let free: string;
let hidden: string;
let statements: string[];
let forum: string;
let thread: TestThread;
beforeAll(async () => {
  test = await startTestApp();
  statements = noteStatements(test);
  leaker = await test.addPerson('leaker');
  free = await addResource(test, { authorId: leaker.id, title: 'Shared Pack' });
  hidden = await addResource(test, { authorId: leaker.id, title: 'Waiting Pack', status: 'PENDING' });
  const subcategory = await addSubcategory(test);
  forum = subcategory.address;
  thread = await addThread(test, { subcategoryId: subcategory.id, authorId: leaker.id, posts: 3 });
});
afterAll(() => test.stop());

const open = (url: string, person?: Person, headers: Record<string, string> = {}) =>
  test.call({ method: 'GET', url, headers: { accept: 'text/html', ...headers } }, person);

const stateOf = (body: string): { me?: unknown } =>
  JSON.parse(/<script type="application\/json" id="state"[^>]*>(.*?)<\/script>/s.exec(body)?.[1] ?? '');

describe.each([
  ['home', () => '/'],
  ['the listing', () => '/resources'],
  ['a resource', () => resourcePath(free)],
  ['the elements', () => '/elements'],
  ['the community', () => '/community'],
  ['a list of threads', () => `/community/${forum}`],
  ['a thread', () => `/community/${forum}/${thread.id}`],
  ['the wiki', () => '/wiki'],
  ['a text', () => '/terms'],
])('%s', (_, url) => {
  it('is the same for all members, says nothing about them, and is not what visitors get', async () => {
    const [one, two] = [await test.addPerson(), await test.addPerson()];
    const [first, second, visitor] = [await open(url(), one), await open(url(), two), await open(url())];
    expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
    expect(second.body).toBe(first.body);
    for (const person of [one, two])
      for (const secret of [person.username, person.id, person.email]) expect(first.body).not.toContain(secret);
    expect(stateOf(first.body)).not.toHaveProperty('me');
    expect(stateOf(visitor.body)).toHaveProperty('me', null);
    expect(first.body).not.toContain('>Login<');
    expect(visitor.body).toContain('>Login<');
  });

  it('needs no statement once another member has opened it', async () => {
    const [one, two] = [await test.addPerson(), await test.addPerson()];
    await open(url(), one);
    statements.length = 0;
    await open(url(), two);
    expect(statements).toEqual([]);
  });

  it('is not sent again if it has not changed', async () => {
    const person = await test.addPerson();
    const { etag } = (await open(url(), person)).headers;
    const again = await open(url(), person, { 'if-none-match': String(etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect((await open(url(), undefined, { 'if-none-match': String(etag) })).statusCode).toBe(200);
  });
});

it('is also sent for a session that has ended, which the page then finds out', async () => {
  const person = await test.addPerson();
  const before = await open('/', person);
  await test.db.deleteFrom('sessions').where('user_id', '=', person.id).execute();
  expect((await open('/', person)).body).toBe(before.body);
  const me = await test.call({ method: 'GET', url: '/api/auth/me' }, person);
  expect(me.cookies.find(({ name }) => name === 'token')).toMatchObject({ value: '', maxAge: 0 });
});

describe('a page for one reader', () => {
  it('is sent to those with Premium where it differs for them', async () => {
    const premium = await test.addPerson('premium');
    const asked = await test.call({ method: 'GET', url: '/api/auth/me' }, premium);
    const cookie = asked.cookies.find(({ name }) => name === 'premium');
    expect(cookie).toMatchObject({ value: '1', httpOnly: true, sameSite: 'Lax', path: '/' });
    const headers = { ...premium.headers, cookie: `${premium.headers.cookie}; premium=1` };
    const reply = await open(resourcePath(free), { ...premium, headers });
    expect(stateOf(reply.body)).toHaveProperty('me.username', premium.username);
    expect(reply.headers['cache-control']).toBe('private, no-store');
    expect(stateOf((await open('/', premium)).body)).not.toHaveProperty('me');
  });

  it('is not sent to those who no longer have Premium, although their browser says so', async () => {
    const member = await test.addPerson();
    const headers = { ...member.headers, cookie: `${member.headers.cookie}; premium=1` };
    expect(stateOf((await open(resourcePath(free), { ...member, headers })).body)).not.toHaveProperty('me');
    const asked = await test.call({ method: 'GET', url: '/api/auth/me' }, { ...member, headers });
    expect(asked.cookies.find(({ name }) => name === 'premium')).toMatchObject({ value: '', maxAge: 0 });
  });

  it('is sent to a creator whose upload nobody else sees', async () => {
    expect((await open(resourcePath(hidden))).statusCode).toBe(404);
    const reply = await open(resourcePath(hidden), leaker);
    expect(reply.statusCode).toBe(200);
    expect(stateOf(reply.body)).toHaveProperty('me.username', leaker.username);
    expect((await open(resourcePath(hidden), await test.addPerson())).statusCode).toBe(404);
  });

  it('is sent for a while to those who have changed something', async () => {
    const person = await test.addPerson();
    const url = `/community/${forum}/${thread.id}`;
    await open(url, person);
    const payload = { threadId: thread.id, content: 'Only just written.' };
    const posted = await test.call({ method: 'POST', url: '/api/forum/posts', payload }, person);
    const cookie = posted.cookies.find(({ name }) => name === 'changed');
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 300 });
    const headers = { ...person.headers, cookie: `${person.headers.cookie}; changed=1` };
    const reply = await open(url, { ...person, headers });
    expect(reply.body).toContain('Only just written.');
    expect(stateOf(reply.body)).toHaveProperty('me.username', person.username);
  });

  it('is not needed after reading', async () => {
    const person = await test.addPerson();
    for (const [method, url] of [
      ['PUT', `/api/forum/threads/${thread.id}/seen`],
      ['POST', `/api/resources/${free}/view`],
    ] as const) {
      const reply = await test.call({ method, url, ...(method === 'PUT' && { payload: { number: 1 } }) }, person);
      expect(
        reply.cookies.map(({ name }) => name),
        url,
      ).not.toContain('changed');
    }
  });
});
