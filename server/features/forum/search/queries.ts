import { type Kysely, type RawBuilder, sql } from 'kysely';
import { FORUM_HITS_MAX } from '#contract/forum/limits.ts';
import type { DB } from '#db/types.ts';
import { type AuthorRow, authorOf } from '#server/features/forum/read/queries/authors.ts';
import type { PlaceRow } from '#server/features/forum/read/queries/places.ts';
import { readDirection } from '#server/kit/http/list-query.ts';

export type PostHitRow = {
  id: string;
  threadId: string;
  number: number;
  title: string;
  html: string;
  createdAt: Date;
  author: AuthorRow;
  category: PlaceRow;
  subcategory: PlaceRow;
};

/** Where to search: a null author or part of the forum means everywhere, an empty list of parts nowhere. */
export type SearchScope = { authorId: string | null; subcategoryIds: string[] | null };

type PostSearch = SearchScope & {
  /** Null finds all posts within the scope. */
  text: string | null;
  from: Date | null;
  /** Exclusive. */
  before: Date | null;
  /** By time; undefined ranks the hits. */
  sort: 'newest' | 'oldest' | undefined;
};

/** The newest posts are read one by one, because a common word would select most of the index. */
const NEWEST_READ = 2000;
/** Minimum share of them for each subcategory, if several are searched. */
const LEAST_READ = 100;
/** Posts with rarer words come from the index. If more than this have them and few new ones do, some are left out. */
const MOST_FROM_INDEX = 5000;
/** Threads whose titles match are found however old they are. */
const MOST_TITLED = 50;

/** Ids of an author and of parts of the forum. The author is undefined if nobody has the name. */
export async function findScope(
  db: Kysely<DB>,
  asked: { author: string | null; category: string | null; subcategory: string | null },
): Promise<{ authorId: string | null; subcategoryIds: string[] }> {
  const { rows } = await sql<{ authorId: string | null; subcategoryIds: string[] }>`select
    (select id from users where username = lower(${asked.author}::text) and deleted_at is null) as "authorId",
    array(select s.id from forum_subcategories s join forum_categories c on c.id = s.category_id
      where c.slug = ${asked.category}::text and s.slug = coalesce(${asked.subcategory}::text, s.slug)) as "subcategoryIds"`.execute(
    db,
  );
  return rows[0] ?? { authorId: null, subcategoryIds: [] };
}

const withinTime = ({ from, before }: PostSearch) =>
  sql`w.created_at >= coalesce(${from}::timestamptz, '-infinity') and w.created_at < coalesce(${before}::timestamptz, 'infinity')`;

const withinScope = ({ authorId, subcategoryIds }: PostSearch) =>
  sql`${authorId === null ? sql`true` : sql`w.author_id = ${authorId}`}
    and ${subcategoryIds === null ? sql`true` : sql`w.subcategory_id = any (${subcategoryIds}::uuid[])`}`;

/** The first posts in the order of time, along one of three indexes. */
const walk = (asked: PostSearch) => {
  const { authorId, subcategoryIds, sort } = asked;
  const inOrder = (which: RawBuilder<unknown>, most: number) => sql`select w.* from forum_post_words w
    where ${which} and ${withinTime(asked)} order by w.created_at ${sql.raw(readDirection(sort))} limit ${sql.lit(most)}`;
  if (authorId !== null) return inOrder(sql`w.author_id = ${authorId}`, NEWEST_READ);
  if (subcategoryIds === null) return inOrder(sql`true`, NEWEST_READ);
  const share = Math.max(LEAST_READ, Math.ceil(NEWEST_READ / Math.max(1, subcategoryIds.length)));
  return sql`select w.* from unnest(${subcategoryIds}::uuid[]) place
    cross join lateral (${inOrder(sql`w.subcategory_id = place`, share)}) w`;
};

const wholeWords = (text: string) =>
  sql`(select string_agg(format('%L', word), ' & ')::tsquery from unnest(search_words_of(${text})) word)`;

