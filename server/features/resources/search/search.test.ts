// Search results and their order (product.md DI-4), through HTTP and the real database.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ResourceCard } from '#contract/resources/api.ts';
import { refreshTrends } from '#server/features/resources/jobs.ts';
import { updateTrends } from '#server/features/resources/queries.ts';
import { siteJobs } from '#server/site-jobs.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';

let test: TestApp;
let leaker: Person;

beforeAll(async () => {
  test = await startTestApp();
  leaker = await test.addPerson('leaker', { username: 'mira-search' });
});
afterAll(() => test.stop());

type New = Partial<Parameters<typeof addResource>[1]>;
const add = (title: string, given: New = {}, day = 1) =>
  addResource(test, {
    authorId: leaker.id,
    title,
    createdAt: new Date(Date.UTC(2026, 2, day)),
    files: {},
    ...given,
  });

const list = async (query: Record<string, string>) => {
  const response = await test.call({ method: 'GET', url: `/api/resources?${new URLSearchParams(query)}` });
  expect(response.statusCode).toBe(200);
  return response.json<{
    resources: ResourceCard[];
    pagination: { total: number; pages: number; atLeast: boolean };
    mendedSearch: string | null;
  }>();
};
const titles = async (query: Record<string, string>) => (await list(query)).resources.map(({ title }) => title);

/** Publishes a change as a writer does, which clears all caches. */
const announce = async () => {
  const heard = new Promise<void>((resolve) => {
    test.deps.bus.subscribe('resources', () => resolve());
  });
  await test.deps.bus.publish(test.db, 'resources', 'all');
  await heard;
};

describe('ranking', () => {
  it('ranks the exact editor first, then editor or title, then author, description and tags', async () => {
    const author = await test.addPerson('leaker', { username: 'zoetrope-studio' });
    await add('Tagged', { tags: ['zoetrope'] }, 9);
    await add('In the words', { description: 'made with a zoetrope' }, 8);
    await add('By the name', { authorId: author.id }, 7);
    await add('Zoetrope titles', {}, 3);
    await add('Editor in part', { editor: 'Zoetrope Pro' }, 2);
    await add('Of the editor', { editor: 'Zoetrope' }, 1);
    expect(await titles({ search: 'zoeTROPE' })).toEqual([
      'Of the editor',
      'Zoetrope titles',
      'Editor in part',
      'By the name',
      'In the words',
      'Tagged',
    ]);
    expect(await titles({ search: 'zoetrope', sort: 'oldest' })).toEqual([
      'Of the editor',
      'Editor in part',
      'Zoetrope titles',
      'By the name',
      'In the words',
      'Tagged',
    ]);
  });

  it('ranks phrases before separate words, and those before words spread over several fields', async () => {
    await add('Quill nib', { description: 'and marbled paper' }, 4);
    await add('Paper of the quill, marbled', {}, 3);
    await add('Marbled paper quill', {}, 2);
    await add('A nib', { editor: 'Marbled Paper Quill' }, 1);
    expect(await titles({ search: 'marbled paper quill' })).toEqual([
      'A nib',
      'Marbled paper quill',
      'Paper of the quill, marbled',
      'Quill nib',
    ]);
  });

  it('does not rank in other sort orders', async () => {
    const ids = [
      await add('Kestrel', {}, 1),
      await add('Bird', { description: 'kestrel' }, 2),
      await add('Kestrel again', {}, 3),
    ];
    const set = (
      id: string | undefined,
      values: { likes: number; downloads: number; trend: number; updated_at: Date },
    ) =>
      test.db
        .updateTable('resources')
        .set(values)
        .where('id', '=', id ?? '')
        .execute();
    await set(ids[0], { likes: 1, downloads: 9, trend: 2, updated_at: new Date('2026-05-03') });
    await set(ids[1], { likes: 3, downloads: 5, trend: 2, updated_at: new Date('2026-05-01') });
    await set(ids[2], { likes: 2, downloads: 5, trend: 0, updated_at: new Date('2026-05-02') });
    expect(await titles({ search: 'kestrel', sort: 'likes' })).toEqual(['Bird', 'Kestrel again', 'Kestrel']);
    expect(await titles({ search: 'kestrel', sort: 'downloads' })).toEqual(['Kestrel', 'Kestrel again', 'Bird']);
    expect(await titles({ search: 'kestrel', sort: 'trending' })).toEqual(['Bird', 'Kestrel', 'Kestrel again']);
    expect(await titles({ search: 'kestrel', sort: 'updated' })).toEqual(['Kestrel', 'Kestrel again', 'Bird']);
    expect((await titles({ sort: 'likes' })).slice(0, 3)).toEqual(['Bird', 'Kestrel again', 'Kestrel']);
  });
});

