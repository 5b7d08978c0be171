// Metadata that every public page gives to search engines and link previews (product.md SH-10).
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pagePatterns } from '#contract/paths.ts';
import { openPages } from '#server/features/seo/rules.ts';
import { addSubcategory, addThread } from '#test/harness/forum.ts';
import { startTestApp, type TestApp } from '#test/harness/harness.ts';
import { faultsOf, type PageHead, readHead } from '#test/harness/heads.ts';
import { addRequest } from '#test/harness/requests.ts';
import { addResource } from '#test/harness/resources.ts';
import { literals } from '#test/hostile/hostile-inputs.ts';

const SITE = 'https://helix.example';
let test: TestApp;
const addresses: Record<string, string> = {};

const addCollection = async (userId: string, resource: string | null, isPublic = true): Promise<string> => {
  const at = test.deps.now();
  const id = randomUUID();
  const row = { id, user_id: userId, name: `Looks ${id}`, is_public: isPublic, position: 0 };
  await test.db
    .insertInto('collections')
    .values({ ...row, created_at: at, updated_at: at })
    .execute();
  const item = { collection_id: id, resource_id: resource ?? '', position: 0, added_at: at };
  if (resource) await test.db.insertInto('collection_items').values(item).execute();
  return `/collections/${id}`;
};

beforeAll(async () => {
  test = await startTestApp({ env: { PUBLIC_URL: SITE } });
  const leaker = await test.addPerson('leaker', { username: 'mira-cuts' });
  const ids: string[] = [];
  for (let count = 0; count < 45; count += 1)
    ids.push(await addResource(test, { authorId: leaker.id, title: `Pack ${count}`, tags: ['grain'] }));
  const [first = '', element = ''] = ids;
  await test.db.updateTable('resources').set({ slug: 'soft-light' }).where('id', '=', element).execute();
  const list = await addSubcategory(test);
  const thread = await addThread(test, { subcategoryId: list.id, authorId: leaker.id, posts: 45 });
  for (let count = 0; count < 25; count += 1) await addRequest(test, { userId: leaker.id });
  Object.assign(addresses, {
    '/elements/:slug': '/elements/soft-light',
    '/resources/:resourceId': `/resources/${first}`,
    '/:username': '/mira-cuts',
    '/collections/:id': await addCollection(leaker.id, first),
    '/community/:category/:subcategory': `/community/${list.address}`,
    '/community/:category/:subcategory/:threadId': `/community/${list.address}/${thread.id}`,
    '/community/:category/:subcategory/:threadId/:postId': `/community/${list.address}/${thread.id}/${thread.postIds[1]}`,
    ...Object.fromEntries(openPages.map((path) => [path, path])),
  });
  addresses.element = `/resources/${element}`;
});
afterAll(() => test.stop());

const open = async (path: string): Promise<PageHead & { status: number; path: string }> => {
  const { body, statusCode } = await test.call({
    method: 'GET',
    url: path,
    headers: { accept: 'text/html', host: 'elsewhere.example' },
  });
  return { ...readHead(body), status: statusCode, path };
};

const only = (found: Map<string, string[]>, name: string): string => {
  const values = found.get(name) ?? [];
  expect(values, name).toHaveLength(1);
  return values[0] ?? '';
};

/** Patterns of pages that require a login, redirect immediately, are one step of a process, or are for people with their number. */
const closed = pagePatterns.filter(
  (pattern) =>
    /^\/(?:admin|leaker|dashboard|settings|notifications|unsubscribe|downloads|library|projects|toolbox|login|ad-page|verify-email)(?:\/|$)/.test(
      pattern,
    ) ||
    ['/profile/:username', '/forgot-password', '/reset-password', '/community/reports', '/receipt/:id'].includes(
      pattern,
    ),
);
const openPatterns = [...pagePatterns.filter((pattern) => !closed.includes(pattern)), '/:username'];

