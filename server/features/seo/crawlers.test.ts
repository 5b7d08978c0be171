// Tests what crawlers can read: robots.txt, the sitemap and security.txt.
import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addSubcategory, addThread } from '#test/harness/forum.ts';
import { startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { parseXml, textsOf } from '#test/harness/xml.ts';
import { partName, partsFor, sitemapRangeOf } from './rules.ts';

const SITE = 'https://helix.example';
let test: TestApp;

beforeAll(async () => {
  test = await startTestApp({ env: { PUBLIC_URL: SITE } });
});
afterAll(() => test.stop());

const get = (url: string, headers: Record<string, string> = {}) =>
  test.call({ method: 'GET', url, headers: { host: 'elsewhere.example', ...headers } });

const addressesOf = async (part: string): Promise<string[]> => {
  const reply = await get(`/sitemap.xml?part=${part}`);
  expect(reply.statusCode).toBe(200);
  return textsOf(parseXml(reply.body), 'loc');
};

/** Caches are cleared through the bus; the tests write to the database directly, so they have to publish their changes. */
const tell = async (topic: string) => {
  await test.deps.bus.publish(test.db, topic, 'test');
  await new Promise<void>((resolve) => {
    const end = test.deps.bus.subscribe('sharing-test', () => {
      end();
      resolve();
    });
    void test.deps.bus.publish(test.db, 'sharing-test', 'told');
  });
};

describe('robots.txt', () => {
  // Whether a crawler that follows RFC 9309 may fetch a path: the longest matching rule wins.
  const mayRead = (robots: string, path: string): boolean => {
    const rules = [...robots.matchAll(/^(Allow|Disallow): (.+)$/gm)].map(([, kind, pattern = '']) => ({
      allows: kind === 'Allow',
      length: pattern.length,
      form: new RegExp(
        `^${pattern.replaceAll(/[.+?^{}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}`.replace(/\\?\$$/, '$'),
      ),
    }));
    const hits = rules.filter(({ form }) => form.test(path)).sort((a, b) => b.length - a.length);
    return hits[0]?.allows ?? true;
  };

  it('links the sitemap at the configured site URL, whatever host was requested', async () => {
    const { body, headers } = await get('/robots.txt');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(body).toContain(`\nSitemap: ${SITE}/sitemap.xml\n`);
    expect(body).not.toContain('elsewhere');
  });

  it.each([
    ...['/', '/resources', '/resources?page=2', '/elements/light-leak', '/premium', '/community/a/b', '/requests'],
    // A username can start like the path of a page that is closed to crawlers.
    ...['/leaker-jane', '/settings1', '/admin_of_none', '/downloads2', '/public/Images/share-card.png'],
    ...['/api/users/jane/avatar', '/api/image-proxy?url=x&id=y', '/feed.xml', '/toolbox-fan'],
  ])('lets crawlers read %s', async (path) => {
    expect(mayRead((await get('/robots.txt')).body, path)).toBe(true);
  });

  it.each([
    ...['/admin', '/admin/settings', '/admin?x=1', '/dashboard', '/leaker', '/leaker/uploads/1', '/settings'],
    ...['/api/resources', '/download/1', '/direct-download/1', '/ad-page?destination=x', '/downloads', '/toolbox'],
    ...['/login', '/login?return=/x', '/verify-email', '/_ui'],
  ])('keeps crawlers away from %s', async (path) => {
    expect(mayRead((await get('/robots.txt')).body, path)).toBe(false);
  });
});

describe('security.txt', () => {
  const read = async () => {
    const { body } = await get('/.well-known/security.txt');
    return body
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]);
  };

  it('has a contact, an expiry date less than a year away, and its own URL', async () => {
    const before = test.deps.now().getTime();
    const fields = Object.fromEntries(await read());
    expect(fields).toMatchObject({
      Contact: `${SITE}/report`,
      'Preferred-Languages': 'en',
      Canonical: `${SITE}/.well-known/security.txt`,
      Policy: `${SITE}/report`,
    });
    const ahead = Date.parse(fields.Expires ?? '') - before;
    expect(ahead).toBeGreaterThan(30 * 86_400_000);
    expect(ahead).toBeLessThan(365 * 86_400_000);
  });

  it.each([
    ['security@helix.example', 'mailto:security@helix.example'],
    ['https://helix.example/contact', 'https://helix.example/contact'],
    ['ask on our chat', null],
  ])('lists the contact %s first if it is a valid address', async (contact, expected) => {
    const actor = { id: null, name: 'test', address: '', at: test.deps.now() };
    await test.db.transaction().execute((trx) => test.deps.settings.put(trx, { supportContact: contact }, actor));
    test.deps.settings.forget();
    const contacts = (await read()).filter(([name]) => name === 'Contact').map(([, value]) => value);
    expect(contacts).toEqual(expected ? [expected, `${SITE}/report`] : [`${SITE}/report`]);
  });
});

