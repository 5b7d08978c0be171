import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { THREAD_TAGS_MAX, THREAD_TITLE_MAX_CHARACTERS } from '#contract/forum/limits.ts';
import { DEFAULT_CATEGORIES } from '#demo/content/forum/places.ts';
import { newPostPictureFile } from '#server/features/forum/content/rules.ts';
import { startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { buildDemo, buildElements, demoPeople, houseAccount, type StarterPerson } from './build.ts';
import { fillStarter } from './first-content.ts';
import { demoThreads } from './forum.ts';
import { countForum, hasCategories, insertCategories, insertThreads } from './forum-queries.ts';
import { countRelations, deleteDemo, findDemoKeys, findUnusedKeys, insertPerson } from './queries.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const threads = demoThreads(NOW);
const people = new Map([houseAccount(NOW), ...demoPeople(NOW)].map((person) => [person.username, person]));
const places = new Set(
  DEFAULT_CATEGORIES.flatMap(({ slug, subcategories }) => subcategories.map((sub) => `${slug}/${sub.slug}`)),
);

describe("the demo's forum", () => {
  it('has enough threads and posts to look active, with one pinned and one locked thread', () => {
    expect(threads.length).toBeGreaterThanOrEqual(24);
    expect(threads.flatMap(({ posts }) => posts).length).toBeGreaterThanOrEqual(150);
    expect(Math.max(...threads.map(({ posts }) => posts.length))).toBeGreaterThan(60);
    expect(threads.filter(({ isPinned }) => isPinned)).toHaveLength(1);
    expect(threads.filter(({ isLocked }) => isLocked)).toHaveLength(1);
    expect([...places].filter((place) => !threads.some((thread) => thread.place === place))).toEqual([]);
    expect(threads.filter(({ place }) => !places.has(place))).toEqual([]);
    expect(new Set(threads.map(({ title }) => title)).size).toBe(threads.length);
  });

  it('keeps to the limits for titles and tags', () => {
    for (const { title, tags } of threads) {
      expect(title.length, title).toBeLessThanOrEqual(THREAD_TITLE_MAX_CHARACTERS);
      expect(tags.length, title).toBeLessThanOrEqual(THREAD_TAGS_MAX);
    }
  });

  it('has posts and likes by existing people, in chronological order and not in the future', () => {
    for (const { title, posts } of threads) {
      const moments = posts.map(({ at }) => at.getTime());
      expect(moments, title).toEqual([...moments].sort((a, b) => a - b));
      for (const { username, at, likes, text, before, editedAt, removed } of posts) {
        const about = `${title}: ${text.slice(0, 30)}`;
        expect(people.get(username)?.createdAt.getTime(), about).toBeLessThan(at.getTime());
        expect(at.getTime(), about).toBeLessThanOrEqual(NOW.getTime());
        for (const moment of [editedAt, removed?.at, ...before.map((version) => version.at)])
          expect(moment?.getTime() ?? 0, about).toBeLessThanOrEqual(NOW.getTime());
        expect(new Set(likes.map((like) => like.username)).size, about).toBe(likes.length);
        expect(
          likes.map((like) => like.username),
          about,
        ).not.toContain(username);
      }
    }
    const skin = threads.find(({ title }) => title.startsWith('How do you keep skin tones'));
    expect(skin?.posts.map(({ likes }) => likes.length).slice(0, 5)).toEqual([38, 21, 4, 9, 54]);
    expect(skin?.posts[0]).toMatchObject({ reason: 'fixed node 3', before: [{ reason: null }, expect.anything()] });
    expect(skin?.posts).toHaveLength(15);
  });
});

describe("the forum's starter content in the database", () => {
  let test: TestApp;
  const ids = new Map<string, string>();

  const addPerson = async (given: StarterPerson, demo: boolean): Promise<void> => {
    const id = randomUUID();
    ids.set(given.username, id);
    await insertPerson(test.db, { ...given, id, demo, passwordHash: null, avatarFile: null, bannerFile: null });
  };

  beforeAll(async () => {
    test = await startTestApp();
    for (const [username, person] of people) await addPerson(person, username !== houseAccount(NOW).username);
    const resources = new Map<string, string>();
    const owner = ids.get('okapi') ?? '';
    for (const { key, slug, title } of [...buildElements(NOW), ...buildDemo(NOW)]) {
      const id = await addResource(test, { authorId: owner, title });
      resources.set(key, id);
      await test.db
        .updateTable('resources')
        .set({ slug, demo: slug === null })
        .where('id', '=', id)
        .execute();
    }
    const pictures = new Map(
      threads.flatMap(({ posts }) =>
        posts.flatMap((post) =>
          [...post.pictures.values()].map(
            (art) => [art, newPostPictureFile(ids.get(post.username) ?? '', { width: 1280, height: 720 })] as const,
          ),
        ),
      ),
    );
    await test.db.transaction().execute(async (trx) => {
      await insertCategories(trx, DEFAULT_CATEGORIES, NOW);
      await insertThreads(trx, threads, { people: ids, resources, pictures });
      await countForum(trx);
      await countRelations(trx);
    });
  });
  afterAll(async () => await test.stop());

  const count = async (table: 'forum_posts' | 'forum_threads' | 'forum_reactions' | 'forum_pictures') => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(test.db);
    return rows[0]?.n;
  };

  // Rows whose counters do not match the rows they count.
  const wrongCounters = async () => {
    const { rows } = await sql<{ what: string }>`
      select 'thread ' || t.title as what from forum_threads t where row(t.post_count, t.last_number, t.last_post_id) is distinct from
        (select row((count(*) filter (where p.deleted_at is null))::int, max(p.number),
          (array_agg(p.id order by p.number desc) filter (where p.deleted_at is null))[1])
          from forum_posts p where p.thread_id = t.id)
      union all select 'place ' || s.slug from forum_subcategories s where row(s.thread_count, s.post_count) is distinct from
        (select row(count(distinct t.id)::int, count(p.id)::int) from forum_threads t
          left join forum_posts p on p.thread_id = t.id and p.deleted_at is null where t.subcategory_id = s.id)
      union all select 'likes of ' || p.id from forum_posts p
        where p.like_count <> (select count(*) from forum_reactions r where r.post_id = p.id)
      union all select 'posts of ' || u.username from users u
        where u.posts_count <> (select count(*) from forum_posts p where p.author_id = u.id and p.deleted_at is null)
      union all select 'reputation of ' || u.username from users u where u.reputation <> u.total_likes +
        (select coalesce(sum(p.like_count), 0) from forum_posts p where p.author_id = u.id and p.deleted_at is null)
      union all select 'taking part in ' || t.title from forum_threads t
        where (select count(*) from forum_participants f where f.thread_id = t.id) <>
          (select count(distinct p.author_id) from forum_posts p where p.thread_id = t.id and p.deleted_at is null)
    `.execute(test.db);
    return rows.map(({ what }) => what);
  };

  it('includes the default categories', async () => {
    expect(await hasCategories(test.db)).toBe(true);
    const listed = await test.db.selectFrom('forum_subcategories').select('slug').execute();
    expect(listed.map(({ slug }) => slug)).toContain('colour');
  });

  it('has correct counters', async () => {
    expect(await count('forum_posts')).toBe(threads.flatMap(({ posts }) => posts).length);
    expect(await wrongCounters()).toEqual([]);
    await test.db.updateTable('forum_threads').set({ post_count: 99 }).where('title', '=', 'House rules').execute();
    expect(await wrongCounters()).toEqual(expect.arrayContaining(['thread House rules']));
    await countForum(test.db);
  });

  it('links to people, assets and pictures', async () => {
    const { html } = await test.db
      .selectFrom('forum_posts')
      .select('html')
      .where('content', 'like', '%My own tin%')
      .executeTakeFirstOrThrow();
    expect(html).toContain('<a href="/halide">@halide</a>');
    const all = await test.db.selectFrom('forum_posts').select(['content', 'html']).execute();
    expect(all.filter(({ content }) => /\((resource|picture):/.test(content))).toEqual([]);
    expect(all.filter(({ html: shown }) => shown.includes('<img'))).toHaveLength((await count('forum_pictures')) ?? 0);
    const cards = await test.db.selectFrom('forum_post_resources').select('post_id').execute();
    expect(cards.length).toBeGreaterThan(10);
  });

  it('is deleted with the demo, except threads with posts by real people', async () => {
    const real = await test.addPerson();
    const rain = await test.db
      .selectFrom('forum_threads')
      .select(['id', 'last_number as last', 'post_count as posts'])
      .where('title', 'like', 'Rain on glass%')
      .executeTakeFirstOrThrow();
    const answer = { thread_id: rain.id, number: rain.last + 1, author_id: real.id, content: 'Thank you.' };
    await test.db
      .insertInto('forum_posts')
      .values({ ...answer, html: '<p>Thank you.</p>', renderer: 1, created_at: NOW })
      .execute();
    const keys = await findDemoKeys(test.db);
    expect(keys.filter((key) => key.startsWith('f/'))).toHaveLength((await count('forum_pictures')) ?? 0);
    await test.db.transaction().execute(deleteDemo);
    expect(await count('forum_threads')).toBe(1);
    expect(await count('forum_posts')).toBe(rain.last + 1);
    expect(await count('forum_reactions')).toBe(0);
    expect(await count('forum_pictures')).toBe(1);
    expect(await wrongCounters()).toEqual([]);
    const unused = await findUnusedKeys(test.db, keys);
    expect(keys.filter((key) => key.startsWith('f/') && !unused.includes(key))).toHaveLength(1);
    const authors = await test.db.selectFrom('forum_posts').select('author_id').distinct().execute();
    expect(new Set(authors.map(({ author_id }) => author_id))).toEqual(new Set([real.id, ids.get('helix-studio')]));
  });
});

describe('the first start', () => {
  it('creates the categories once, even with two processes, and later starts leave them alone', async () => {
    const test = await startTestApp();
    const other = await startTestApp({ beside: test });
    try {
      const { id: authorId } = await test.addPerson('leaker');
      for (const { slug } of buildElements(NOW)) {
        const id = await addResource(test, { authorId });
        await test.db.updateTable('resources').set({ slug }).where('id', '=', id).execute();
      }
      const start = ({ deps }: TestApp) => fillStarter(deps, { demo: false, onResource: async () => {} });
      const names = async () => {
        const rows = await test.db.selectFrom('forum_categories').select('name').orderBy('position').execute();
        return rows.map(({ name }) => name);
      };
      expect(await names()).toEqual([]);
      await Promise.all([test, other, test, other].map(start));
      expect(await names()).toEqual(DEFAULT_CATEGORIES.map(({ name }) => name));
      await test.db.updateTable('forum_categories').set({ archived_at: NOW, name: 'Old' }).execute();
      await start(test);
      expect(await names()).toEqual(['Old', 'Old', 'Old']);
    } finally {
      await other.stop();
      await test.stop();
    }
  });
});
