import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';

/** Maximum number of administrators to list. The list has no pages, but no site has this many administrators. */
const MOST_ADMINISTRATORS = 200;

/** All administrators by name, with their two-factor state and sessions. */
export function findAdministrators(db: Kysely<DB>) {
  return db
    .selectFrom('users')
    .leftJoin('two_factors', 'two_factors.user_id', 'users.id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('sessions')
          .whereRef('sessions.user_id', '=', 'users.id')
          .select((row) => [
            row.fn.countAll<number>().as('sessions'),
            row.fn.max('sessions.last_seen_at').as('lastSeenAt'),
          ])
          .as('signed_in'),
      (join) => join.onTrue(),
    )
    .select(['users.id', 'users.username', 'users.email', 'signed_in.sessions', 'signed_in.lastSeenAt'])
    .select(sql<boolean>`two_factors.enabled_at is not null`.as('twoFactorEnabled'))
    .where('users.role', '=', 'ADMIN')
    .where('users.deleted_at', 'is', null)
    .orderBy('users.username')
    .limit(MOST_ADMINISTRATORS)
    .execute();
}

/** Ends all administrators' sessions except one, and all their tokens. Returns the number of sessions ended. */
export async function endSessionsOfAdministrators(trx: Kysely<DB>, exceptId: string): Promise<number> {
  const ended = await trx
    .deleteFrom('sessions')
    .where('user_id', 'in', (eb) => eb.selectFrom('users').select('id').where('role', '=', 'ADMIN'))
    .where('id', '<>', exceptId)
    .executeTakeFirst();
  await trx
    .deleteFrom('access_tokens')
    .where('user_id', 'in', (eb) => eb.selectFrom('users').select('id').where('role', '=', 'ADMIN'))
    .execute();
  return Number(ended.numDeletedRows);
}

export async function isTwoFactorOn(db: Kysely<DB>, userId: string): Promise<boolean> {
  return (
    (await db
      .selectFrom('two_factors')
      .select('user_id')
      .where('user_id', '=', userId)
      .where('enabled_at', 'is not', null)
      .executeTakeFirst()) !== undefined
  );
}

/** Storage key of the current logo, read from the database rather than the cache. */
export async function findLogoKey(db: Kysely<DB>): Promise<string | null> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', 'logoKey').executeTakeFirst();
  return typeof row?.value === 'string' ? row.value : null;
}
