import { type Kysely, type RawBuilder, sql } from 'kysely';
import { PINNED_MAX, THREADS_PER_PAGE } from '#contract/forum/limits.ts';
import type { DB } from '#db/types.ts';
import { moderatorIds, moderatorNames } from '#server/features/forum/moderators/queries.ts';
import { createCompiledQuery } from '#server/kit/db/compiled-query.ts';
import { containing } from '#server/kit/db/like.ts';
import { readDirection } from '#server/kit/http/list-query.ts';
import { type AuthorColumns, type AuthorRow, authorColumns, authorIn, authorOf } from './authors.ts';

export type PlaceRow = { id: string; name: string; slug: string };

/** A subcategory in the index. `subcategory` is null for a category without subcategories. */
export type IndexRow = {
  category: PlaceRow & { icon: string; moderators: string[] };
  subcategory: (PlaceRow & { icon: string; description: string }) | null;
  threadCount: number;
  postCount: number;
  lastPost: { id: string; threadId: string; title: string; author: AuthorRow } | null;
  lastPostAt: Date | null;
};

/** The forum's index in display order, without archived entries; each subcategory has its newest readable post. */
export async function findIndex(db: Kysely<DB>, now: Date): Promise<IndexRow[]> {
  const newest = (pinned: boolean) => sql`(select * from forum_threads t where t.subcategory_id = s.id
    and t.deleted_at is null and t.is_pinned = ${sql.lit(pinned)} order by t.last_post_at desc, t.id desc limit 1)`;
  const { rows } = await sql<IndexRow>`select
      json_build_object('id', c.id, 'name', c.name, 'slug', c.slug, 'icon', c.icon,
        'moderators', ${moderatorNames}) as category,
      case when s.id is not null then json_build_object('id', s.id, 'name', s.name, 'slug', s.slug, 'icon', s.icon,
        'description', s.description) end as subcategory,
      coalesce(s.thread_count, 0) as "threadCount", coalesce(s.post_count, 0) as "postCount",
      case when last.id is not null then json_build_object('id', last.last_post_id, 'threadId', last.id,
        'title', last.title, 'author', ${authorOf('writer', now)}) end as "lastPost",
      last.last_post_at as "lastPostAt"
    from forum_categories c
    left join forum_subcategories s on s.category_id = c.id and s.archived_at is null
    left join lateral (select * from (${newest(false)} union all ${newest(true)}) n
      order by n.last_post_at desc limit 1) last on true
    left join users writer on writer.id = last.last_post_author_id
    where c.archived_at is null order by c.position, c.id, s.position, s.id`.execute(db);
  return rows;
}

/** A position in a subcategory's list of threads. */
export type Cursor = { at: Date; id: string };

export type SubcategoryPageRow = PlaceRow & {
  icon: string;
  description: string;
  threadCount: number;
  postCount: number;
  isClosed: boolean;
  category: PlaceRow;
  /** Ids of the category's moderators. */
  moderators: string[];
};

/** Whether posting is closed in subcategory `s` of category `c`. */
export const isClosed = sql<boolean>`(s.archived_at is not null or c.archived_at is not null)`;

export type ThreadRow = {
  id: string;
  subcategoryId: string;
  title: string;
  excerpt: string;
  tags: string[];
  isPinned: boolean;
  isLocked: boolean;
  postCount: number;
  viewCount: number;
  lastNumber: number;
  changes: number;
  lastPostId: string;
  lastPostNumber: number;
  lastPostAt: Date;
  createdAt: Date;
  author: AuthorRow;
  lastAuthor: AuthorRow;
};

const threadFields = sql`t.id, t.subcategory_id as "subcategoryId", t.title, t.excerpt, t.tags,
  t.is_pinned as "isPinned", t.is_locked as "isLocked", t.post_count as "postCount", t.view_count as "viewCount",
  t.last_number as "lastNumber", t.change_count as changes, t.last_post_id as "lastPostId",
  t.last_post_number as "lastPostNumber", t.last_post_at as "lastPostAt", t.created_at as "createdAt"`;
export function threadColumns(now: Date) {
  return sql`${threadFields}, ${authorOf('author', now)} as author, ${authorOf('writer', now)} as "lastAuthor"`;
}

/** Which page of a list to read: `before` means older threads, `after` newer ones, null the first page. */
export type ListPlace = { before: Cursor } | { after: Cursor } | NumberedPage | null;

/**
 * A page by number, for API clients. Sorted by creation date if `sort` is set; otherwise by activity, with pinned threads first.
 */
export type NumberedPage = {
  search: string | undefined;
  sort: 'newest' | 'oldest' | undefined;
  limit: number;
  offset: number;
};

// These conditions match the two partial indexes.
const unpinned = sql`forum_threads t where t.subcategory_id = s.id and t.deleted_at is null and not t.is_pinned`;
const pinned = sql`forum_threads t where t.subcategory_id = s.id and t.deleted_at is null and t.is_pinned`;
const newestFirst = sql`order by t.last_post_at desc, t.id desc`;
/** One row more than a page holds, to see whether there is a next page. */
const most = sql.lit(THREADS_PER_PAGE + 1);

const isNewer = ({ at, id }: Cursor) => sql`(t.last_post_at, t.id) > (${at}, ${id}::uuid)`;
const isOlder = ({ at, id }: Cursor) => sql`(t.last_post_at, t.id) < (${at}, ${id}::uuid)`;

const firstPage = (condition: RawBuilder<unknown>) => sql`
  (select t.* from ${pinned} and ${condition} ${newestFirst} limit ${sql.lit(PINNED_MAX)})
  union all (select t.* from ${unpinned} and ${condition} ${newestFirst} limit ${most})`;