describe('typo tolerance', () => {
  beforeAll(async () => {
    await add('Glitch storm', { tags: ['analog'] });
    await add('Transition bundle', { description: 'whip pans' });
    await add('Cinématique Straße', { description: 'Øresund at dusk' });
  });

  it.each([
    ['glich', 'glitch', 'Glitch storm'],
    ['gltich', 'glitch', 'Glitch storm'],
    ['glittch storm', 'glitch storm', 'Glitch storm'],
    ['trnasition', 'transition', 'Transition bundle'],
    ['transitoin bundel', 'transition bundle', 'Transition bundle'],
  ])('corrects %s to %s and says so', async (search, corrected, title) => {
    const found = await list({ search });
    expect([found.resources.map((resource) => resource.title), found.mendedSearch]).toEqual([[title], corrected]);
  });

  it.each([
    ['GLITCH', 'Glitch storm'],
    ['glit', 'Glitch storm'],
    ['gl', 'Glitch storm'],
    ['glitches', 'Glitch storm'],
    ['transitions', 'Transition bundle'],
    ['bundles transition', 'Transition bundle'],
    ['litch', 'Glitch storm'],
    ['trans bundle', 'Transition bundle'],
    ['storm, glitch!', 'Glitch storm'],
    ['cinematique', 'Cinématique Straße'],
    ['CINÉMATIQUE strasse', 'Cinématique Straße'],
    ['oresund', 'Cinématique Straße'],
  ])('searches for %s as typed', async (search, title) => {
    const found = await list({ search });
    expect([found.resources.map((resource) => resource.title), found.mendedSearch]).toEqual([[title], null]);
  });

  it('finds nothing for unknown words without similar ones', async () => {
    for (const search of ['qwxzyvk', '!!!', '😀', 'glitch qwxzyvk', "\\ ' : & | ! ( ) <-> *"])
      expect(await list({ search }), search).toMatchObject({ resources: [], pagination: { total: 0, pages: 0 } });
  });

  it('only knows the words of public resources', async () => {
    const id = await add('Xylophonic secret', {}, 5);
    expect(await titles({ search: 'xylophonic' })).toEqual(['Xylophonic secret']);
    for (const values of [
      { status: 'PENDING' },
      { status: 'APPROVED', hidden_at: new Date() },
      { deleted_at: new Date() },
    ]) {
      await test.db.updateTable('resources').set(values).where('id', '=', id).execute();
      await announce();
      for (const search of ['xylophonic', 'xylo', 'xylofonic', 'ylophon'])
        expect(await list({ search }), search).toMatchObject({ resources: [], mendedSearch: null });
      const words = await test.db.selectFrom('search_words').select('word').where('word', '=', 'xylophonic').execute();
      expect(words).toEqual([]);
    }
  });

  it('finds a person’s work under their new name', async () => {
    const person = await test.addPerson('leaker', { username: 'old-wren' });
    await add('Of the wren', { authorId: person.id });
    expect(await titles({ search: 'wren' })).toEqual(['Of the wren']);
    await test.db
      .updateTable('users')
      .set({ username: 'new-finch', display_name: 'Fjörð' })
      .where('id', '=', person.id)
      .execute();
    await announce();
    expect(await titles({ search: 'finch' })).toEqual(['Of the wren']);
    expect(await titles({ search: 'fjor' })).toEqual(['Of the wren']);
    expect(await titles({ search: 'old' })).toEqual([]);
  });
});

describe('combines words and filters', () => {
  beforeAll(async () => {
    const facts = { width: 3840, height: 2160, frameRate: 59.94, seconds: 8, alpha: true, loop: true };
    const id = await add(
      'Lantern smoke',
      { editor: 'Nuke', type: 'Overlay', licence: 'CC BY 4.0', tags: ['Smoke'] },
      1,
    );
    await test.db
      .updateTable('resources')
      .set({ facts: JSON.stringify(facts) })
      .where('id', '=', id)
      .execute();
    await add('Lantern light', { editor: 'Blender', tags: ['light'] }, 2);
  });

  it.each<[Record<string, string>, string[]]>([
    [{ search: 'lantern', editor: 'nuke' }, ['Lantern smoke']],
    [{ search: 'lantern', tag: 'LIGHT' }, ['Lantern light']],
    [{ search: 'lantern', type: 'overlay' }, ['Lantern light', 'Lantern smoke']],
    [{ search: 'lantern', licence: 'cc by 4.0', resolution: '4k', fps: '60', length: '5-15' }, ['Lantern smoke']],
    [{ alpha: 'yes', loop: 'yes', category: 'FREE' }, ['Lantern smoke']],
    [{ search: 'lantern', fps: '24' }, []],
    [{ search: 'lantern', editor: "no' such | editor & ! (x) \\" }, []],
    [{ search: 'lantern', category: 'nothing' }, []],
  ])('%j', async (query, expected) => {
    const found = await list(query);
    expect(found.resources.map(({ title }) => title)).toEqual(expected);
    expect(found.pagination).toMatchObject({ total: expected.length, atLeast: false });
  });

  it('treats special characters in a tag literally', async () => {
    const tag = "it's \\ a:b & (c|d) <-> !*";
    await add('Signed', { tags: [tag] });
    expect(await titles({ tag })).toEqual(['Signed']);
    expect(await titles({ tag: tag.toUpperCase(), search: 'signed' })).toEqual(['Signed']);
  });

  it('accepts malformed media facts', async () => {
    for (const facts of [
      '[]',
      '"x"',
      '7',
      'null',
      '{"width":"a","height":1e999,"frameRate":-1,"seconds":{},"alpha":"yes"}',
    ])
      await addResource(test, { authorId: leaker.id, title: 'Odd facts', files: {} }).then((id) =>
        test.db.updateTable('resources').set({ facts }).where('id', '=', id).execute(),
      );
    expect(await titles({ search: 'odd facts' })).toHaveLength(5);
  });
});