/** CTE `ranked`: places of up to FORUM_HITS_MAX hits. Each part of the statement reads a limited number of rows. */
const ranked = (asked: PostSearch) => {
  const { text, sort } = asked;
  const most = sql.lit(FORUM_HITS_MAX);
  const byTime = sql.raw(`created_at ${readDirection(sort)}, thread_id, number ${readDirection(sort)}`);
  if (text === null)
    return sql`ranked as (select w.thread_id, w.number, row_number() over (order by ${byTime}) as place
      from (${walk(asked)}) w where ${withinScope(asked)} order by place limit ${most})`;
  const query = sql`forum_words_query(${text})`;
  const columns = sql`w.thread_id, w.number, w.created_at, w.words @@ ${wholeWords(text)} as is_whole`;
  const isTitled = sql`(c.number = 1
    and exists (select from forum_titles h where h.thread_id = c.thread_id and h.words @@ ${query}))`;
  return sql`near as (
      select ${columns} from (${walk(asked)}) w where w.words @@ ${query} and ${withinScope(asked)}
      order by w.${byTime} limit ${most}
    ), far as (
      select ${columns} from (select w.* from forum_post_words w where (select count(*) from near) < ${most}
        and w.words @@ ${query} and ${withinScope(asked)} and ${withinTime(asked)} limit ${sql.lit(MOST_FROM_INDEX)}) w
      order by w.${byTime} limit ${most}
    ), titled as (
      select ${columns} from (select thread_id from forum_titles where words @@ ${query} limit ${sql.lit(MOST_TITLED)}) h
      join forum_post_words w on w.thread_id = h.thread_id and w.number = 1 and ${withinScope(asked)} and ${withinTime(asked)}
    ), candidates as (
      select * from (select * from near union select * from far order by ${byTime} limit ${most}) newest
      ${sort === undefined ? sql`union select * from titled` : sql``}
    ), ranked as (
      select c.thread_id, c.number, row_number() over (order by
        ${sort === undefined ? sql`${isTitled} desc, c.is_whole desc,` : sql``} c.${byTime}) as place
      from candidates c order by place limit ${most}
    )`;
};

const hitColumns = (now: Date) => sql`p.id, p.thread_id as "threadId", p.number, t.title, p.html,
  p.created_at as "createdAt", ${authorOf('author', now)} as author,
  json_build_object('id', c.id, 'name', c.name, 'slug', c.slug) as category,
  json_build_object('id', s.id, 'name', s.name, 'slug', s.slug) as subcategory`;

/** Posts with the given places, as `p`, and what is shown with them. */
const posts = sql`forum_posts p join forum_threads t on t.id = p.thread_id and t.deleted_at is null
  join users author on author.id = p.author_id
  join forum_subcategories s on s.id = t.subcategory_id join forum_categories c on c.id = s.category_id`;

/** One page of the hits, and how many there are, FORUM_HITS_MAX at most. */
export async function findHits(
  db: Kysely<DB>,
  asked: PostSearch,
  { limit, offset, now }: { limit: number; offset: number; now: Date },
): Promise<{ rows: PostHitRow[]; total: number }> {
  const { rows } = await sql<{ total: number } & (PostHitRow | { id: null })>`with ${ranked(asked)}
    select counted.total, hit.* from (select count(*)::int as total from ranked) counted
    left join (select r.place, ${hitColumns(now)}
      from (select * from ranked order by place limit ${limit} offset ${offset}) r
      join (${posts}) on p.thread_id = r.thread_id and p.number = r.number and p.deleted_at is null) hit on true
    order by hit.place`.execute(db);
  return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 };
}

/** The first posts of these threads, in the order of the ids. */
export async function findFirstPosts(db: Kysely<DB>, threadIds: string[], now: Date): Promise<PostHitRow[]> {
  const { rows } = await sql<PostHitRow>`select ${hitColumns(now)} from ${posts}
    where p.thread_id = any (${threadIds}::uuid[]) and p.number = 1 and p.deleted_at is null
    order by array_position(${threadIds}::uuid[], p.thread_id)`.execute(db);
  return rows;
}

/** Splits the words of new posts, so that searches find them. @returns how many there were, `most` at most */
export async function splitWords(db: Kysely<DB>, most: number): Promise<number> {
  const { rows } = await sql<{ split: number }>`select forum_split_words(${most}::int) as split`.execute(db);
  return rows[0]?.split ?? 0;
}
