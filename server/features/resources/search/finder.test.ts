// Tests the finder with random resources, filters, orders and pages. Every strategy must return the same results as a plain scan
// of all rows. With small limits, a few hundred rows are enough to trigger the strategies meant for a million.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DB } from '#db/types.ts';
import type { Sort } from '#server/features/resources/search/queries/search.ts';
import { startTestApp, type TestApp } from '#test/harness/harness.ts';
import { createFacets } from './facets.ts';
import { createFinder } from './finder.ts';
import type { ListingFilter } from './query-terms.ts';
import { type SearchLimits, usualLimits } from './spans.ts';

const ROWS = 700;
const DAY_MS = 86_400_000;

/** Seeded random number generator, so that runs are reproducible. */
const numbers = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};
const random = numbers(7);
const below = (count: number): number => Math.floor(random() * count);
const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
const chance = (share: number): boolean => random() < share;

// From very common to very rare words. Two share a prefix; no two are singular and plural of each other.
const vocabulary = ['film', 'neon', 'neonlight', 'smoke', 'grain', 'ember', 'ridge', 'quartz', 'vellum', 'zephyr'];
const someWord = (): string => vocabulary[Math.floor(random() ** 2 * vocabulary.length)] ?? 'film';
const someWords = (count: number): string => Array.from({ length: count }, someWord).join(' ');

type Row = {
  id: string;
  title: string;
  editor: string;
  author: string;
  description: string;
  tags: string[];
  category: string;
  type: string;
  fps: number | null;
  visible: boolean;
  createdAt: number;
  updatedAt: number;
  likes: number;
  downloads: number;
  trend: number;
};

let test: TestApp;
let rows: Row[];

beforeAll(async () => {
  test = await startTestApp();
  const authors = await Promise.all(
    ['ember-house', 'plain-person'].map((username) => test.addPerson('leaker', { username })),
  );
  const start = Date.UTC(2024, 0, 1);
  rows = Array.from({ length: ROWS }, () => {
    const author = pick(authors);
    // Some days have many resources and others have none. Some resources share a timestamp.
    const createdAt = start + Math.floor(random() ** 2 * 400) * DAY_MS + below(3) * 1000;
    return {
      id: crypto.randomUUID(),
      title: someWords(1 + below(3)),
      editor: pick(['After Effects', 'Neon', 'Smoke Pro', 'Blender']),
      author: author.username,
      description: someWords(below(6)),
      tags: [...new Set(someWords(below(3)).split(' ').filter(Boolean))],
      category: pick(['Free', 'Free', 'Premium', '3D']),
      type: pick(['LUT', 'overlay']),
      fps: chance(0.5) ? pick([24, 60]) : null,
      visible: chance(0.95),
      createdAt,
      updatedAt: createdAt + below(5) * DAY_MS,
      likes: below(20),
      downloads: below(200),
      trend: chance(0.2) ? below(50) : 0,
    };
  });
  const idOf = new Map(authors.map(({ username, id }) => [username, id]));
  const written = rows.map((row) => ({
    id: row.id,
    author_id: idOf.get(row.author) ?? '',
    title: row.title,
    description: row.description,
    category: row.category,
    editor: row.editor,
    type: row.type,
    tags: row.tags,
    licence: 'CC0',
    status: row.visible ? 'APPROVED' : 'PENDING',
    facts: JSON.stringify(row.fps === null ? {} : { frameRate: row.fps }),
    likes: row.likes,
    downloads: row.downloads,
    trend: row.trend,
    created_at: new Date(row.createdAt),
    updated_at: new Date(row.updatedAt),
  }));
  for (let from = 0; from < ROWS; from += 50)
    await test.db
      .insertInto('resources')
      .values(written.slice(from, from + 50))
      .execute();
});
afterAll(() => test.stop());

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
/** Removes duplicate words, because a repeated word counts once. */
const eachOnce = (search: string): string[] => [...new Set(wordsOf(search))];
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const passesFilter = (row: Row, filter: ListingFilter): boolean =>
  row.visible &&
  (!filter.category || row.category.toLowerCase() === filter.category.toLowerCase()) &&
  (!filter.editor || row.editor.toLowerCase() === filter.editor.toLowerCase()) &&
  (!filter.type || row.type.toLowerCase() === filter.type.toLowerCase()) &&
  (!filter.tag || row.tags.includes(filter.tag.toLowerCase())) &&
  (!filter.fps || String(row.fps) === filter.fps);

