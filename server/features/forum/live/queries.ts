import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';

type ThreadStand = { lastNumber: number; changes: number; isLocked: boolean };

/** A thread's current counters, for its live readers; null if it was removed or never existed. */
export async function findThreadStand(db: Kysely<DB>, id: string): Promise<ThreadStand | null> {
  const { rows } = await sql<ThreadStand>`
    select last_number as "lastNumber", change_count as changes, is_locked as "isLocked" from forum_threads
    where id = ${id} and deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

/** A subcategory's current counters, for the live readers of its list. */
export async function findSubcategoryStand(
  db: Kysely<DB>,
  id: string,
): Promise<{ threadCount: number; isClosed: boolean } | null> {
  const { rows } = await sql<{ threadCount: number; isClosed: boolean }>`
    select s.thread_count as "threadCount", (s.archived_at is not null or c.archived_at is not null) as "isClosed"
    from forum_subcategories s join forum_categories c on c.id = s.category_id where s.id = ${id}`.execute(db);
  return rows[0] ?? null;
}
