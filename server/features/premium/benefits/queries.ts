import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { runsAt } from '#server/platform/premium-grants.ts';

/** Number of users with active Premium (from any source), and number of published premium resources. */
export async function countPremium(db: Kysely<DB>, now: Date): Promise<{ members: number; resources: number }> {
  const { rows } = await sql<{ members: number; resources: number }>`
    select
      (select count(distinct g.user_id) from grants g join users u on u.id = g.user_id and u.deleted_at is null
        where ${runsAt(now, 'g')}) as members,
      (select coalesce(sum(count), 0)::int from facet_counts where kind = 'premium' and value = 'true') as resources
  `.execute(db);
  return rows[0] ?? { members: 0, resources: 0 };
}

/** For each active source of a user's Premium, the grant that ends last. */
export function findOwnSources(db: Kysely<DB>, userId: string, now: Date) {
  return db
    .selectFrom('grants')
    .select(['source', 'starts_at as since', 'ends_at as until', 'membership_id as membershipId'])
    .distinctOn('source')
    .where('user_id', '=', userId)
    .where(runsAt(now))
    .orderBy('source')
    .orderBy('ends_at', (order) => order.desc().nullsFirst())
    .execute();
}