describe('the sitemap', () => {
  it('is an index of parts that all exist', async () => {
    const index = parseXml((await get('/sitemap.xml')).body);
    expect(index.documentElement.localName).toBe('sitemapindex');
    const parts = textsOf(index, 'loc');
    expect(parts.map((part) => new URL(part).searchParams.get('part'))).toEqual([
      ...['pages-1-0', 'resources-1-0', 'profiles-1-0', 'collections-1-0', 'threads-1-0'],
    ]);
    for (const part of parts) {
      expect(part.startsWith(`${SITE}/sitemap.xml?`)).toBe(true);
      const reply = await get(part.slice(SITE.length));
      expect(reply.statusCode).toBe(200);
      expect(parseXml(reply.body).documentElement.namespaceURI).toBe('http://www.sitemaps.org/schemas/sitemap/0.9');
    }
  });

  it('contains the public pages and forum lists, and no page that requires a login', async () => {
    const list = await addSubcategory(test);
    await tell('forum');
    const addresses = await addressesOf('pages-1-0');
    for (const path of ['/', '/resources', '/elements', '/premium', '/terms', `/community/${list.address}`])
      expect(addresses).toContain(SITE + path);
    for (const path of ['/admin', '/dashboard', '/login', '/settings', '/ad-page', '/toolbox', '/leaker'])
      expect(addresses).not.toContain(SITE + path);
  });

  it('contains every public resource once, with its last change, and no other', async () => {
    const { id: authorId, username } = await test.addPerson('leaker');
    const seen = await Promise.all(Array.from({ length: 12 }, () => addResource(test, { authorId })));
    const unseen = [
      await addResource(test, { authorId, status: 'PENDING' }),
      await addResource(test, { authorId, status: 'REJECTED' }),
    ];
    for (const column of ['hidden_at', 'deleted_at'] as const) {
      const id = await addResource(test, { authorId });
      await test.db
        .updateTable('resources')
        .set({ [column]: test.deps.now() })
        .where('id', '=', id)
        .execute();
      unseen.push(id);
    }
    await tell('resources');
    const all = await addressesOf('resources-1-0');
    for (const id of seen) expect(all.filter((address) => address === `${SITE}/resources/${id}`)).toHaveLength(1);
    for (const id of unseen) expect(all).not.toContain(`${SITE}/resources/${id}`);
    const halves = [...(await addressesOf('resources-2-0')), ...(await addressesOf('resources-2-1'))];
    expect(halves.sort()).toEqual(all.sort());
    expect(await addressesOf('profiles-1-0')).toContain(`${SITE}/${username}`);

    const document = parseXml((await get('/sitemap.xml?part=resources-1-0')).body);
    const changed = textsOf(document, 'lastmod');
    expect(changed).toHaveLength(all.length);
    const { updated_at: updatedAt } = await test.db
      .selectFrom('resources')
      .select('updated_at')
      .where('id', '=', seen[0] ?? '')
      .executeTakeFirstOrThrow();
    expect(changed).toContain(updatedAt.toISOString());

    // An admin hides a resource. This is published on the bus, so the resource is missing from the very next response.
    const gone = seen[0] ?? '';
    await test.db.updateTable('resources').set({ hidden_at: test.deps.now() }).where('id', '=', gone).execute();
    await tell('resources');
    expect(await addressesOf('resources-1-0')).not.toContain(`${SITE}/resources/${gone}`);
  });

  it('contains members with approved work, public collections and threads, and nothing that was removed', async () => {
    const leaker = await test.addPerson('leaker');
    const suspended = await test.addPerson('leaker');
    const member = await test.addPerson('member');
    const resource = await addResource(test, { authorId: leaker.id });
    await addResource(test, { authorId: suspended.id });
    const at = test.deps.now();
    await test.db
      .updateTable('users')
      .set({ suspended_at: at, suspended_until: null })
      .where('id', '=', suspended.id)
      .execute();
    const addCollection = async (userId: string, isPublic: boolean, isFull: boolean) => {
      const id = randomUUID();
      const row = { id, user_id: userId, name: id, is_public: isPublic, position: 0, created_at: at, updated_at: at };
      await test.db.insertInto('collections').values(row).execute();
      const item = { collection_id: id, resource_id: resource, position: 0, added_at: at };
      if (isFull) await test.db.insertInto('collection_items').values(item).execute();
      return `${SITE}/collections/${id}`;
    };
    const open = await addCollection(member.id, true, true);
    const closed = [
      await addCollection(member.id, false, true),
      await addCollection(member.id, true, false),
      await addCollection(suspended.id, true, true),
    ];
    const list = await addSubcategory(test);
    const thread = await addThread(test, { subcategoryId: list.id, authorId: member.id });
    const removed = await addThread(test, { subcategoryId: list.id, authorId: member.id });
    await test.db.updateTable('forum_threads').set({ deleted_at: at }).where('id', '=', removed.id).execute();
    for (const topic of ['members', 'collections', 'forum']) await tell(topic);

    const people = await addressesOf('profiles-1-0');
    expect(people).toContain(`${SITE}/${leaker.username}`);
    expect(people).not.toContain(`${SITE}/${suspended.username}`);
    expect(people).not.toContain(`${SITE}/${member.username}`);
    const collections = await addressesOf('collections-1-0');
    expect(collections).toContain(open);
    for (const address of closed) expect(collections).not.toContain(address);
    const threads = await addressesOf('threads-1-0');
    expect(threads).toContain(`${SITE}/community/${list.address}/${thread.id}`);
    expect(threads).not.toContain(`${SITE}/community/${list.address}/${removed.id}`);
  });

  it('is sent compressed, and only if it changed', async () => {
    const url = '/sitemap.xml?part=pages-1-0';
    const plain = await get(url);
    const zipped = await get(url, { 'accept-encoding': 'gzip, br' });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body);
    expect(zipped.headers.etag).not.toBe(plain.headers.etag);
    const again = await get(url, { 'if-none-match': String(plain.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it.each([
    ['resources-1-1', 404],
    ['resources-8-0', 404],
    ['pages-2-0', 404],
    ['resources-3-0', 404],
    ['people-1-0', 400],
    ['resources-01-0', 400],
    ["resources-1-0'", 400],
    ['', 400],
  ])('has no part %s', async (part, status) => {
    expect((await get(`/sitemap.xml?part=${encodeURIComponent(part)}`)).statusCode).toBe(status);
  });
});

describe('parts', () => {
  it.each([
    [0, 1],
    [16_384, 1],
    [16_385, 2],
    [1_000_000, 64],
    [10 ** 12, 65_536],
  ])('splits %i URLs into %i', (addresses, parts) => {
    expect(partsFor(addresses)).toBe(parts);
  });

  it('cover every id exactly once', () => {
    for (const parts of [1, 2, 16, 256, 65_536]) {
      const ranges = Array.from({ length: parts }, (_, index) => sitemapRangeOf({ parts, index }));
      expect(ranges[0]?.from).toBeNull();
      expect(ranges.at(-1)?.before).toBeNull();
      for (let index = 1; index < parts; index += 1) expect(ranges[index]?.from).toBe(ranges[index - 1]?.before);
    }
    expect(sitemapRangeOf({ parts: 16, index: 10 }).from).toBe('a0000000-0000-0000-0000-000000000000');
    expect(partName({ kind: 'threads', parts: 2, index: 1 })).toBe('threads-2-1');
  });
});

it('maintenance mode keeps robots.txt and security.txt available', async () => {
  const actor = { id: null, name: 'test', address: '', at: test.deps.now() };
  const close = (maintenanceMode: boolean) =>
    test.db.transaction().execute((trx) => test.deps.settings.put(trx, { maintenanceMode }, actor));
  await close(true);
  test.deps.settings.forget();
  try {
    for (const url of ['/robots.txt', '/.well-known/security.txt']) expect((await get(url)).statusCode).toBe(200);
    // 503 tells crawlers to come back later; 404 would remove the pages from their index.
    for (const url of ['/sitemap.xml', '/feed.xml', '/']) expect((await get(url)).statusCode).toBe(503);
  } finally {
    await close(false);
    test.deps.settings.forget();
  }
});
