import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { parseXml, textsOf } from '#test/harness/xml.ts';
import { literals } from '#test/hostile/hostile-inputs.ts';
import { feedXml } from './feed.ts';
import type { FeedRow } from './queries.ts';

const SITE = 'https://helix.example';
let test: TestApp;

beforeAll(async () => {
  test = await startTestApp({ env: { PUBLIC_URL: SITE } });
});
afterAll(() => test.stop());

const get = (url: string, headers: Record<string, string> = {}) => test.call({ method: 'GET', url, headers });

const addApproved = async (authorId: string, title: string, approvedAt: Date, tags: string[] = []): Promise<string> => {
  const id = await addResource(test, { authorId, title, tags });
  await test.db.updateTable('resources').set({ approved_at: approvedAt }).where('id', '=', id).execute();
  return id;
};

it('lists the 50 most recently approved resources, newest first, and nothing that is not public', async () => {
  const leaker = await test.addPerson('leaker');
  const start = test.deps.now().getTime();
  const ids: string[] = [];
  for (let count = 0; count < 52; count += 1)
    ids.push(
      await addApproved(leaker.id, `Pack ${count}`, new Date(start + count * 1000), [
        'grain',
        'r&d',
        'Overlay',
        'GRAIN',
      ]),
    );
  const hidden = await addApproved(leaker.id, 'Hidden', new Date(start + 100_000));
  await test.db.updateTable('resources').set({ hidden_at: test.deps.now() }).where('id', '=', hidden).execute();
  await addResource(test, { authorId: leaker.id, title: 'Waiting', status: 'PENDING' });

  const { body, headers } = await get('/feed.xml');
  expect(headers['content-type']).toBe('application/rss+xml; charset=utf-8');
  const feed = parseXml(body);
  const items = [...feed.getElementsByTagName('item')];
  expect(items.map((item) => textsOf(item, 'title')[0])).toEqual(
    Array.from({ length: 50 }, (_, place) => `Pack ${51 - place}`),
  );
  const [first] = items;
  if (!first) throw new Error('the feed is empty');
  const textOf = (name: string) => textsOf(first, name);
  expect(textOf('guid')).toEqual([`urn:uuid:${ids[51]}`]);
  expect(textOf('link')).toEqual([`${SITE}/resources/${ids[51]}`]);
  expect(Date.parse(textOf('pubDate')[0] ?? '')).toBe(Math.floor((start + 51_000) / 1000) * 1000);
  expect(textOf('dc:creator')).toEqual([leaker.username]);
  expect(textOf('category')).toEqual(['overlay', 'grain', 'r&d']);
  const [picture] = first.getElementsByTagName('media:thumbnail');
  expect(picture?.getAttribute('url')).toMatch(/^https:\/\/helix\.example\/public\//);
  const [self] = feed.getElementsByTagName('atom:link');
  expect(self?.getAttribute('href')).toBe(`${SITE}/feed.xml`);

  const again = await get('/feed.xml', { 'if-none-match': String(headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

it('lists the resources of one leaker, and returns 404 for unknown ones', async () => {
  const [one, other] = [await test.addPerson('leaker'), await test.addPerson('leaker')];
  await addApproved(one.id, 'Mine', test.deps.now());
  await addApproved(other.id, 'Theirs', test.deps.now());
  const feed = parseXml((await get(`/feed.xml?author=${one.username}`)).body);
  expect([...feed.getElementsByTagName('item')].map((item) => textsOf(item, 'title')[0])).toEqual(['Mine']);
  expect(feed.getElementsByTagName('atom:link')[0]?.getAttribute('href')).toBe(
    `${SITE}/feed.xml?author=${one.username}`,
  );
  expect((await get('/feed.xml?author=nobody-here')).statusCode).toBe(404);
  await test.db.updateTable('users').set({ deleted_at: test.deps.now() }).where('id', '=', one.id).execute();
  expect((await get(`/feed.xml?author=${one.username}`)).statusCode).toBe(404);
});

it('is well-formed whatever people write', () => {
  const texts = [...literals('text'), ...literals('tags'), ...literals('search')].map(({ input }) => input);
  expect(texts.length).toBeGreaterThan(30);
  const at = new Date(0);
  const rowOf = (text: string) =>
    ({
      id: 'id',
      title: text,
      author: text,
      editor: text,
      category: text,
      type: text,
      tags: [text],
      description: text,
      approvedAt: at,
    }) as FeedRow;
  for (const text of [...texts, ']]>', '\u0000\u0008\ud800\uffff', '<!--', '\u202eabc']) {
    const site = { siteName: text, siteDescription: text, origin: SITE };
    const feed = parseXml(feedXml(site, [{ ...rowOf(text), thumbnailKey: null }], null));
    expect(feed.getElementsByTagName('item')).toHaveLength(1);
    expect(feed.getElementsByTagName('script')).toHaveLength(0);
    expect(textsOf(feed, 'title').join('')).not.toMatch(/[\u202a-\u202e]/);
  }
});
