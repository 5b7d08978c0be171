// Server-rendered profile and collection pages (product.md ME-1, ME-2).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectionPath } from '#contract/paths.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';

let test: TestApp;
let author: Person;

beforeAll(async () => {
  test = await startTestApp();
  author = await test.addPerson('leaker', { username: 'mira-of-many' });
  for (let count = 1; count <= 25; count += 1) {
    await addResource(test, {
      authorId: author.id,
      title: `Grain ${count}`,
      description: count === 7 ? 'Scanned from a reel of the seventies.' : 'Film grain.',
      editor: count === 8 ? 'CapCut' : 'After Effects',
      createdAt: new Date(test.deps.now().getTime() - count * 60_000),
    });
  }
});
afterAll(() => test.stop());

const open = (url: string, person?: Person) =>
  test.call({ method: 'GET', url, headers: { accept: 'text/html' } }, person);

const headings = (html: string): string[] =>
  [...html.matchAll(/class="card-link"[^>]*>([^<]+)</g)].map(([, title]) => title ?? '');

const jsonLd = (html: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.+?)<\/script>/.exec(html)?.[1] ?? 'null') as Record<
    string,
    unknown
  >;

describe('a profile', () => {
  it('shows 21 resources per page, newest first, with links to the other pages', async () => {
    const first = (await open('/mira-of-many')).body;
    expect(headings(first)).toHaveLength(21);
    expect(headings(first)[0]).toBe('Grain 1');
    expect(first).toContain('Showing 1-21 of 25 resources');
    expect(first).toContain('href="/mira-of-many?page=2"');
    const second = (await open('/mira-of-many?page=2')).body;
    expect(headings(second)).toEqual(['Grain 22', 'Grain 23', 'Grain 24', 'Grain 25']);
    expect(second).toContain('Showing 22-25 of 25 resources');
    const beyond = (await open('/mira-of-many?page=9')).body;
    expect(beyond).toContain('This page is empty');
    expect(beyond).toContain('href="/mira-of-many?page=2"');
  });

  it.each([
    ['grain 25', 'Grain 25'],
    ['SEVENTIES', 'Grain 7'],
    ['capcut', 'Grain 8'],
  ])('finds resources by %s', async (search, title) => {
    const { body } = await open(`/mira-of-many?search=${encodeURIComponent(search)}`);
    expect(headings(body)).toEqual([title]);
  });

  it('has JSON-LD and a canonical link, and noindex on searches', async () => {
    const { body } = await open('/mira-of-many?page=2&utm_source=x');
    expect(body).toMatch(/<link rel="canonical" href="[^"]+\/mira-of-many\?page=2">/);
    expect(jsonLd(body)).toMatchObject({
      '@type': 'ProfilePage',
      mainEntity: { '@type': 'Person', alternateName: 'mira-of-many' },
    });
    expect((await open('/mira-of-many?search=grain')).body).toContain('<meta name="robots" content="noindex">');
  });

  it('redirects other spellings of its name to lower case, permanently', async () => {
    const reply = await open('/Mira-Of-Many?search=grain&tab=about');
    expect([reply.statusCode, reply.headers.location]).toEqual([301, '/mira-of-many?search=grain&tab=about']);
  });

  it('redirects from a former name temporarily', async () => {
    const person = await test.addPerson('member', { username: 'renamed-later' });
    const form = '--x\r\ncontent-disposition: form-data; name="username"\r\n\r\nrenamed-since\r\n--x--\r\n';
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const put = await test.call({ method: 'PUT', url: '/api/users/profile', headers, payload: form }, person);
    expect(put.statusCode, put.body).toBe(200);
    const reply = await open('/renamed-later?tab=about');
    expect([reply.statusCode, reply.headers.location]).toEqual([302, '/renamed-since?tab=about']);
    test.moveClock(91 * 86_400_000);
    expect((await open('/renamed-later')).statusCode).toBe(404);
    test.moveClock(-91 * 86_400_000);
  });

  it('shows pending and rejected uploads only to its owner and administrators', async () => {
    const person = await test.addPerson('leaker');
    await addResource(test, { authorId: person.id, title: 'Not yet', status: 'PENDING' });
    await addResource(test, { authorId: person.id, title: 'Not ever', status: 'REJECTED' });
    const admin = await test.addPerson('admin');
    for (const viewer of [person, admin]) {
      const { body } = await open(`/${person.username}`, viewer);
      expect(headings(body).toSorted()).toEqual(['Not ever', 'Not yet']);
      expect(body).toContain('Awaiting approval');
      expect(body).toContain('Not approved');
    }
    for (const viewer of [undefined, author]) {
      const { body } = await open(`/${person.username}`, viewer);
      expect(headings(body)).toEqual([]);
      expect(body).toContain('No resources found');
    }
  });

  it.each(['/nobody-of-this-name', '/dashboards', '/profile', '/con'])('%s is not found', async (url) => {
    const reply = await open(url);
    expect(reply.statusCode).toBe(404);
    expect(reply.body).toContain('Profile Not Found');
    expect(reply.body).toContain('<meta name="robots" content="noindex">');
  });

  it.each(['/favicon.png', '/index.html', '/-dash', '/ab', '/a'.padEnd(33, 'a')])('%s is not a name', async (url) => {
    const reply = await open(url);
    expect(reply.statusCode).toBe(404);
    expect(reply.body).toContain('Page Not Found');
    expect((await test.call({ method: 'POST', url })).statusCode).toBe(404);
  });

  it('is not found while its owner is suspended', async () => {
    const person = await test.addPerson('leaker');
    expect((await open(`/${person.username}`)).statusCode).toBe(200);
    await test.db.updateTable('users').set({ suspended_at: test.deps.now() }).where('id', '=', person.id).execute();
    expect((await open(`/${person.username}?tab=about`)).statusCode).toBe(404);
  });
});

