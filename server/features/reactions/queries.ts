import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';

export type Reacted = { id: string; threadId: string; likes: number; isNew: boolean };

/**
 * Adds somebody's reaction, once: the post is held first, so that row and counter change together.
 * @returns undefined when there is no such post to be read
 */
export const addReaction = async (
  db: Kysely<DB>,
  { postId, userId, type }: { postId: string; userId: string; type: 'like' },
  now: Date,
): Promise<Reacted | undefined> => {
  // `xmax` is 0 in a row that this statement has made, and not in one that was there.
  const { rows } = await sql<Reacted>`
    with held as (
      select p.id, p.thread_id, p.like_count from forum_posts p
      join forum_threads t on t.id = p.thread_id and t.deleted_at is null
      where p.id = ${postId} and p.deleted_at is null for no key update of p
    ), kept as (
      insert into forum_reactions (post_id, user_id, type, created_at)
      select id, ${userId}::uuid, ${type}, ${now}::timestamptz from held
      on conflict (post_id, user_id, type) do update set type = excluded.type
      returning id, post_id, xmax = 0 as is_new
    ), counted as (
      update forum_posts p set like_count = p.like_count + 1 from kept where p.id = kept.post_id and kept.is_new
      returning p.like_count
    )
    select kept.id, held.thread_id as "threadId", kept.is_new as "isNew",
      coalesce((select like_count from counted), held.like_count) as likes
    from kept join held on held.id = kept.post_id`.execute(db);
  return rows[0];
};

/** Takes somebody's own reaction back; undefined when they have no such reaction. */
export const removeReaction = async (
  db: Kysely<DB>,
  { id, userId }: { id: string; userId: string },
): Promise<{ postId: string; threadId: string; likes: number } | undefined> => {
  const { rows } = await sql<{ postId: string; threadId: string; likes: number }>`
    with held as (
      select p.id from forum_posts p join forum_reactions r on r.post_id = p.id
      where r.id = ${id} and r.user_id = ${userId} for no key update of p
    ), removed as (
      delete from forum_reactions r using held where r.id = ${id} and r.post_id = held.id returning r.post_id
    )
    update forum_posts p set like_count = p.like_count - 1 from removed where p.id = removed.post_id
    returning p.id as "postId", p.thread_id as "threadId", p.like_count as likes`.execute(db);
  return rows[0];
};
