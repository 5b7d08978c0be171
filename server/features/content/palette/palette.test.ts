// The command palette's search, through HTTP and the real database (next.md SH-7²).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PALETTE_MAX_CHARACTERS, PALETTE_THREADS } from '#contract/content/limits.ts';
import type { SiteHits } from '#contract/content/palette.ts';
import { addThread, sharedSubcategory } from '#test/harness/forum.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { noteStatements } from '#test/harness/statements.ts';
import { expectHarmless, hostileCases } from '#test/hostile/hostile-inputs.ts';
import { nameIn } from './rules.ts';

let test: TestApp;
let leaker: Person;
let subcategoryId: string;

beforeAll(async () => {
  test = await startTestApp();
  leaker = await test.addPerson('leaker', { username: 'halide-palette' });
  subcategoryId = (await sharedSubcategory(test)).id;
});
afterAll(() => test.stop());

const ask = (text: string, person?: Person) =>
  test.call({ method: 'GET', url: `/api/search?${new URLSearchParams({ text })}` }, person);

const search = async (text: string, person?: Person): Promise<SiteHits> => {
  const reply = await ask(text, person);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<SiteHits>();
};
const assets = async (text: string) => (await search(text)).assets.map(({ title }) => title);
const people = async (text: string) => (await search(text)).people.map(({ username }) => username);
const threads = async (text: string) => (await search(text)).threads.map(({ title }) => title);

const addAsset = (title: string, given: { status?: 'PENDING' | 'APPROVED' } = {}) =>
  addResource(test, { authorId: leaker.id, title, files: {}, ...given });
const begin = (title: string, posts = 1) => addThread(test, { subcategoryId, authorId: leaker.id, title, posts });

describe('assets', () => {
  it('are found by the beginning of a word, with what the palette shows', async () => {
    const id = await addAsset('Ridgeline Film LUTs');
    const found = await search('ridg');
    expect(found.assets).toEqual([
      {
        id,
        title: 'Ridgeline Film LUTs',
        type: 'overlay',
        author: leaker.username,
        isPremium: false,
        thumbnailUrl: expect.any(String),
        thumbnailColor: null,
      },
    ]);
    expect(found.corrected).toBeNull();
  });

  it('that not every visitor may open are left out, for administrators too', async () => {
    const admin = await test.addPerson('admin');
    await addAsset('Obscura pending', { status: 'PENDING' });
    const hidden = await addAsset('Obscura hidden');
    await test.db.updateTable('resources').set({ hidden_at: new Date() }).where('id', '=', hidden).execute();
    const deleted = await addAsset('Obscura deleted');
    await test.db.updateTable('resources').set({ deleted_at: new Date() }).where('id', '=', deleted).execute();
    for (const person of [undefined, leaker, admin]) expect((await search('obscura', person)).assets).toEqual([]);
  });

  it('are found despite typing errors, with the corrected text', async () => {
    await addAsset('Anamorphic Streaks');
    const found = await search('anamorhpic');
    expect(found.assets.map(({ title }) => title)).toEqual(['Anamorphic Streaks']);
    expect(found.corrected).toBe('anamorphic');
    expect(await assets('anamorfic')).toEqual(['Anamorphic Streaks']);
  });
});

describe('people', () => {
  it('are found by the beginning, then the inside of their name, then a similar one', async () => {
    await test.addPerson('member', { username: 'vesperine' });
    await test.addPerson('member', { username: 'old-vesper' });
    const exact = await test.addPerson('member', { username: 'vesper' });
    await test.db.updateTable('users').set({ uploads_count: 3 }).where('id', '=', exact.id).execute();
    expect(await people('vesper')).toEqual(['vesper', 'vesperine', 'old-vesper']);
    expect((await search('VESPER')).people[0]).toEqual({ username: 'vesper', uploads: 3 });
    expect(await people('@vesperi')).toEqual(['vesperine', 'vesper']);
    expect(await people('vespre')).toContain('vesper');
  });

  it('who are suspended or deleted are left out', async () => {
    for (const [username, change] of [
      ['okapi-one', { suspended_at: new Date(0) }],
      ['okapi-two', { deleted_at: new Date() }],
      ['okapi-three', {}],
    ] as const) {
      const { id } = await test.addPerson('member', { username });
      if (Object.keys(change).length > 0) await test.db.updateTable('users').set(change).where('id', '=', id).execute();
    }
    expect(await people('okapi')).toEqual(['okapi-three']);
  });

  it.each([
    ['  @Mira ', 'mira'],
    ['film look', 'film-look'],
    ['LUT & grain', ''],
    ['über', ''],
    ['a', ''],
    ['x'.repeat(31), ''],
  ])('a name in %j is %j', (text, name) => {
    expect(nameIn(text.trim())).toBe(name);
  });
});

