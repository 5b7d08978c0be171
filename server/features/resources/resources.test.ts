import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ResourceCard } from '#contract/resources/api.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';

let test: TestApp;
let leaker: Person;

beforeAll(async () => {
  test = await startTestApp();
  leaker = await test.addPerson('leaker', { username: 'mira-search' });
});
afterAll(() => test.stop());

const list = async (query: Record<string, string>) => {
  const response = await test.call({ method: 'GET', url: `/api/resources?${new URLSearchParams(query)}` });
  expect(response.statusCode).toBe(200);
  return response.json<{
    resources: ResourceCard[];
    pagination: { total: number; pages: number; currentPage: number; limit: number };
  }>();
};
const titles = async (query: Record<string, string>) => (await list(query)).resources.map((resource) => resource.title);

describe('listing', () => {
  it('shows approved resources only, newest first, oldest on request', async () => {
    const tag = 'order-of-time';
    for (const [day, status] of [
      [1, 'APPROVED'],
      [2, 'PENDING'],
      [3, 'REJECTED'],
      [4, 'APPROVED'],
    ] as const) {
      await addResource(test, {
        authorId: leaker.id,
        title: `Day ${day}`,
        tags: [tag],
        status,
        createdAt: new Date(Date.UTC(2026, 0, day)),
      });
    }
    expect(await titles({ tag })).toEqual(['Day 4', 'Day 1']);
    expect(await titles({ tag, sort: 'oldest' })).toEqual(['Day 1', 'Day 4']);
  });

  it('returns 21 per page with exact totals, no duplicates, and an empty page past the end', async () => {
    const tag = 'pages-of-many';
    for (let index = 0; index < 45; index += 1)
      await addResource(test, { authorId: leaker.id, title: `Page item ${index}`, tags: [tag], files: {} });
    const pages = await Promise.all(['1', '2', '3', '4'].map((page) => list({ tag, page })));
    expect(pages.map((page) => page.resources.length)).toEqual([21, 21, 3, 0]);
    expect(pages[0]?.pagination).toEqual({ total: 45, pages: 3, currentPage: 1, limit: 21, atLeast: false });
    const ids = pages.flatMap((page) => page.resources.map((resource) => resource.id));
    expect(new Set(ids).size).toBe(45);
    expect((await list({ tag, limit: '5' })).resources).toHaveLength(5);
  });

  it('matches category, editor and tag ignoring case', async () => {
    await addResource(test, {
      authorId: leaker.id,
      title: 'Cased',
      category: '3D',
      editor: 'Blender',
      tags: ['case-fold'],
    });
    const queries: Record<string, string>[] = [
      { category: '3d' },
      { category: '3D' },
      { editor: 'BLENDER' },
      { tag: 'CASE-FOLD' },
    ];
    for (const query of queries) {
      expect(await titles(query)).toContain('Cased');
    }
    expect(await titles({ category: 'Free', tag: 'case-fold' })).toEqual([]);
  });

  it('counts different spellings of an editor as one', async () => {
    for (const editor of ['Sketchpad X', 'sketchpad x', 'Sketchpad X'])
      await addResource(test, { authorId: leaker.id, editor });
    const { resources, pagination } = await list({ editor: 'SKETCHPAD x' });
    expect([resources.length, pagination.total]).toEqual([3, 3]);
  });

  it('only matches the Premium pill on an exact category, but still flags a "… Premium" category as premium', async () => {
    const id = await addResource(test, {
      authorId: leaker.id,
      title: 'Both',
      category: '3D Premium',
      tags: ['both-kinds'],
    });
    expect(await titles({ category: 'premium', tag: 'both-kinds' })).toEqual([]);
    const resource = (await test.call({ url: `/api/resources/${id}` })).json();
    expect([resource.isPremium, resource.category]).toEqual([true, '3D Premium']);
  });
});

