import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { moderatorIds } from '#server/features/forum/moderators/queries.ts';
import { isVisible } from '#server/features/resources/public.ts';
import { createCompiledQuery } from '#server/kit/db/compiled-query.ts';
import { type AuthorColumns, type AuthorRow, authorColumns, authorIn, authorOf } from './authors.ts';
import { isClosed, type PlaceRow, type ThreadRow, threadColumns } from './places.ts';

export type WholeThreadRow = ThreadRow & {
  content: string;
  category: PlaceRow;
  subcategory: PlaceRow & { isClosed: boolean };
  /** Ids of the category's moderators. */
  moderators: string[];
  lastSeen: number | null;
  /** Null if the viewer has never subscribed, and for visitors. */
  isSubscribed: boolean | null;
  participants: AuthorRow[];
  more: { id: string; title: string; postCount: number }[];
};

/** A thread as a single JSON value, with dates as ISO strings. */
type ThreadJson = Omit<WholeThreadRow, 'lastPostAt' | 'createdAt'> & { lastPostAt: string; createdAt: string };

const readJson = (thread: ThreadJson): WholeThreadRow => ({
  ...thread,
  lastPostAt: new Date(thread.lastPostAt),
  createdAt: new Date(thread.createdAt),
});

/** What a thread contains for its viewer alone. */
type OwnColumns = Record<'lastSeen' | 'isSubscribed', RawBuilder<unknown>>;

/** Everything that the page of thread `t` shows besides its posts, as ThreadJson. */
const wholeThread = ({ lastSeen, isSubscribed }: OwnColumns, now: Date) => sql`(select row_to_json(whole) from (
    select ${threadColumns(now)}, ${lastSeen} as "lastSeen", ${isSubscribed} as "isSubscribed",
      (select p.content from forum_posts p where p.thread_id = t.id and p.number = 1) as content,
      json_build_object('id', c.id, 'name', c.name, 'slug', c.slug) as category,
      json_build_object('id', s.id, 'name', s.name, 'slug', s.slug, 'isClosed', ${isClosed}) as subcategory,
      ${moderatorIds} as moderators,
      (select coalesce(json_agg(${authorOf('person', now)} order by p.first_number), '[]') from (
        select * from forum_participants where thread_id = t.id order by first_number limit 8) p
        join users person on person.id = p.user_id) as participants,
      (select coalesce(json_agg(json_build_object('id', o.id, 'title', o.title, 'postCount', o.post_count)), '[]') from (
        select * from forum_threads o where o.subcategory_id = t.subcategory_id and o.deleted_at is null
          and not o.is_pinned and o.id <> t.id order by o.last_post_at desc, o.id desc limit 3) o) as more
    from users author join users writer on writer.id = t.last_post_author_id
    join forum_subcategories s on s.id = t.subcategory_id join forum_categories c on c.id = s.category_id
    where author.id = t.author_id) whole)`;

const ownColumns = (viewerId: string | null): OwnColumns => ({
  lastSeen: sql`(select v.last_number from forum_visits v where v.user_id = ${viewerId}::uuid and v.thread_id = t.id)`,
  isSubscribed: sql`(select f.is_on from forum_subscriptions f where f.user_id = ${viewerId}::uuid and f.thread_id = t.id)`,
});
const nobodys: OwnColumns = { lastSeen: sql`null::int`, isSubscribed: sql`null::boolean` };

/** A thread with everything that its page shows besides the posts; undefined if it was removed. */
export async function findThread(
  db: Kysely<DB>,
  id: string,
  viewerId: string | null,
  now: Date,
): Promise<WholeThreadRow | undefined> {
  const [row] = await readThread(db, { id, viewerId, now });
  return row && readJson(row.thread);
}

const readThread = createCompiledQuery(
  (db, { id, viewerId, now }: { id: string; viewerId: string | null; now: Date }) =>
    sql<{ thread: ThreadJson }>`select ${wholeThread(ownColumns(viewerId), now)} as thread
    from forum_threads t where t.id = ${id} and t.deleted_at is null`.compile(db),
);

/** The thread that has the posts of a merged one; undefined for other threads. */
export async function findMergedInto(db: Kysely<DB>, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('forum_threads')
    .select('merged_into')
    .where('id', '=', id)
    .where('merged_into', 'is not', null)
    .executeTakeFirst();
  return row?.merged_into ?? undefined;
}

export type LinkedRow = {
  id: string;
  title: string;
  author: string;
  isPremium: boolean;
  thumbnailKey: string | null;
  thumbnailHash: string | null;
};