describe('text pages', () => {
  it.each(['/faq', '/terms', '/privacy'])(
    '%s has its first paragraph as description, without headings',
    async (path) => {
      const { body } = await test.call({ method: 'GET', url: `/api/texts${path}` });
      const [, first = ''] = /<p>(.*?)<\/p>/s.exec((JSON.parse(body) as { html: string }).html) ?? [];
      const told = only((await open(path)).meta, 'description');
      expect(first.replaceAll('&#39;', "'")).toContain(told.replace(/…$/, ''));
    },
  );

  it('only /faq has structured questions, with answers in plain text', async () => {
    const questions = async (path: string) => (await open(path)).things.filter((thing) => thing['@type'] === 'FAQPage');
    expect(await questions('/wiki')).toEqual([]);
    const [faq] = await questions('/faq');
    expect(JSON.stringify(faq)).toContain('acceptedAnswer');
    expect(JSON.stringify(faq)).not.toMatch(/<\w+[^>]*>/);
  });
});

describe.each(openPatterns)('%s', (pattern) => {
  it('has its own title, description, canonical URL, picture and structured data', async () => {
    const path = addresses[pattern];
    if (!path) throw new Error(`no URL for ${pattern}: add one, so that its head is tested`);
    const head = await open(path);
    expect(head.status).toBe(200);
    const { title, meta, links, things } = head;
    expect(title).toMatch(/Helix/);
    const description = only(meta, 'description');
    expect(description.length).toBeGreaterThan(15);
    expect(description.length).toBeLessThanOrEqual(161);
    expect(only(links, 'canonical')).toBe(SITE + path);
    expect(meta.has('robots')).toBe(false);
    expect(only(meta, 'og:url')).toBe(SITE + path);
    expect(only(meta, 'og:title')).toBe(title);
    expect(only(meta, 'og:description')).toBe(description);
    expect(only(meta, 'og:site_name')).toBe('Helix Resource Platform');
    expect(['website', 'article', 'profile']).toContain(only(meta, 'og:type'));
    expect(only(meta, 'twitter:card')).toBe('summary_large_image');
    expect([only(meta, 'og:image:width'), only(meta, 'og:image:height')]).toEqual(['1200', '630']);
    expect(only(meta, 'og:image:alt').length).toBeGreaterThan(3);
    expect(links.get('alternate')?.[0]).toBe(`${SITE}/feed.xml`);
    expect(things.length).toBeGreaterThan(0);
    expect(things.flatMap((thing) => faultsOf(thing, SITE))).toEqual([]);
    for (const thing of things) expect(thing['@context']).toBe('https://schema.org');
    const types = things.map((thing) => thing['@type']);
    expect(types).toContain(pattern === '/' ? 'WebSite' : 'BreadcrumbList');

    const image = only(meta, 'og:image');
    expect(image.startsWith(`${SITE}/public/cards/`), image).toBe(true);
    const picture = await test.call({ method: 'GET', url: image.slice(SITE.length) });
    // The URL returns the picture itself. It must not redirect to another version or to the default picture.
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/jpeg']);
  });
});

it('client code contains no structured data or share pictures', () => {
  const folder = new URL('../dist/client/assets/', import.meta.url);
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(10);
  const telling = scripts.filter((name) =>
    /https:\/\/schema\.org|\/public\/cards/.test(readFileSync(new URL(name, folder), 'utf8')),
  );
  expect(telling).toEqual([]);
});

it('all titles are unique', async () => {
  const titles: string[] = [];
  for (const pattern of openPatterns) titles.push((await open(addresses[pattern] ?? '')).title);
  expect(new Set(titles).size).toBe(titles.length);
});