describe('a resource', () => {
  it('has the fields of the specification', async () => {
    const id = await addResource(test, {
      authorId: leaker.id,
      title: 'Whole',
      licence: 'CC BY 4.0',
      files: { 'a.txt': 'abc' },
    });
    const resource = (await test.call({ url: `/api/resources/${id}` })).json();
    expect(resource).toMatchObject({
      id,
      title: 'Whole',
      author: 'mira-search',
      leaker: 'mira-search',
      licence: 'CC BY 4.0',
      fileSize: 3,
      fileCount: 1,
      status: 'APPROVED',
      isFollowing: false,
      isVerifiedLeaker: true,
      isPremiumLeaker: false,
      thumbnailUrl: '/public/Images/default-thumbnail.png',
    });
  });

  it('is a 404 unless public, except for its owner and admins', async () => {
    const { member, admin } = await test.addCast();
    const pending = await addResource(test, { authorId: leaker.id, status: 'PENDING' });
    const hidden = await addResource(test, { authorId: leaker.id });
    await test.db.updateTable('resources').set({ hidden_at: new Date() }).where('id', '=', hidden).execute();
    for (const id of [pending, hidden]) {
      const status = async (person?: Person) => (await test.call({ url: `/api/resources/${id}` }, person)).statusCode;
      expect([await status(), await status(member), await status(leaker), await status(admin)]).toEqual([
        404, 404, 200, 200,
      ]);
    }
    await test.db.updateTable('resources').set({ deleted_at: new Date() }).where('id', '=', hidden).execute();
    expect((await test.call({ url: `/api/resources/${hidden}` }, admin)).statusCode).toBe(404);
  });

  it('lists its files with folders first, in natural order', async () => {
    const names = ['b10.txt', 'b9.txt', 'Zeta/one.txt', 'alpha/x/deep.txt', 'alpha/two.txt'];
    const id = await addResource(test, {
      authorId: leaker.id,
      files: Object.fromEntries(names.map((name) => [name, name])),
    });
    const { files } = (await test.call({ url: `/api/resources/${id}/files` })).json();
    expect(files.map((file: { name: string }) => file.name)).toEqual([
      'alpha/x/deep.txt',
      'alpha/two.txt',
      'Zeta/one.txt',
      'b9.txt',
      'b10.txt',
    ]);
    expect(files[3]).toMatchObject({ size: 6, url: `/download/${id}?file=b9.txt` });
  });

  it('counts a view once per visitor and hour', async () => {
    const id = await addResource(test, { authorId: leaker.id });
    const views = async () => (await test.call({ url: `/api/resources/${id}` })).json().views;
    const open = (agent: string) =>
      test.call({ url: `/resources/${id}`, headers: { accept: 'text/html', 'user-agent': agent } });
    await open('one');
    await open('one');
    await open('two');
    await test.app.views.flush();
    expect(await views()).toBe(2);
    await open('one');
    await test.app.views.flush();
    expect(await views()).toBe(2);
    test.moveClock(3_600_000);
    await open('one');
    await test.app.views.flush();
    expect(await views()).toBe(3);
    expect(
      (await test.call({ method: 'POST', url: `/api/resources/${id}/view`, headers: { 'user-agent': 'three' } }))
        .statusCode,
    ).toBe(204);
    await test.app.views.flush();
    expect(await views()).toBe(4);
  });
});

describe('the counters', () => {
  it('contain every word of visible resources with the right count', async () => {
    const { rows } = await sql<{ word: string }>`
      select word from search_words kept full join (
        select word, count(*)::int as count from resources r, resource_words(r.terms) word
        where status = 'APPROVED' and hidden_at is null and deleted_at is null group by 1
      ) really using (word) where kept.count is distinct from really.count`.execute(test.db);
    expect(rows).toEqual([]);
    const { count } = await test.db
      .selectFrom('search_words')
      .select('count')
      .where('word', '=', 'mira')
      .executeTakeFirstOrThrow();
    expect(count).toBeGreaterThan(3);
  });

  it('do not deadlock', async () => {
    const [first, second] = [
      await addResource(test, { authorId: leaker.id }),
      await addResource(test, { authorId: leaker.id }),
    ];
    const rename = (db: typeof test.db, id: string, title: string) =>
      db.updateTable('resources').set({ title }).where('id', '=', id).execute();
    let other: Promise<unknown> = Promise.resolve();
    await test.db.transaction().execute(async (trx) => {
      await rename(trx, first, 'One by the first');
      other = rename(test.db, second, 'Two by the second');
      await expect
        .poll(async () => {
          const { rows } = await sql`select from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`.execute(test.db);
          return rows.length;
        })
        .toBe(1);
      await rename(trx, second, 'Two by the first');
    });
    await other;
    const row = await test.db.selectFrom('resources').select('title').where('id', '=', second).executeTakeFirst();
    expect(row?.title).toBe('Two by the second');
  });
});

