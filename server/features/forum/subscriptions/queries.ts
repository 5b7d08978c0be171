import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';

/** Subscribes a user to a thread, or unsubscribes them. @returns whether the thread exists and is not removed */
export async function setSubscription(
  db: Kysely<DB>,
  { threadId, userId, isOn }: { threadId: string; userId: string; isOn: boolean },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into forum_subscriptions as known (thread_id, user_id, is_on, changed_at)
    select id, ${userId}::uuid, ${isOn}::boolean, ${now}::timestamptz from forum_threads
      where id = ${threadId} and deleted_at is null for key share
    on conflict (thread_id, user_id) do update set is_on = excluded.is_on, changed_at = case
      when known.is_on = excluded.is_on then known.changed_at else excluded.changed_at end
    returning thread_id`.execute(db);
  return rows.length > 0;
}