describe('user content', () => {
  const hostile = [
    ...literals('text').map(({ input }) => input.slice(0, 120)),
    ...[
      '</script><script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      '\u202Egnp.exe',
      '<!--',
      ']]>',
      '&lt;b&gt;',
    ],
    ...['x'.repeat(120), 'long '.repeat(24).trim(), '\u2028\u2029', "' onload='alert(1)"],
  ].filter((text) => text.isWellFormed() && text.trim() !== '' && !text.includes('\0'));

  it.each(hostile.map((text) => [JSON.stringify(text).slice(0, 60), text]))(
    'is escaped in the head: %s',
    async (_, text) => {
      const { id: authorId } = await test.addPerson('leaker');
      const id = await addResource(test, {
        authorId,
        title: text,
        description: text.repeat(4),
        tags: [text],
        licence: text,
      });
      const { status, title, meta, links, things, document } = await open(`/resources/${id}`);
      expect(status).toBe(200);
      expect(title).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u2028\u2029]/);
      expect(only(meta, 'description').length).toBeLessThanOrEqual(161);
      expect(only(links, 'canonical')).toBe(`${SITE}/resources/${id}`);
      // The hostile text must not create any elements.
      expect(document.head.querySelectorAll('img, svg, style, iframe')).toHaveLength(0);
      expect(
        [...document.head.querySelectorAll('script:not([src])')].map((script) => script.getAttribute('type')),
      ).toEqual(['application/ld+json', 'application/ld+json']);
      expect(things[0]).toMatchObject({ '@type': 'CreativeWork', name: text, license: `${SITE}/terms` });
      expect(things.flatMap((thing) => faultsOf(thing, SITE))).toEqual([]);
    },
  );

  it('is truncated between words', async () => {
    const { id: authorId } = await test.addPerson('leaker');
    const description = 'seven77 '.repeat(100);
    const { meta } = await open(`/resources/${await addResource(test, { authorId, description })}`);
    expect(only(meta, 'description')).toMatch(/^(seven77 ){19}seven77…$/);
  });
});

const canonicalOf = async (path: string): Promise<string | null> => {
  const { links, meta } = await open(path);
  const canonical = links.get('canonical')?.[0] ?? null;
  // A page has either a canonical URL or noindex, never both.
  expect(meta.get('robots')?.[0] ?? null).toBe(canonical === null ? 'noindex' : null);
  return canonical === null ? null : canonical.slice(SITE.length);
};

describe('the canonical URL', () => {
  it.each([
    ['/resources?page=2', '/resources?page=2'],
    ['/resources?tag=grain', '/resources?tag=grain'],
    ['/resources?utm_source=x', '/resources'],
    ['/resources?sort=likes', '/resources'],
    ['/resources?sort=newest&page=2', '/resources?page=2'],
    ['/resources?sort=likes&page=2', '/resources'],
    ['/resources?licence=CC0', '/resources'],
    ['/resources?category=free&licence=CC0&page=2', '/resources?category=free'],
    ['/resources?filters=open', '/resources'],
    ['/resources?search=pack', null],
    ['/resources?tag=nothing-has-this', null],
    ['/resources?page=900', null],
    ['/mira-cuts?page=2', '/mira-cuts?page=2'],
    ['/mira-cuts?page=90', null],
    ['/mira-cuts?search=pack', null],
    ['/mira-cuts?tab=about', '/mira-cuts'],
    ['/mira-cuts?tab=collections', '/mira-cuts'],
    ['/login', null],
    ['/requests?sort=newest', '/requests'],
    ['/requests?status=Rejected', null],
    ['/requests?search=leaks', null],
    ['/report?about=%2Fresources%2F1', '/report'],
    ['/wiki?search=zip', null],
    ['/nobody-is-here', null],
    ['/no/such/page', null],
    ['/resources/none', null],
  ])('of %s is %s', async (path, expected) => {
    expect(await canonicalOf(path)).toBe(expected);
  });

  it('of an element contains its name', async () => {
    expect(await canonicalOf(addresses.element ?? '')).toBe('/elements/soft-light');
  });

  it('is missing for private, empty and unknown collections', async () => {
    const { id, headers } = await test.addPerson('member');
    const resource = addresses['/resources/:resourceId']?.split('/').at(-1) ?? '';
    const closedOne = await addCollection(id, resource, false);
    expect(await canonicalOf(closedOne)).toBeNull();
    expect(await canonicalOf(await addCollection(id, null))).toBeNull();
    // The owner can see the private collection, but its page has only the default share picture.
    const own = await test.call({ method: 'GET', url: closedOne, headers: { ...headers, accept: 'text/html' } });
    const { meta } = readHead(own.body);
    expect(only(meta, 'og:image')).toBe(`${SITE}/public/Images/share-card.png`);
    expect(only(meta, 'robots')).toBe('noindex');
  });
});