describe('totals', () => {
  it('come from counters for a single word or facet, whatever the total', async () => {
    for (let index = 0; index < 3; index += 1) await add(`Counted ${index}`, { tags: ['counted-tag'] });
    const { pagination } = await list({ search: 'counted', limit: '2' });
    expect(pagination).toMatchObject({ total: 3, pages: 2, atLeast: false });
    expect((await list({ tag: 'counted-tag', limit: '2', page: '2' })).resources).toHaveLength(1);
    expect((await list({ tag: 'counted-tag', limit: '2', page: '3' })).resources).toEqual([]);
  });
});

describe('facets', () => {
  const facets = async (query: Record<string, string>) => {
    const response = await test.call({ method: 'GET', url: `/api/resources/facets?${new URLSearchParams(query)}` });
    expect(response.statusCode).toBe(200);
    const { facets: found } = response.json<{
      facets: { kind: string; values: { value: string; label: string; count: number }[] }[];
    }>();
    return new Map(found.map(({ kind, values }) => [kind, values]));
  };

  it('have display names, follow the panel order, and include the active value', async () => {
    const facts = { width: 1080, height: 1920, frameRate: 23.976, seconds: 75, alpha: true, loop: true };
    const id = await add('Facet thing', {
      editor: 'DaVinci Resolve',
      type: 'LUT',
      tags: ['Facet-Tag'],
      licence: 'CC BY 4.0',
    });
    await test.db
      .updateTable('resources')
      .set({ facts: JSON.stringify(facts) })
      .where('id', '=', id)
      .execute();
    await announce();
    const found = await facets({ search: 'facet thing', editor: 'nothing' });
    expect([...found.keys()]).toEqual(['editor']);
    expect(found.get('editor')).toEqual([
      { value: 'davinci resolve', label: 'DaVinci Resolve', count: 1, atLeast: false },
      { value: 'nothing', label: 'nothing', count: 0, atLeast: false },
    ]);
    const all = await facets({ search: 'facet thing' });
    expect([...all].map(([kind, values]) => [kind, values.map(({ label }) => label)])).toEqual([
      ['type', ['LUT']],
      ['category', ['Free']],
      ['editor', ['DaVinci Resolve']],
      ['licence', ['CC BY 4.0']],
      ['resolution', ['1080p']],
      ['fps', ['24 fps']],
      ['length', ['Over 60 s']],
      ['alpha', ['With transparency']],
      ['loop', ['Loops']],
      ['tag', ['facet-tag']],
    ]);
  });

  it('come from the counters without a filter', async () => {
    const found = await facets({});
    const editors = (await test.call({ url: '/api/editors' })).json<{ name: string; count: number }[]>();
    expect(found.get('editor')?.[0]).toMatchObject({ label: editors[0]?.name, count: editors[0]?.count });
    expect(found.get('tag')?.length).toBeLessThanOrEqual(24);
  });
});

describe('trending', () => {
  it('weighs recent downloads higher, and only writes rows that change', async () => {
    const ids = [await add('Trend old'), await add('Trend new'), await add('Trend past')];
    const now = test.deps.now();
    const download = (id: string | undefined, person: string, daysAgo: number) => {
      const at = new Date(now.getTime() - daysAgo * 86_400_000 - 60_000);
      const day = at.toISOString().slice(0, 10);
      return test.db
        .insertInto('downloads')
        .values({ resource_id: id ?? '', person, day, created_at: at })
        .execute();
    };
    for (const person of ['a', 'b']) await download(ids[0], person, 5);
    for (const person of ['a', 'b']) await download(ids[1], person, 0);
    for (const person of ['a', 'b', 'c']) await download(ids[2], person, 8);
    await test.db.updateTable('resources').set({ trend: 0 }).where('id', 'not in', ids).execute();
    expect(await updateTrends(test.db, now)).toBe(2);
    expect(await titles({ search: 'trend', sort: 'trending' })).toEqual(['Trend new', 'Trend old', 'Trend past']);
    expect(await updateTrends(test.db, now)).toBe(0);
    const trends = await test.db
      .selectFrom('resources')
      .select('trend')
      .where('id', 'in', ids)
      .orderBy('trend')
      .execute();
    expect(trends.map(({ trend }) => trend)).toEqual([0, 4, 14]);
    expect(await updateTrends(test.db, new Date(now.getTime() + 9 * 86_400_000))).toBe(2);
  });

  it('runs as a scheduled job', async () => {
    expect(refreshTrends.cron).toBe('*/15 * * * *');
    expect(siteJobs).toContain(refreshTrends);
  });
});
