import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { isClosed } from '#server/features/forum/read/queries/places.ts';

type Trx = Kysely<DB>;

type MovableThread = {
  id: string;
  subcategoryId: string;
  authorId: string;
  title: string;
  excerpt: string;
  postCount: number;
  viewCount: number;
  lastNumber: number;
  createdAt: Date;
  firstPostId: string;
};

/** Locks threads in the order of their ids against posting, pinning and removal. Removed ones are left out. */
export async function lockMovableThreads(trx: Trx, ids: readonly string[]): Promise<MovableThread[]> {
  const { rows } = await sql<MovableThread>`select t.id, t.subcategory_id as "subcategoryId", t.author_id as "authorId",
      t.title, t.excerpt, t.post_count as "postCount", t.view_count as "viewCount", t.last_number as "lastNumber",
      t.created_at as "createdAt",
      (select p.id from forum_posts p where p.thread_id = t.id and p.number = 1) as "firstPostId"
    from forum_threads t where t.id = any (${[...ids]}::uuid[]) and t.deleted_at is null
    order by t.id for no key update of t`.execute(trx);
  return rows;
}

export type MovingPlace = { id: string; name: string; slug: string; categorySlug: string; isClosed: boolean };

/** Locks subcategories in the order of their ids, as their counters change. */
export async function lockPlaces(trx: Trx, ids: readonly string[]): Promise<MovingPlace[]> {
  const { rows } =
    await sql<MovingPlace>`select s.id, s.name, s.slug, c.slug as "categorySlug", ${isClosed} as "isClosed"
    from forum_subcategories s join forum_categories c on c.id = s.category_id
    where s.id = any (${[...ids]}::uuid[]) order by s.id for no key update of s`.execute(trx);
  return rows;
}

/** Changes a thread's subcategory. It is no longer pinned, because pins belong to a list. */
export async function setSubcategory(trx: Trx, threadId: string, subcategoryId: string): Promise<void> {
  await sql`update forum_threads set subcategory_id = ${subcategoryId}, is_pinned = false, change_count = change_count + 1
    where id = ${threadId}`.execute(trx);
}

/** Keeps posts read that people have marked as read together with the list that the thread is about to leave. */
export async function keepListReads(
  trx: Trx,
  { threadId, subcategoryId, now }: { threadId: string; subcategoryId: string; now: Date },
): Promise<void> {
  await sql`insert into forum_visits as v (user_id, thread_id, last_number, seen_at)
    select l.user_id, ${threadId}::uuid, read.number, ${now}::timestamptz from forum_list_reads l
    cross join lateral (select max(p.number) as number from forum_posts p
      where p.thread_id = ${threadId} and p.created_at <= l.read_at) read
    where l.subcategory_id = ${subcategoryId} and read.number is not null
    on conflict (user_id, thread_id) do update set last_number = greatest(v.last_number, excluded.last_number)`.execute(
    trx,
  );
}

type Merging = { from: string; into: string };

/** Larger than every number, so that posts can be renumbered although numbers are unique in a thread. */
const BEYOND = 1_000_000_000;

/** The posts of both threads with their places in the merged one. */
const placesIn = ({ from, into }: Merging) => sql`select p.id, p.thread_id, p.number,
    (row_number() over (order by p.created_at, p.thread_id <> ${into}::uuid, p.number))::int as place
  from forum_posts p where p.thread_id in (${from}::uuid, ${into}::uuid)`;

/**
 * Records how far readers of either thread have read the merged one: up to their first unread post of the two. Call it before
 * `mergePosts`.
 */