describe('the derived lists', () => {
  it('keep every facet count exact through every change of a resource', async () => {
    const id = await addResource(test, {
      authorId: leaker.id,
      editor: 'CapCut',
      tags: ['facet-a', 'facet-b'],
      status: 'PENDING',
    });
    const change = (values: Record<string, unknown>) =>
      test.db.updateTable('resources').set(values).where('id', '=', id).execute();
    const differences = async () => {
      const { rows } = await sql<{ kind: string }>`
        with shown as (select * from resources where status = 'APPROVED' and hidden_at is null and deleted_at is null),
        really as (
          select 'all' as kind, '' as value, count(*)::int as count from shown having count(*) > 0
          union all select 'category', category, count(*)::int from shown group by 2
          union all select 'editor', editor, count(*)::int from shown group by 2
          union all select 'type', type, count(*)::int from shown group by 2
          union all select 'premium', is_premium::text, count(*)::int from shown group by 2
          union all select 'licence', coalesce(licence, ''), count(*)::int from shown group by 2
          union all select 'tag', tag, count(*)::int
            from (select distinct id, lower(unnest(tags)) as tag from shown) each group by 2
          union all select 'day', floor(extract(epoch from created_at) / 86400)::text, count(*)::int from shown group by 2
          union all select 'resolution', '4k', count(*)::int from shown where (facts->>'width')::int = 3840 having count(*) > 0
          union all select 'fps', round((facts->>'frameRate')::numeric)::text, count(*)::int from shown
            where facts ? 'frameRate' group by 2
          union all select 'length', '5-15', count(*)::int from shown where (facts->>'seconds')::numeric between 5 and 15
            having count(*) > 0
          union all select 'alpha', 'yes', count(*)::int from shown where facts @> '{"alpha": true}' having count(*) > 0
          union all select 'loop', 'yes', count(*)::int from shown where facts @> '{"loop": true}' having count(*) > 0)
        select kind, value from (select kind, value, count from facet_counts where count <> 0) kept
        full join really using (kind, value) where kept.count is distinct from really.count`.execute(test.db);
      return rows;
    };
    for (const values of [
      { status: 'APPROVED' },
      { tags: ['facet-b', 'facet-c', 'FACET-C'] },
      { category: 'Premium', editor: 'Blender' },
      { facts: JSON.stringify({ width: 3840, height: 2160, frameRate: 29.97, seconds: 5, alpha: true, loop: false }) },
      { created_at: new Date('2025-05-05'), facts: JSON.stringify({ frameRate: 60, loop: true }) },
      { hidden_at: new Date() },
      { hidden_at: null, status: 'REJECTED' },
      { status: 'APPROVED' },
      { deleted_at: new Date() },
    ]) {
      await change(values);
      expect(await differences()).toEqual([]);
    }
    await test.db.deleteFrom('resources').where('id', '=', id).execute();
    expect(await differences()).toEqual([]);
  });

  it('returns types and editors by count, without those that have no visible resource', async () => {
    const read = async (path: string) => (await test.call({ url: path })).json<{ name: string; count: number }[]>();
    for (const path of ['/api/types', '/api/editors']) {
      const counts = (await read(path)).map(({ count }) => count);
      expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    }
    const own = async () => (await read('/api/types')).filter(({ name }) => name === 'zoetrope strip');
    const id = await addResource(test, { authorId: leaker.id, type: 'zoetrope strip' });
    expect(await own()).toEqual([{ name: 'zoetrope strip', count: 1 }]);
    await test.db.updateTable('resources').set({ status: 'PENDING' }).where('id', '=', id).execute();
    expect(await own()).toEqual([]);
    await test.db.deleteFrom('resources').where('id', '=', id).execute();
  });

  it('returns at most 1000 leaks with their total, and the site statistics', async () => {
    // The tests write to the database directly, so this test has to publish the change as the site's own code would.
    const { count } = await test.db
      .selectFrom('facet_counts')
      .select('count')
      .where('kind', '=', 'all')
      .executeTakeFirstOrThrow();
    await test.deps.bus.publish(test.db, 'resources', 'all');
    await expect.poll(async () => (await list({})).pagination.total).toBe(count);
    const leaks = await test.call({ url: '/api/leaks?limit=1000&_=1732147200000' });
    const total = (await list({})).pagination.total;
    expect([Number(leaks.headers['x-total-count']), leaks.json().length]).toEqual([total, total]);
    const stats = (await test.call({ url: '/api/stats' })).json();
    expect(stats).toMatchObject({ totalUploads: total, discordMembers: null });
    expect(stats.totalUsers).toBeGreaterThan(0);
  });
});