describe('a collection', () => {
  const make = async (body: object, person: Person): Promise<string> => {
    const reply = await test.call({ method: 'POST', url: '/api/collections', payload: body }, person);
    expect(reply.statusCode, reply.body).toBe(201);
    return reply.json().id;
  };

  it('is visible to everyone while public, and otherwise only to its owner', async () => {
    const resourceId = await addResource(test, { authorId: author.id, title: 'Gathered' });
    const owner = await test.addPerson();
    const open1 = await make({ name: 'Looks', description: 'Warm ones.', isPublic: true, resourceId }, owner);
    const secret = await make({ name: 'Ideas', isPublic: false }, owner);
    const shown = await open(collectionPath(open1));
    expect(shown.statusCode).toBe(200);
    expect(headings(shown.body)).toEqual(['Gathered']);
    expect(shown.body).toContain('Warm ones.');
    expect(jsonLd(shown.body)).toMatchObject({ '@type': 'Collection', name: 'Looks', collectionSize: 1 });
    expect(shown.body).not.toContain('Edit collection');
    expect((await open(collectionPath(open1), owner)).body).toContain('Edit collection');

    for (const viewer of [undefined, author]) {
      const hidden = await open(collectionPath(secret), viewer);
      expect(hidden.statusCode).toBe(404);
      expect(hidden.body).toContain('Collection not found');
      expect(hidden.body).not.toContain('Ideas');
    }
    expect((await open(collectionPath(secret), owner)).body).toContain('This collection is empty');
    expect(headings((await open(`/${owner.username}?tab=collections`)).body)).toEqual(['Looks']);
    expect(headings((await open(`/${owner.username}?tab=collections`, owner)).body)).toEqual(['Looks', 'Ideas']);
  });

  it('is hidden immediately, even if cached', async () => {
    const owner = await test.addPerson();
    const id = await make({ name: 'Soon private', isPublic: true }, owner);
    expect((await open(collectionPath(id))).statusCode).toBe(200);
    await test.call({ method: 'PUT', url: `/api/collections/${id}`, payload: { isPublic: false } }, owner);
    await expect.poll(async () => (await open(collectionPath(id))).statusCode).toBe(404);
  });
});