describe('threads', () => {
  it('are found by words of their title in any order, with their place and replies', async () => {
    const { id } = await begin('Halation on the Zephyr pack', 4);
    for (const text of ['zephyr', 'zeph hala', 'HALATION zephyrs', 'packs zephyr']) {
      const [first] = (await search(text)).threads;
      expect(first, text).toMatchObject({ id, title: 'Halation on the Zephyr pack', replies: 3 });
      expect(first?.subCategory).toEqual({ name: 'Colour', slug: 'colour' });
    }
    expect(await threads('zephyr unrelated')).toEqual([]);
  });

  it('put titles that start with the text first, then whole words, then the most recently active', async () => {
    const titles = ['About quartzite', 'New quartz looks', 'Quartz plates', 'Another quartz look'];
    for (const [day, title] of titles.entries())
      await addThread(test, { subcategoryId, authorId: leaker.id, title, at: new Date(Date.UTC(2026, 0, 1 + day)) });
    expect(await threads('quartz')).toEqual([
      'Quartz plates',
      'Another quartz look',
      'New quartz looks',
      'About quartzite',
    ]);
  });

  it('that are removed are left out until they are restored; a changed title counts immediately', async () => {
    const { id } = await begin('Lumen leaks');
    const change = (values: { title?: string; deleted_at?: Date | null }) =>
      test.db.updateTable('forum_threads').set(values).where('id', '=', id).execute();
    expect(await threads('lumen')).toEqual(['Lumen leaks']);
    await change({ deleted_at: new Date() });
    expect(await threads('lumen')).toEqual([]);
    await change({ deleted_at: null });
    expect(await threads('lumen')).toEqual(['Lumen leaks']);
    await change({ title: 'Candela leaks' });
    expect(await threads('lumen')).toEqual([]);
    expect(await threads('candela')).toEqual(['Candela leaks']);
  });

  it('are found despite typing errors, by the words of the catalogue or by similar titles', async () => {
    await addAsset('Chromatic drift');
    await begin('Which chromatic aberration do you use');
    expect(await threads('chromatci')).toEqual(['Which chromatic aberration do you use']);
    await begin('Fusion renders a gorgonzola frame');
    expect(await threads('gorgonzloa')).toEqual(['Fusion renders a gorgonzola frame']);
  });

  it('with a word that very many have include the newest ones', async () => {
    await test.deps.pool.query(
      `insert into forum_threads (subcategory_id, author_id, title, excerpt, last_post_at, created_at)
       select $1, $2, 'Ubiquity ' || n, '', now() - interval '1 year' + n * interval '1 minute',
         now() - interval '1 year' + n * interval '1 minute' from generate_series(1, 400) n`,
      [subcategoryId, leaker.id],
    );
    const found = await threads('ubiquity');
    expect(found).toHaveLength(PALETTE_THREADS);
    expect(found[0]).toBe('Ubiquity 400');
    expect(await threads('ubiquity 17')).toContain('Ubiquity 17');
  });
});

describe('a search', () => {
  it.each(['', 'a', ' a ', 'x'.repeat(PALETTE_MAX_CHARACTERS + 1), 'a\u0000b'])('for %j is refused', async (text) => {
    expect((await ask(text)).statusCode).toBe(400);
  });

  it.each(['!!', '%_', '___', 'ال', '日本', "o'; drop table users"])('for %j finds nothing', async (text) => {
    expect(await search(text)).toEqual({ assets: [], people: [], threads: [], corrected: null });
  });

  it('copes with hostile input', async () => {
    for (const { id, input } of hostileCases.filter(({ how, kind }) => how === 'literal' && kind === 'text'))
      expectHarmless(await ask(input), id, input);
  });

  it('runs a fixed number of statements', async () => {
    await addAsset('Vignette pack');
    await begin('Vignette questions');
    const statements = noteStatements(test);
    await search('vignett');
    const reads = statements.filter((text) => /^\s*(select|with)\b/i.test(text));
    // The vocabulary, the days, the hits and their cards; people; threads.
    expect(reads.length, reads.join('\n')).toBeLessThanOrEqual(7);
  });

  it('is limited per user, and per network without a login', async () => {
    const limited = await startTestApp({ beside: test, limits: { siteSearches: { limit: 2, windowSeconds: 60 } } });
    try {
      const statusOf = async (person?: Person) =>
        (await limited.call({ method: 'GET', url: '/api/search?text=light' }, person)).statusCode;
      const member = await limited.addPerson();
      expect([await statusOf(), await statusOf(), await statusOf()]).toEqual([200, 200, 429]);
      expect(await statusOf(member)).toBe(200);
    } finally {
      await limited.stop();
    }
  });
});
