// Hostile text in any parameter of the listing and its facets causes no errors and reveals no hidden resources.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listingKeys } from '#contract/paths.ts';
import { startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { encodeHostile, expectHarmless, literals } from './hostile-inputs.ts';

/** Characters with a special meaning in a tsquery, a tsvector, LIKE or an array, alone and around words. */
const signs = [
  "'",
  '\\',
  ':',
  '&',
  '|',
  '!',
  '(',
  ')',
  '<->',
  '<2>',
  '*',
  ':*',
  ':A',
  '%',
  '_',
  '{',
  '}',
  '"',
  ',',
  '=',
  '😀',
];
const tsqueries = [
  ...signs.flatMap((sign) => [sign, `neon${sign}`, `${sign}neon`, `neon ${sign} glow`, sign.repeat(60)]),
  "'neon' & !'glow'",
  "neon'; drop table resources; --",
  "\\' | 'secret",
  'day=20778',
  'category=free',
  "tag=neon' | 'tag=secret",
  'a '.repeat(99),
];
const inputs = [
  ...[...literals('search'), ...literals('text'), ...literals('tags')].map(({ id, input }) => ({ id, input })),
  ...tsqueries.map((input) => ({ id: `tsquery ${input.slice(0, 20)}`, input })),
];

let test: TestApp;
let visible: Set<string>;

beforeAll(async () => {
  test = await startTestApp();
  const leaker = await test.addPerson('leaker');
  const add = (title: string, tags: string[]) => addResource(test, { authorId: leaker.id, title, tags, files: {} });
  visible = new Set([await add('Neon glow', ['neon', "it's"]), await add('Page=1 & b', ['glow', 'a\\b'])]);
  const hidden = await add('Secret neon', ['secret']);
  await test.db.updateTable('resources').set({ hidden_at: new Date() }).where('id', '=', hidden).execute();
});
afterAll(() => test.stop());

describe.each(['/api/resources', '/api/resources/facets'])('%s', (path) => {
  it.each(path.endsWith('facets') ? listingKeys.filter((key) => key !== 'sort') : [...listingKeys, 'page', 'limit'])(
    'handles any %s',
    async (key) => {
      expect(inputs.length).toBeGreaterThan(150);
      for (const { id, input } of inputs) {
        const url = `${path}?${key}=${encodeHostile(input)}`;
        if (url.length > 4096) continue;
        const started = performance.now();
        const reply = await test.call({ method: 'GET', url });
        expect(performance.now() - started, `${id} as ${key}`).toBeLessThan(1000);
        expectHarmless(reply, `${id} as ${key}`, input);
        expect([200, 400], `${id} as ${key}`).toContain(reply.statusCode);
        if (reply.statusCode !== 200) continue;
        expect(reply.body).not.toMatch(/"(secret|Secret neon)"/);
        if (path.endsWith('facets')) continue;
        const { resources, pagination } = reply.json<{ resources: { id: string }[]; pagination: { total: number } }>();
        expect(resources.every((resource) => visible.has(resource.id))).toBe(true);
        expect(pagination.total).toBeLessThanOrEqual(visible.size);
      }
    },
    60_000,
  );
});

it('pages with extremely large numbers are empty', async () => {
  for (const query of ['', 'search=neon&', 'category=free&', 'sort=likes&', 'search=neon&sort=trending&'])
    for (const page of ['999999', '9007199254740991', '9007199254740993', '1e9']) {
      const reply = await test.call({ method: 'GET', url: `/api/resources?${query}page=${page}` });
      expect([200, 400], `${query}${page}`).toContain(reply.statusCode);
      if (reply.statusCode === 200) expect(reply.json().resources).toEqual([]);
    }
  const last = await test.call({ method: 'GET', url: '/api/resources?page=999999&limit=1000' });
  expect([last.statusCode, last.json().resources]).toEqual([200, []]);
});