export type PostRow = {
  id: string;
  threadId: string;
  number: number;
  content: string;
  html: string;
  renderer: number;
  mentions: string[];
  createdAt: Date;
  version: number;
  editReason: string | null;
  editedAt: Date | null;
  deletedAt: Date | null;
  deleteReason: string | null;
  likes: number;
  author: AuthorRow;
  reactions: { id: string; type: 'like' }[];
  resources: LinkedRow[];
};

/** A post's row. `reactions` and `resources` are null if empty, as for most posts, because null is cheaper to send and parse. */
type PostColumns = Omit<PostRow, 'author' | 'reactions' | 'resources'> &
  AuthorColumns<'author'> & { [Key in 'reactions' | 'resources']: PostRow[Key] | null };

const readColumns = (row: PostColumns): PostRow =>
  Object.assign(row, {
    author: authorIn(row, 'author'),
    reactions: row.reactions ?? [],
    resources: row.resources ?? [],
  });

const reactionsOf = (viewerId: string | null) =>
  sql`(select json_agg(json_build_object('id', r.id, 'type', r.type)) from forum_reactions r
    where r.post_id = p.id and r.user_id = ${viewerId}::uuid)`;

/** Columns of post `p` and its `author`. */
const postColumns = (reactions: RawBuilder<unknown>, now: Date) =>
  sql`p.id, p.thread_id as "threadId", p.number, p.content, p.html, p.renderer, p.mentions, p.created_at as "createdAt",
      p.version, p.edit_reason as "editReason", p.edited_at as "editedAt", p.deleted_at as "deletedAt",
      p.delete_reason as "deleteReason", p.like_count as likes, ${authorColumns('author', 'author', now)},
      ${reactions} as reactions,
      (select json_agg(json_build_object('id', resources.id, 'title', resources.title, 'author', users.username,
          'isPremium', resources.is_premium, 'thumbnailKey', resources.thumbnail_key,
          'thumbnailHash', resources.thumbnail_hash) order by l.position)
        from forum_post_resources l join resources on resources.id = l.resource_id and ${isVisible}
        join users on users.id = resources.author_id where l.post_id = p.id) as resources`;

/** A post, including a removed one, unless its thread is removed. */
export async function findPost(
  db: Kysely<DB>,
  id: string,
  viewerId: string | null,
  now: Date,
): Promise<PostRow | undefined> {
  const [row] = await readPost(db, { id, viewerId, now });
  return row && readColumns(row);
}

const readPost = createCompiledQuery((db, { id, viewerId, now }: { id: string; viewerId: string | null; now: Date }) =>
  sql<PostColumns>`select ${postColumns(reactionsOf(viewerId), now)}
    from forum_posts p join forum_threads t on t.id = p.thread_id and t.deleted_at is null
    join users author on author.id = p.author_id where p.id = ${id}`.compile(db),
);

/** Post numbers on a page. */
type Range = { from: number; to: number };

/**
 * A thread and its posts with these numbers, including removed posts. Beyond the end of the thread, the list of posts is empty.
 * Undefined if the thread was removed. Thread and posts come from one snapshot, so the posts match the thread's counters, and no
 * post is newer than the thread's last post.
 */
export async function findThreadPage(
  db: Kysely<DB>,
  id: string,
  { from, to }: Range,
  viewerId: string | null,
  now: Date,
): Promise<{ thread: WholeThreadRow; posts: PostRow[] } | undefined> {
  const rows = await (viewerId === null
    ? readPage(db, { id, from, to, now })
    : readPageFor(db, { id, from, to, viewerId, now }));
  const thread = rows[0]?.thread;
  if (!thread) return undefined;
  return { thread: readJson(thread), posts: rows.flatMap((row) => (row.id === null ? [] : [readColumns(row)])) };
}

/** Only the first row contains the thread. Beyond the thread's end, it is the only row and contains no post. */
type PageRow = { thread: ThreadJson | null } & (PostColumns | { id: null });

type PageOf = Range & { id: string; now: Date };

// Post numbers have no gaps, so the first post of a page is known from its number.
const selectPage = (
  { id, from, to, now }: PageOf,
  { own, reactions }: { own: OwnColumns; reactions: RawBuilder<unknown> },
) =>
  sql<PageRow>`select case when p.id is null or p.number = ${from} then ${wholeThread(own, now)} end as thread,
      ${postColumns(reactions, now)}
    from forum_threads t left join (forum_posts p join users author on author.id = p.author_id)
      on p.thread_id = t.id and p.number between ${from} and ${to}
    where t.id = ${id} and t.deleted_at is null order by p.number`;

const readPage = createCompiledQuery((db, given: PageOf) =>
  selectPage(given, { own: nobodys, reactions: sql`null::json` }).compile(db),
);
const readPageFor = createCompiledQuery((db, given: PageOf & { viewerId: string }) =>
  selectPage(given, { own: ownColumns(given.viewerId), reactions: reactionsOf(given.viewerId) }).compile(db),
);