const isFound = (search: string | undefined) =>
  search === undefined ? sql`true` : sql`t.title ilike ${containing(search)}`;

const orderOf = (place: ListPlace) => {
  if (!place || !('offset' in place) || place.sort === undefined)
    return sql`order by t.is_pinned desc, t.last_post_at desc, t.id desc`;
  const direction = sql.raw(readDirection(place.sort));
  return sql`order by t.created_at ${direction}, t.id ${direction}`;
};

const pageAt = (place: ListPlace) => {
  if (place === null) return firstPage(sql`true`);
  if ('offset' in place)
    return sql`select t.* from forum_threads t where t.subcategory_id = s.id and t.deleted_at is null
      and ${isFound(place.search)} ${orderOf(place)} limit ${place.limit} offset ${place.offset}`;
  if ('before' in place)
    return sql`select t.* from ${unpinned} and ${isOlder(place.before)} ${newestFirst} limit ${most}`;
  return sql`${firstPage(sql`not far.down`)} union all (select t.* from ${unpinned} and far.down
    and ${isNewer(place.after)} order by t.last_post_at, t.id limit ${most})`;
};

/** Whether more than one page of threads is newer than the cursor. If not, going back leads to the first page. */
const isFarDown = (place: ListPlace) =>
  place !== null && 'after' in place
    ? sql`(select count(*) > ${sql.lit(THREADS_PER_PAGE)} from (select from ${unpinned} and ${isNewer(place.after)}
        order by t.last_post_at, t.id limit ${most}) n)`
    : sql`false`;

export type ListRow = { subcategory: SubcategoryPageRow; isFarDown: boolean; threads: ThreadRow[] };

type ListAddress = { categorySlug: string; subcategorySlug: string };
type ListBy = { id: string } | ListAddress;

/**
 * A subcategory by id or by slugs, archived or not, with one page of its threads in list order plus one extra row. The first page
 * starts with the pinned threads, which don't count towards the page size. On `after` pages far down the list, the extra row
 * comes first.
 */
export async function findList(db: Kysely<DB>, by: ListBy, place: ListPlace, now: Date): Promise<ListRow | undefined> {
  const rows = await readRows(db, by, place, now);
  const [first] = rows;
  if (!first) return undefined;
  const threads = rows.flatMap((row) =>
    row.id === null
      ? []
      : [Object.assign(row, { author: authorIn(row, 'author'), lastAuthor: authorIn(row, 'lastAuthor') })],
  );
  return { subcategory: JSON.parse(first.subcategory) as SubcategoryPageRow, isFarDown: first.isFarDown, threads };
}

const soughtBy = (by: ListBy) =>
  'id' in by ? sql`s.id = ${by.id}` : sql`c.slug = ${by.categorySlug} and s.slug = ${by.subcategorySlug}`;

/** Every row repeats the subcategory; only the first one is parsed. */
type ListedRow = { subcategory: string; isFarDown: boolean } & (
  | (Omit<ThreadRow, 'author' | 'lastAuthor'> & AuthorColumns<'author'> & AuthorColumns<'lastAuthor'>)
  | { id: null }
);

const selectList = (sought: RawBuilder<unknown>, place: ListPlace, now: Date) =>
  sql<ListedRow>`select place.of as subcategory, far.down as "isFarDown", ${threadFields},
      ${authorColumns('author', 'author', now)}, ${authorColumns('writer', 'lastAuthor', now)}
    from forum_subcategories s join forum_categories c on c.id = s.category_id
    cross join lateral (select json_build_object('id', s.id, 'name', s.name, 'slug', s.slug, 'icon', s.icon,
      'description', s.description, 'threadCount', s.thread_count, 'postCount', s.post_count, 'isClosed', ${isClosed},
      'moderators', ${moderatorIds},
      'category', json_build_object('id', c.id, 'name', c.name, 'slug', c.slug))::text as of offset 0) place
    cross join lateral (select ${isFarDown(place)} as down) far
    left join lateral (${pageAt(place)}) t on true
    left join users author on author.id = t.author_id left join users writer on writer.id = t.last_post_author_id
    where ${sought} ${orderOf(place)}`;

/** Number of threads in a subcategory that match a search. */
export async function countThreadsFound(db: Kysely<DB>, subcategoryId: string, search: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from forum_threads t
    where t.subcategory_id = ${subcategoryId} and t.deleted_at is null and ${isFound(search)}`.execute(db);
  return rows[0]?.total ?? 0;
}

const readFirstPageAt = createCompiledQuery((db, { categorySlug, subcategorySlug, now }: ListAddress & { now: Date }) =>
  selectList(soughtBy({ categorySlug, subcategorySlug }), null, now).compile(db),
);
const readFirstPageOf = createCompiledQuery((db, { id, now }: { id: string; now: Date }) =>
  selectList(soughtBy({ id }), null, now).compile(db),
);

/** Most readers request the first page. */
const readRows = async (db: Kysely<DB>, by: ListBy, place: ListPlace, now: Date): Promise<readonly ListedRow[]> => {
  if (place !== null) return (await selectList(soughtBy(by), place, now).execute(db)).rows;
  return 'id' in by ? readFirstPageOf(db, { id: by.id, now }) : readFirstPageAt(db, { ...by, now });
};

/**
 * A thread as shown in lists; undefined if it was removed. When read at the end of a transaction that holds its lock, it shows
 * exactly what the transaction changed.
 */
export async function findListedThread(db: Kysely<DB>, id: string, now: Date): Promise<ThreadRow | undefined> {
  const { rows } = await sql<ThreadRow>`select ${threadColumns(now)}
    from forum_threads t join users author on author.id = t.author_id
    join users writer on writer.id = t.last_post_author_id
    where t.id = ${id} and t.deleted_at is null`.execute(db);
  return rows[0];
}