it('titles of filtered lists name the filter', async () => {
  const titles: string[] = [];
  const descriptions: string[] = [];
  for (const query of ['', '?category=free', '?type=Overlay', '?category=free&tag=grain', '?tag=grain']) {
    const { title, meta } = await open(`/resources${query}`);
    titles.push(title);
    descriptions.push(only(meta, 'description'));
  }
  expect(titles[1]).toMatch(/^Editing Assets - Free - /);
  expect(titles[3]).toMatch(/^Editing Assets - Free, grain - /);
  expect(new Set(titles).size).toBe(titles.length);
  expect(new Set(descriptions).size).toBe(descriptions.length);
});

it('unapproved resources have no share picture of their own', async () => {
  const { id: authorId, headers } = await test.addPerson('leaker');
  const id = await addResource(test, { authorId, status: 'PENDING' });
  const { statusCode, body } = await test.call({
    method: 'GET',
    url: `/resources/${id}`,
    headers: { ...headers, accept: 'text/html' },
  });
  expect(statusCode).toBe(200);
  expect(only(readHead(body).meta, 'og:image')).toBe(`${SITE}/public/Images/share-card.png`);
});

it('a page and its picture have the same title', async () => {
  const alts = await Promise.all(
    ['/terms', '/developers', '/faq', '/privacy', '/report', '/wiki', '/premium', '/elements', '/requests'].map(
      async (path) => {
        const { title, meta } = await open(path);
        return { path, title: title.split(' - ')[0], alt: only(meta, 'og:image:alt') };
      },
    ),
  );
  for (const { path, title, alt } of alts) expect(alt, path).toContain(`${title}, `);
});

it.each(['before=x', 'after=%00', 'before=1&after=2', 'before='])(
  'an invalid position in a thread list counts as its first page: %s',
  async (query) => {
    const path = addresses['/community/:category/:subcategory'] ?? '';
    expect(await canonicalOf(`${path}?${query}`)).toBe(path);
  },
);

describe('next and previous links', () => {
  it.each([
    ['/resources', null, '/resources?page=2'],
    ['/resources?page=2', '/resources', '/resources?page=3'],
    ['/resources?page=3', '/resources?page=2', null],
    ['/mira-cuts', null, '/mira-cuts?page=2'],
    ['/resources?sort=likes', null, null],
    ['/resources?page=900', '/resources?page=3', null],
    ['/mira-cuts?page=90', '/mira-cuts?page=3', null],
    ['/requests', null, '/requests?page=2'],
    ['/requests?page=2', '/requests', null],
    ['/requests?page=90', '/requests?page=2', null],
    // Search results are not indexed, so their pages have no rel=prev or rel=next links.
    ['/requests?search=Light', null, null],
  ])('of %s', async (path, previous, next) => {
    const { links } = await open(path);
    expect(links.get('prev')?.[0] ?? null).toBe(previous && SITE + previous);
    expect(links.get('next')?.[0] ?? null).toBe(next && SITE + next);
  });

  it('of a thread', async () => {
    const path = addresses['/community/:category/:subcategory/:threadId'];
    const { links, title } = await open(`${path}?page=2`);
    expect([links.get('canonical'), links.get('prev'), links.get('next')]).toEqual(
      ['?page=2', '', '?page=3'].map((page) => [`${SITE}${path}${page}`]),
    );
    expect(title).toContain('Page 2');
  });
});