/** Each word of a search with the words it matches; the last word also matches as a prefix. */
const alternativesOf = (search: string): string[][] => {
  const inUse = new Set(rows.filter((row) => row.visible).flatMap((row) => placesOf(row).flat()));
  const last = wordsOf(search).at(-1);
  return eachOnce(search).map((word) =>
    [...inUse].filter((used) => (word === last ? used.startsWith(word) : used === word)),
  );
};

const placesOf = (row: Row): string[][] => [
  [...wordsOf(row.title), ...wordsOf(row.editor)],
  wordsOf(row.author),
  wordsOf(row.description),
  row.tags,
];

const tierOf = (row: Row, search: string, groups: string[][]): number => {
  if (wordsOf(row.editor).join(' ') === eachOnce(search).join(' ')) return 0;
  const follow = (words: string[]) =>
    words.some((_, start) => groups.every((group, index) => group.includes(words[start + index] ?? '')));
  if (follow(wordsOf(row.title)) || follow(wordsOf(row.editor))) return 1;
  const [headed = [], author = [], described = [], tagged = []] = placesOf(row);
  const has = (places: string[][]) =>
    groups.every((group) => group.some((word) => places.some((place) => place.includes(word))));
  if (!has([headed, author, described, tagged])) return 9;
  if (has([headed])) return 2;
  if (has([headed, author])) return 3;
  const known = new Set([...headed, ...author]);
  const needsTag = groups.some(
    (group) =>
      !group.some((word) => known.has(word)) &&
      group.some((word) => tagged.includes(word) && !described.includes(word)),
  );
  return needsTag ? 5 : 4;
};

const plainOrder = (sort: Sort) => (a: Row, b: Row) => {
  const byTime = b.createdAt - a.createdAt || compare(b.id, a.id);
  if (sort === 'oldest') return -byTime;
  if (sort === 'likes') return b.likes - a.likes || byTime;
  if (sort === 'downloads') return b.downloads - a.downloads || byTime;
  if (sort === 'trending') return b.trend - a.trend || byTime;
  if (sort === 'updated') return b.updatedAt - a.updatedAt || byTime;
  return byTime;
};

/** The full listing from a plain scan of all rows. */
const readAll = (filter: ListingFilter, sort: Sort, candidates: number): Row[] => {
  const search = filter.search ?? '';
  const groups = alternativesOf(search);
  const hits = rows
    .filter((row) => passesFilter(row, filter) && (groups.length === 0 || tierOf(row, search, groups) < 9))
    .sort(plainOrder(sort));
  if (groups.length === 0 || (sort !== 'newest' && sort !== 'oldest')) return hits;
  const first = hits.slice(0, candidates).map((row, place) => ({ row, place, tier: tierOf(row, search, groups) }));
  first.sort((a, b) => a.tier - b.tier || a.place - b.place);
  return [...first.map(({ row }) => row), ...hits.slice(candidates)];
};

const someFilter = (): ListingFilter => ({
  search: chance(0.75)
    ? [someWords(1 + below(3)), 'neo', 'after effects', 'smoke pro', 'ember house'][below(5)]
    : undefined,
  category: chance(0.25) ? pick(['free', 'PREMIUM', '3d', 'none']) : undefined,
  editor: chance(0.15) ? pick(['neon', 'After Effects']) : undefined,
  type: chance(0.15) ? pick(['lut', 'overlay']) : undefined,
  tag: chance(0.15) ? pick(['film', 'smoke']) : undefined,
  fps: chance(0.15) ? pick(['24', '60']) : undefined,
});

const small: SearchLimits = { candidates: 25, mostCounted: 60, hitCost: 10_000, mostMet: 100 };

