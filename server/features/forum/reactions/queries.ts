import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';

export type Reacted = { id: string; threadId: string; likes: number; isNew: boolean };

// Likes of readable posts count towards their author's reputation (product.md, "Stored roles"). Lock order: post first, author
// last. The thread gets a key-share lock, which blocks nothing but its removal. A removal reverses these counts.

/**
 * Adds a user's reaction unless it already exists, and credits the post's author.
 * @returns undefined if there is no such readable post
 */
export async function addReaction(
  db: Kysely<DB>,
  { postId, userId, type }: { postId: string; userId: string; type: 'like' },
  now: Date,
): Promise<Reacted | undefined> {
  // `xmax` is 0 in rows that this statement inserted, and nonzero in rows that already existed.
  const { rows } = await sql<Reacted>`
    with held as (
      select p.id, p.thread_id, p.like_count from forum_posts p
      join forum_threads t on t.id = p.thread_id and t.deleted_at is null
      where p.id = ${postId} and p.deleted_at is null for no key update of p for key share of t
    ), kept as (
      insert into forum_reactions (post_id, user_id, type, created_at)
      select id, ${userId}::uuid, ${type}, ${now}::timestamptz from held
      on conflict (post_id, user_id, type) do update set type = excluded.type
      returning id, post_id, xmax = 0 as is_new
    ), counted as (
      update forum_posts p set like_count = p.like_count + 1 from kept where p.id = kept.post_id and kept.is_new
      returning p.author_id, p.like_count
    ), credited as (
      update users u set reputation = u.reputation + 1 from counted where u.id = counted.author_id
    )
    select kept.id, held.thread_id as "threadId", kept.is_new as "isNew",
      coalesce((select like_count from counted), held.like_count) as likes
    from kept join held on held.id = kept.post_id`.execute(db);
  return rows[0];
}

/** Removes a user's own reaction. Returns undefined if the user has no such reaction. */
export async function deleteReaction(
  db: Kysely<DB>,
  { id, userId }: { id: string; userId: string },
): Promise<{ postId: string; threadId: string; likes: number } | undefined> {
  const { rows } = await sql<{ postId: string; threadId: string; likes: number }>`
    with held as (
      select p.id, p.author_id, p.deleted_at is null and t.deleted_at is null as is_counted
      from forum_posts p join forum_reactions r on r.post_id = p.id join forum_threads t on t.id = p.thread_id
      where r.id = ${id} and r.user_id = ${userId} for no key update of p for key share of t
    ), removed as (
      delete from forum_reactions r using held where r.id = ${id} and r.post_id = held.id
      returning r.post_id, held.author_id, held.is_counted
    ), debited as (
      update users u set reputation = u.reputation - 1 from removed
      where u.id = removed.author_id and removed.is_counted
    )
    update forum_posts p set like_count = p.like_count - 1 from removed where p.id = removed.post_id
    returning p.id as "postId", p.thread_id as "threadId", p.like_count as likes`.execute(db);
  return rows[0];
}

/**
 * Records the last post that a user has seen in a thread. The number never exceeds the thread's last post and never decreases.
 * @returns whether the thread exists
 */
export async function noteSeen(
  db: Kysely<DB>,
  { threadId, userId, number }: { threadId: string; userId: string; number: number },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into forum_visits as v (user_id, thread_id, last_number, seen_at)
    select ${userId}, id, least(${number}, last_number), ${now} from forum_threads
    where id = ${threadId} and deleted_at is null
    on conflict (user_id, thread_id) do update
      set last_number = greatest(v.last_number, excluded.last_number), seen_at = excluded.seen_at
    returning user_id`.execute(db);
  return rows.length > 0;
}

/** Whether a thread with this id exists and is not removed. */
export async function isThread(db: Kysely<DB>, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('forum_threads')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

export type ThreadView = { id: string; visitor: string; hour: Date };

/**
 * Records thread views, once per thread, visitor and hour, and adds the new ones to the counters. `views` may contain duplicates.
 * A separate statement locks the threads in the order of their ids, because a single statement that locks and updates could read
 * an outdated row or cause a deadlock.
 */
export function recordThreadViews(db: Kysely<DB>, views: readonly ThreadView[]): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { rows: held } = await sql<{ id: string }>`select id from forum_threads
      where id = any(${views.map(({ id }) => id)}::uuid[]) and deleted_at is null order by id for no key update`.execute(
      trx,
    );
    const known = new Set(held.map(({ id }) => id));
    const seen = views.filter(({ id }) => known.has(id));
    await sql`
      with fresh as (
        insert into forum_views (thread_id, visitor, hour)
        select distinct id, visitor, hour from unnest(${seen.map(({ id }) => id)}::uuid[],
          ${seen.map(({ visitor }) => visitor)}::text[], ${seen.map(({ hour }) => hour.toISOString())}::timestamptz[])
          as given (id, visitor, hour)
        on conflict do nothing returning thread_id
      )
      update forum_threads t set view_count = t.view_count + added.views
      from (select thread_id, count(*)::int as views from fresh group by 1) added where t.id = added.thread_id`.execute(
      trx,
    );
  });
}

/** Deletes view records, which are only needed until their hour is over. */
export function deleteThreadViews(db: Kysely<DB>, before: Date) {
  return db.deleteFrom('forum_views').where('hour', '<', before).execute();
}
