// Seeds a large forum: one subcategory with very many threads, and one thread with very many posts.
import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { RENDERER } from '#server/features/forum/write/rules.ts';

/** The seeded subcategory, and its long thread. */
export type BenchForum = {
  subcategory: { id: string; address: string };
  threadId: string;
  /** Some posts of the long thread: from its start, middle and end. */
  postIds: string[];
};

const PEOPLE = 200;
const CONTENT = `Before the film LUT, never after it: **node 3** is where the log transform ends.

\`\`\`
ffmpeg -i in.mov -vf lut3d=film.cube out.mov
\`\`\`

Skin sits at about 70 IRE then, and the highlights roll off as they should.`;

/**
 * Seeds the forum, as the database's owner. Every hundredth thread and every tenth post of the long thread are removed; three
 * threads are pinned. Each thread has one post except the long one, whose posts are by 200 users.
 */
export async function fillForum(
  db: Kysely<DB>,
  { threads, posts }: { threads: number; posts: number },
): Promise<BenchForum> {
  await sql`insert into users (username, email) select 'writer-' || n, 'writer-' || n || '@people.example'
    from generate_series(1, ${sql.lit(PEOPLE)}) n`.execute(db);
  await sql`create temporary table writers as select id, row_number() over (order by username)::int - 1 as place
    from users where username like 'writer-%'`.execute(db);
  const { rows: places } = await sql<{ id: string }>`with category as (
      insert into forum_categories (name, slug, icon, position, created_at)
      values ('An old one', 'old', 'video', 9, now()) returning id
    )
    insert into forum_subcategories (category_id, name, slug, icon, position, created_at)
    select id, 'Colour', 'colour', 'image', 0, now() from category returning id`.execute(db);
  const subcategoryId = places[0]?.id ?? '';
  await sql`
    insert into forum_threads (subcategory_id, author_id, title, excerpt, tags, is_pinned, post_count, view_count, last_number,
      last_post_number, last_post_author_id, last_post_at, created_at, deleted_at)
    select ${subcategoryId}, w.id, 'Skin tones in scene ' || n, left(${CONTENT}, 300), '{colour}', n % 30000 = 7, 1, n % 900, 1, 1,
      w.id, at, at, case when n % 100 = 0 then at end
    from generate_series(1, ${threads}::int) n join writers w on w.place = n % ${sql.lit(PEOPLE)},
      lateral (select date_trunc('milliseconds', now() - n * interval '7 minutes') as at) t`.execute(db);
  const insertPosts = (from: number, to: number, which: ReturnType<typeof sql>) =>
    sql`
    insert into forum_posts (thread_id, number, author_id, content, html, renderer, created_at, deleted_at, delete_reason)
    select t.id, n, w.id, ${CONTENT}, ${`<p>${CONTENT}</p>`}, ${sql.lit(RENDERER)}, t.created_at + n * interval '1 second',
      case when n % 10 = 0 then t.created_at end, case when n % 10 = 0 then 'Off topic' end
    from forum_threads t cross join generate_series(${from}::int, ${to}::int) n
    join writers w on w.place = n % ${sql.lit(PEOPLE)} where ${which}`.execute(db);
  await insertPosts(1, 1, sql`true`);
  await sql`update forum_threads t set last_post_id = p.id from forum_posts p where p.thread_id = t.id`.execute(db);
  const { rows: long } = await sql<{ id: string }>`select id from forum_threads where subcategory_id = ${subcategoryId}
    and deleted_at is null and not is_pinned order by last_post_at desc offset 3 limit 1`.execute(db);
  const threadId = long[0]?.id ?? '';
  await insertPosts(2, posts, sql`t.id = ${threadId}`);
  // The last post is removed, so the thread points to the post before it.
  await sql`update forum_threads t set last_number = ${posts}, post_count = ${posts - Math.floor(posts / 10)},
    last_post_number = p.number, last_post_id = p.id, last_post_author_id = p.author_id
    from forum_posts p where t.id = ${threadId} and p.thread_id = t.id and p.number = ${posts - 1}`.execute(db);
  await sql`insert into forum_participants (thread_id, user_id, first_number)
    select thread_id, author_id, min(number) from forum_posts group by 1, 2`.execute(db);
  const readable = threads - Math.floor(threads / 100);
  await sql`update forum_subcategories set thread_count = ${readable}, post_count = ${readable + posts}
    where id = ${subcategoryId}`.execute(db);
  await sql`drop table writers`.execute(db);
  for (const table of ['users', 'forum_threads', 'forum_posts', 'forum_participants', 'forum_subcategories'])
    await sql`vacuum (analyze) ${sql.id(table)}`.execute(db);
  const chosen = await db
    .selectFrom('forum_posts')
    .select('id')
    .where('thread_id', '=', threadId)
    .where('number', 'in', [1, Math.ceil(posts / 2), posts])
    .orderBy('number')
    .execute();
  const address = 'old/colour';
  return { subcategory: { id: subcategoryId, address }, threadId, postIds: chosen.map(({ id }) => id) };
}

/** Cursor for the subcategory's thread list, after the given number of threads. */
export async function placeAfter(db: Kysely<DB>, subcategoryId: string, threads: number): Promise<string> {
  const row = await db
    .selectFrom('forum_threads')
    .select(['id', 'last_post_at as at'])
    .where('subcategory_id', '=', subcategoryId)
    .where('deleted_at', 'is', null)
    .where('is_pinned', '=', false)
    .orderBy('last_post_at', 'desc')
    .orderBy('id', 'desc')
    .offset(threads)
    .limit(1)
    .executeTakeFirstOrThrow();
  return `${row.at.getTime()}-${row.id}`;
}