it.each<[string, SearchLimits]>([
  ['with the usual limits', usualLimits],
  ['with small limits', small],
])(
  'returns the same hits as a full scan, %s',
  async (_name, limits) => {
    const finder = createFinder(test.deps, limits);
    const shown = new Map(rows.map(({ id, title, author, likes }) => [id, { id, title, author, likes }]));
    const ways = { walked: 0, looked: 0 };
    for (let round = 0; round < 150; round += 1) {
      const filter = someFilter();
      const sort = pick<Sort>(['newest', 'newest', 'oldest', 'likes', 'downloads', 'trending', 'updated']);
      const all = readAll(filter, sort, limits.candidates);
      const isFar =
        sort !== 'newest' && sort !== 'oldest' && Object.values(filter).some((value) => value !== undefined);
      const reach = isFar ? limits.mostCounted : all.length;
      const limit = pick([5, 21, 100]);
      // Read random pages one after another, because the finder remembers anchors from earlier pages.
      for (const page of [below(4), below(Math.ceil(all.length / limit) + 2), 0]) {
        const found = await finder.findPage(filter, sort, { offset: page * limit, limit });
        const about = JSON.stringify({ filter, sort, page, limit });
        expect(
          found.hits.map(({ id }) => id),
          about,
        ).toEqual(
          all
            .slice(0, reach)
            .slice(page * limit, (page + 1) * limit)
            .map(({ id }) => id),
        );
        for (const { id, card } of found.hits) {
          ways[card ? 'walked' : 'looked'] += 1;
          if (card) expect(card, about).toMatchObject(shown.get(id) ?? {});
        }
        expect(found.corrected, about).toBeNull();
        expect(found.hasMore, about).toBe(Math.min(all.length, reach) > (page + 1) * limit);
        // The first request of an expensive search returns a lower bound. Later requests return the exact count.
        expect(found.total, about).toBeLessThanOrEqual(all.length);
        const again = await finder.findPage(filter, sort, { offset: page * limit, limit });
        expect([again.total, again.atLeast], about).toEqual(
          all.length > limits.mostCounted && again.atLeast ? [limits.mostCounted, true] : [all.length, false],
        );
      }
    }
    expect(Math.min(ways.walked, ways.looked)).toBeGreaterThan(50);
  },
  60_000,
);

const facetsOf = (row: Row): { kind: string; value: string }[] => [
  { kind: 'category', value: row.category.toLowerCase() },
  { kind: 'editor', value: row.editor.toLowerCase() },
  { kind: 'type', value: row.type.toLowerCase() },
  { kind: 'licence', value: 'cc0' },
  ...(row.fps === null ? [] : [{ kind: 'fps', value: String(row.fps) }]),
  ...row.tags.map((value) => ({ kind: 'tag', value })),
];

it('counts every facet like a full scan, ignoring the filter of its own kind', async () => {
  const finder = createFinder(test.deps, usualLimits);
  const facets = createFacets(test.deps, finder, usualLimits.mostCounted);
  for (let round = 0; round < 60; round += 1) {
    const filter = round === 0 ? {} : someFilter();
    for (const { kind, values } of await facets.list(filter)) {
      const counts = new Map<string, number>();
      for (const row of readAll({ ...filter, [kind]: undefined }, 'newest', 0))
        for (const facet of facetsOf(row))
          if (facet.kind === kind) counts.set(facet.value, (counts.get(facet.value) ?? 0) + 1);
      const active = filter[kind]?.toLowerCase();
      if (active !== undefined && !counts.has(active)) counts.set(active, 0);
      const expected = [...counts].sort((a, b) => b[1] - a[1] || compare(a[0], b[0]));
      expect(
        values.map(({ value, count }) => [value, count]),
        JSON.stringify({ filter, kind }),
      ).toEqual(expected);
      expect(values.every(({ atLeast }) => !atLeast)).toBe(true);
    }
  }
}, 60_000);

it('marks facet counts of a truncated scan as lower bounds', async () => {
  const finder = createFinder(test.deps, small);
  const facets = await createFacets(test.deps, finder, small.mostCounted).list({ search: 'film' });
  expect(facets.length).toBeGreaterThan(3);
  for (const { values } of facets) expect(values.every(({ atLeast }) => atLeast)).toBe(true);
  const [types] = facets.filter(({ kind }) => kind === 'type');
  expect(types?.values.map(({ label }) => label).sort()).toEqual(['LUT', 'overlay']);
});

it('keeps every visible row in all derived tables', async () => {
  const ids = (table: keyof Pick<DB, 'search_entries'>) =>
    test.db.selectFrom(table).select('id').orderBy('id').execute();
  const visible = rows.filter((row) => row.visible).map(({ id }) => ({ id }));
  expect(await ids('search_entries')).toEqual(visible.sort((a, b) => compare(a.id, b.id)));
});