export async function mergeVisits(trx: Trx, merging: Merging): Promise<void> {
  const { from, into } = merging;
  await sql`with places as materialized (${placesIn(merging)}),
    readers as (
      select v.user_id, max(v.seen_at) as seen_at,
        coalesce(max(v.last_number) filter (where v.thread_id = ${from}::uuid), 0) as from_number,
        coalesce(max(v.last_number) filter (where v.thread_id = ${into}::uuid), 0) as into_number
      from forum_visits v where v.thread_id in (${from}::uuid, ${into}::uuid) group by v.user_id
    )
    insert into forum_visits (user_id, thread_id, last_number, seen_at)
    select r.user_id, ${into}::uuid, least(f.place, i.place, (select count(*) + 1 from places)) - 1, r.seen_at from readers r
    left join places f on f.thread_id = ${from}::uuid and f.number = r.from_number + 1
    left join places i on i.thread_id = ${into}::uuid and i.number = r.into_number + 1
    on conflict (user_id, thread_id) do update set last_number = excluded.last_number`.execute(trx);
  await sql`delete from forum_visits where thread_id = ${from}`.execute(trx);
}

/** Moves the subscriptions of one thread to another, except those of people who have decided about the other one. */
export async function mergeSubscriptions(trx: Trx, { from, into }: Merging): Promise<void> {
  await sql`insert into forum_subscriptions (thread_id, user_id, is_on, changed_at)
    select ${into}::uuid, user_id, is_on, changed_at from forum_subscriptions where thread_id = ${from}
    on conflict do nothing`.execute(trx);
  await sql`delete from forum_subscriptions where thread_id = ${from}`.execute(trx);
}

/** Moves the posts of one thread to another and numbers all of them by time. Lock both threads first. */
export async function mergePosts(trx: Trx, merging: Merging): Promise<void> {
  const { from, into } = merging;
  const both = sql`(${from}::uuid, ${into}::uuid)`;
  // Waits for likes, and for words that are just being split.
  await sql`select from forum_posts where thread_id in ${both} order by id for update`.execute(trx);
  await sql`delete from forum_post_words where thread_id in ${both}`.execute(trx);
  await sql`update forum_posts p set thread_id = ${into}, number = places.place + ${sql.lit(BEYOND)}
    from (${placesIn(merging)}) places where p.id = places.id`.execute(trx);
  await sql`update forum_posts set number = number - ${sql.lit(BEYOND)} where thread_id = ${into}`.execute(trx);
  await sql`delete from forum_participants where thread_id in ${both}`.execute(trx);
  await sql`insert into forum_participants (thread_id, user_id, first_number)
    select thread_id, author_id, min(number) from forum_posts where thread_id = ${into} and deleted_at is null
    group by thread_id, author_id`.execute(trx);
}

/** Removes a merged thread without its posts. Threads that were merged into it before lead to the other one, too. */
export async function markMerged(
  trx: Trx,
  { from, into }: Merging,
  { by, reason, at }: { by: string | null; reason: string; at: Date },
): Promise<void> {
  await sql`update forum_threads set deleted_at = ${at}, deleted_by = ${by}, delete_reason = ${reason}, merged_into = ${into},
    is_pinned = false, post_count = 0 where id = ${from}`.execute(trx);
  await sql`update forum_threads set merged_into = ${into} where merged_into = ${from}`.execute(trx);
}

/** Updates the counters of a thread after `mergePosts`, and splits its words. `first` is the thread with the earlier first post. */
export async function recountMerged(
  trx: Trx,
  into: string,
  { first, views }: { first: Pick<MovableThread, 'authorId' | 'excerpt' | 'createdAt'>; views: number },
): Promise<void> {
  await sql`update forum_threads t set post_count = counted.posts, last_number = counted.newest,
      last_post_id = newest.id, last_post_number = newest.number, last_post_author_id = newest.author_id,
      last_post_at = newest.created_at, last_post_digest = null, change_count = t.change_count + 1,
      view_count = t.view_count + ${views}::int, author_id = ${first.authorId}, excerpt = ${first.excerpt},
      created_at = ${first.createdAt}
    from (select count(*) filter (where deleted_at is null)::int as posts, max(number) as newest
        from forum_posts where thread_id = ${into}) counted,
      (select id, number, author_id, created_at from forum_posts where thread_id = ${into} and deleted_at is null
        order by number desc limit 1) newest
    where t.id = ${into}`.execute(trx);
  await sql`insert into forum_post_words select w.* from forum_threads t
    cross join lateral forum_post_words_of(t.id, 1, t.last_number) w where t.id = ${into}
    on conflict do nothing`.execute(trx);
}
