/** Inserts the forum's starter content (categories always, threads only with the demo) and deletes the demo's threads. */
import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import type { CategoryEntry } from '#demo/content/forum/places.ts';
import { pictureAddress } from '#server/features/forum/content/rules.ts';
import { RENDERER, readPost } from '#server/features/forum/write/rules.ts';
import type { DemoPost, DemoThread } from './forum.ts';

type Trx = Kysely<DB>;

export async function hasCategories(db: Trx): Promise<boolean> {
  return (await db.selectFrom('forum_categories').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export async function insertCategories(trx: Trx, categories: readonly CategoryEntry[], now: Date): Promise<void> {
  for (const [position, { name, slug, icon, subcategories }] of categories.entries()) {
    const { id } = await trx
      .insertInto('forum_categories')
      .values({ name, slug, icon, position, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('forum_subcategories')
      .values(subcategories.map((given, place) => ({ ...given, category_id: id, position: place, created_at: now })))
      .execute();
  }
}

/** Lookup tables for threads: user ids by username, resource ids by key, and stored files by art spec. */
export type ForumNames = {
  people: ReadonlyMap<string, string>;
  resources: ReadonlyMap<string, string>;
  pictures: ReadonlyMap<ArtOf, string>;
};
type ArtOf = DemoPost['pictures'] extends ReadonlyMap<string, infer Art> ? Art : never;

/** Base URL for parsing. The demo's posts only contain relative links, so any host will do. */
const ANY_SITE = 'http://localhost';

const fillIn = (text: string, post: DemoPost, { resources, pictures }: ForumNames): string =>
  text
    .replaceAll(/\(resource:([a-z0-9-]+)\)/g, (_all, key: string) => {
      const id = resources.get(key);
      if (!id) throw new Error(`The forum's starter content refers to an unknown resource: ${key}`);
      return `(/resources/${id})`;
    })
    .replaceAll(/\(picture:([a-z]+)\)/g, (_all, name: string) => {
      const art = post.pictures.get(name);
      const file = art && pictures.get(art);
      if (!file) throw new Error(`The forum's starter content refers to an unknown picture: ${name}`);
      return `(${pictureAddress(file)})`;
    });

const personOf = ({ people }: ForumNames, username: string): string => {
  const id = people.get(username);
  if (!id) throw new Error(`The forum's starter content refers to an unknown person: ${username}`);
  return id;
};

/** Inserts the demo's threads in the caller's transaction. Call `countForum` afterwards to set the counters. */
export async function insertThreads(trx: Trx, threads: readonly DemoThread[], names: ForumNames): Promise<void> {
  const places = await trx
    .selectFrom('forum_subcategories as s')
    .innerJoin('forum_categories as c', 'c.id', 's.category_id')
    .select(['s.id', 'c.slug as category', 's.slug as subcategory'])
    .execute();
  const idOf = new Map(places.map(({ id, category, subcategory }) => [`${category}/${subcategory}`, id]));
  const elements = await trx.selectFrom('resources').select(['id', 'slug']).where('slug', 'is not', null).execute();
  const bySlug = new Map(elements.map(({ id, slug }) => [slug, id]));
  for (const thread of threads) {
    const [opening] = thread.posts;
    const subcategory = idOf.get(thread.place);
    if (!opening || !subcategory)
      throw new Error(`The forum's starter content refers to an unknown place: ${thread.place}`);
    const { excerpt } = readPost(fillIn(opening.text, opening, names), ANY_SITE);
    const { id } = await trx
      .insertInto('forum_threads')
      .values({
        subcategory_id: subcategory,
        author_id: personOf(names, opening.username),
        title: thread.title,
        excerpt,
        tags: [...thread.tags],
        is_pinned: thread.isPinned,
        is_locked: thread.isLocked,
        view_count: thread.views,
        last_post_at: thread.at,
        created_at: thread.at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const [place, post] of thread.posts.entries())
      await insertPost(trx, { threadId: id, number: place + 1, post, bySlug }, names);
  }
}

type Placed = { threadId: string; number: number; post: DemoPost; bySlug: ReadonlyMap<string | null, string> };

const insertPost = async (trx: Trx, { threadId, number, post, bySlug }: Placed, names: ForumNames): Promise<void> => {
  const content = fillIn(post.text, post, names);
  const read = readPost(content, ANY_SITE);
  const mentions = read.names.filter((name) => names.people.has(name));
  const { id } = await trx
    .insertInto('forum_posts')
    .values({
      thread_id: threadId,
      number,
      author_id: personOf(names, post.username),
      content,
      html: read.toHtml(mentions),
      renderer: RENDERER,
      mentions,
      like_count: post.likes.length,
      version: post.before.length + 1,
      edit_reason: post.reason,
      edited_at: post.editedAt,
      created_at: post.at,
      deleted_at: post.removed?.at ?? null,
      delete_reason: post.removed?.reason ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const versions = post.before.map(({ text, reason, at }, count) => ({
    post_id: id,
    version: count + 1,
    content: fillIn(text, post, names),
    reason,
    created_at: at,
  }));
  if (versions.length > 0) await trx.insertInto('forum_post_versions').values(versions).execute();
  const likes = post.likes.map(({ username, at }) => ({
    post_id: id,
    user_id: personOf(names, username),
    type: 'like',
    created_at: at,
  }));
  if (likes.length > 0) await trx.insertInto('forum_reactions').values(likes).execute();
  const resources = read.resources.flatMap((name) => ('id' in name ? name.id : (bySlug.get(name.slug) ?? [])));
  if (resources.length > 0)
    await trx
      .insertInto('forum_post_resources')
      .values(resources.map((resource_id, place) => ({ post_id: id, position: place + 1, resource_id })))
      .execute();
  const pictures = read.pictures.map((file) => ({
    file,
    user_id: personOf(names, post.username),
    created_at: post.at,
    post_id: id,
  }));
  if (pictures.length > 0) await trx.insertInto('forum_pictures').values(pictures).execute();
};

/** Recomputes all forum counters and each thread's participants from the rows, and splits the words of new posts for the search. */
export async function countForum(trx: Trx): Promise<void> {
  await sql`
    update forum_threads t set
      post_count = (select count(*) from forum_posts p where p.thread_id = t.id and p.deleted_at is null),
      last_number = greatest(t.last_number, (select max(p.number) from forum_posts p where p.thread_id = t.id)),
      last_post_id = newest.id, last_post_number = newest.number, last_post_author_id = newest.author_id,
      last_post_at = newest.created_at
    from forum_threads own, lateral (
      select id, number, author_id, created_at from forum_posts p
      where p.thread_id = own.id and p.deleted_at is null order by number desc limit 1) newest
    where own.id = t.id and t.deleted_at is null`.execute(trx);
  await sql`
    update forum_subcategories s set
      thread_count = (select count(*) from forum_threads t where t.subcategory_id = s.id and t.deleted_at is null),
      post_count = (select coalesce(sum(t.post_count), 0) from forum_threads t
        where t.subcategory_id = s.id and t.deleted_at is null)`.execute(trx);
  await sql`
    update users u set posts_count = written.posts, reputation = u.total_likes + written.likes
    from users own, lateral (
      select count(*) as posts, coalesce(sum(p.like_count), 0) as likes
      from forum_posts p join forum_threads t on t.id = p.thread_id
      where p.author_id = own.id and p.deleted_at is null and t.deleted_at is null) written
    where own.id = u.id and (u.demo or u.posts_count > 0 or exists (select from forum_posts p where p.author_id = u.id))`.execute(
    trx,
  );
  await sql`
    insert into forum_participants (thread_id, user_id, first_number)
    select thread_id, author_id, min(number) from forum_posts where deleted_at is null group by thread_id, author_id
    on conflict (thread_id, user_id) do update set first_number = excluded.first_number`.execute(trx);
  await sql`select forum_split_words(1000000)`.execute(trx);
}

const demoPeopleOf = sql`(select id from users where demo)`;

/**
 * Removes the demo from the forum. Demo threads without any posts by real people are deleted. In all other threads, posts by demo
 * people are reassigned to the house account, so that replies keep their context.
 * @param house username of the account that owns the elements
 */
export async function deleteDemoForum(trx: Trx, house: string): Promise<void> {
  await sql`with gone as (delete from forum_reactions where user_id in ${demoPeopleOf} returning post_id)
    update forum_posts p set like_count = like_count - g.likes
    from (select post_id, count(*) as likes from gone group by 1) g where p.id = g.post_id`.execute(trx);
  for (const table of ['forum_visits', 'forum_list_reads', 'forum_subscriptions', 'forum_moderators'])
    await sql`delete from ${sql.table(table)} where user_id in ${demoPeopleOf}`.execute(trx);
  await sql`delete from forum_pictures where post_id is null and user_id in ${demoPeopleOf}`.execute(trx);
  const { rows } = await sql<{ id: string }>`
    select t.id from forum_threads t where t.author_id in ${demoPeopleOf} and not exists (
      select from forum_posts p join users u on u.id = p.author_id
      where p.thread_id = t.id and not u.demo and u.username <> ${house})`.execute(trx);
  const threads = rows.map(({ id }) => id);
  const posts = sql`(select id from forum_posts where thread_id = any (${threads}::uuid[]))`;
  for (const table of ['forum_reactions', 'forum_post_versions', 'forum_post_resources', 'forum_pictures'])
    await sql`delete from ${sql.table(table)} where post_id in ${posts}`.execute(trx);
  for (const table of ['forum_participants', 'forum_visits', 'forum_posts'])
    await sql`delete from ${sql.table(table)} where thread_id = any (${threads}::uuid[])`.execute(trx);
  await sql`delete from forum_threads where id = any (${threads}::uuid[])`.execute(trx);

  const houseId = sql`(select id from users where username = ${house})`;
  await sql`delete from forum_participants where user_id in ${demoPeopleOf}`.execute(trx);
  for (const [table, column] of [
    ['forum_posts', 'author_id'],
    ['forum_threads', 'author_id'],
    ['forum_threads', 'last_post_author_id'],
    ['forum_pictures', 'user_id'],
  ] as const)
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${houseId}
      where ${sql.ref(column)} in ${demoPeopleOf}`.execute(trx);
  await countForum(trx);
}
