// Totals of lists that may have a million rows: the database records each change as a step, and the steps are added up here.
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { DB } from '#db/types.ts';
import { defineJob } from '#server/kit/jobs/jobs.ts';

/** Counted lists: users by role, the others by status. */
export type CountedList = 'users' | 'resources' | 'leaker_applications' | 'resource_requests';

/**
 * Row counts of a list by value: non-deleted users by stored role, submitted non-deleted resources by status, applications by
 * status, and non-removed requests by status. A value without rows may be missing.
 */
export async function readListCounts(db: Kysely<DB>, list: CountedList): Promise<Record<string, number>> {
  const { rows } = await sql<{ value: string; count: number }>`
    select value, sum(step)::bigint as count from list_steps where list = ${list} group by value`.execute(db);
  return Object.fromEntries(rows.map(({ value, count }) => [value, count]));
}

/** Merges the steps into one row per value. Steps added concurrently are not affected. */
export const foldListCounts = defineJob({
  name: 'lists.fold',
  payload: z.strictObject({}),
  cron: '*/5 * * * *',
  run: async (_payload, { db }: { db: Kysely<DB> }) => {
    await sql`
      with folded as (delete from list_steps returning list, value, step)
      insert into list_steps (list, value, step)
      select list, value, sum(step) from folded group by list, value having sum(step) <> 0`.execute(db);
  },
});
