import type { Kysely } from 'kysely';
import type { PersonalScope } from '#contract/accounts/personal-tokens.ts';
import type { DB } from '#db/types.ts';

/** Access tokens without a session are personal tokens. */
const personal = (db: Kysely<DB>, userId: string) =>
  db.selectFrom('access_tokens').where('user_id', '=', userId).where('session_id', 'is', null);

/** A user's unexpired personal tokens, newest first. */
export function findTokens(db: Kysely<DB>, userId: string, now: Date) {
  return personal(db, userId)
    .select([
      'id',
      'name',
      'scopes',
      'created_at as createdAt',
      'last_used_at as lastUsedAt',
      'expires_at as expiresAt',
    ])
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .$narrowType<{ scopes: PersonalScope[] }>()
    .execute();
}
export type TokenRow = Awaited<ReturnType<typeof findTokens>>[number];

export async function countTokens(db: Kysely<DB>, userId: string, now: Date): Promise<number> {
  const row = await personal(db, userId)
    .select((tokens) => tokens.fn.countAll<number>().as('count'))
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Revokes a personal token of this user. Returns whether it existed. */
export async function deleteTokenOf(db: Kysely<DB>, userId: string, id: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('access_tokens')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('session_id', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}
