import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';

/** Number of newest posts of a thread among which the first unread one is looked for. */
const MOST_READ = 200;

/**
 * How far a user has read these threads: up to their position in the thread, and everything posted before `since`, their sign-up
 * or the time when they marked the list as read.
 */
export async function findSeen(
  db: Kysely<DB>,
  { userId, threadIds, since }: { userId: string; threadIds: readonly string[]; since: Date },
): Promise<{ id: string; number: number }[]> {
  const { rows } = await sql<{ id: string; number: number }>`
    select t.id, greatest(v.last_number, case when t.last_post_at <= reader.read_at then t.last_number else coalesce(
        (select max(p.number) from (select number, created_at from forum_posts where thread_id = t.id
          order by number desc limit ${sql.lit(MOST_READ)}) p where p.created_at <= reader.read_at), 0) end) as number
    from forum_threads t join users u on u.id = ${userId}
    left join forum_visits v on v.user_id = u.id and v.thread_id = t.id
    left join forum_list_reads l on l.user_id = u.id and l.subcategory_id = t.subcategory_id
    cross join lateral (select greatest(u.created_at, l.read_at, ${since}::timestamptz) as read_at) reader
    where t.id = any (${[...threadIds]}::uuid[]) and t.deleted_at is null`.execute(db);
  return rows;
}

/** Marks all threads of a subcategory as read until now. @returns whether the subcategory exists */
export async function markSubcategoryRead(
  db: Kysely<DB>,
  { userId, subcategoryId, now }: { userId: string; subcategoryId: string; now: Date },
): Promise<boolean> {
  // A post of another process may have a slightly later time.
  const { rows } = await sql`
    insert into forum_list_reads as l (user_id, subcategory_id, read_at)
    select ${userId}, s.id, greatest(${now}::timestamptz, (select max(last_post_at) from forum_threads t
      where t.subcategory_id = s.id and t.deleted_at is null and not t.is_pinned))
    from forum_subcategories s where s.id = ${subcategoryId}
    on conflict (user_id, subcategory_id) do update set read_at = greatest(l.read_at, excluded.read_at)
    returning user_id`.execute(db);
  return rows.length > 0;
}
