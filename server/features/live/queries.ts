import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';

/** Where a thread stands, for its live readers; null when it was removed or never was. */
export const findThreadStand = async (
  db: Kysely<DB>,
  id: string,
): Promise<{ lastNumber: number; isLocked: boolean } | null> => {
  const { rows } = await sql<{ lastNumber: number; isLocked: boolean }>`
    select last_number as "lastNumber", is_locked as "isLocked" from forum_threads
    where id = ${id} and deleted_at is null`.execute(db);
  return rows[0] ?? null;
};

/** Where a subcategory stands, for the live readers of its list. */
export const findSubcategoryStand = async (
  db: Kysely<DB>,
  id: string,
): Promise<{ threadCount: number; isClosed: boolean } | null> => {
  const { rows } = await sql<{ threadCount: number; isClosed: boolean }>`
    select s.thread_count as "threadCount", (s.archived_at is not null or c.archived_at is not null) as "isClosed"
    from forum_subcategories s join forum_categories c on c.id = s.category_id where s.id = ${id}`.execute(db);
  return rows[0] ?? null;
};
