import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';

/** Locks the applicant's row until the transaction ends, so that their role cannot change. */
export function lockForApplication(trx: Kysely<DB>, userId: string) {
  return trx
    .selectFrom('users')
    .select(['username', 'role', 'email_verified_at as emailVerifiedAt', 'demo'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export function findLastApplication(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom('leaker_applications')
    .select(['status', 'reason', 'created_at as createdAt', 'decided_at as decidedAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy(sql`status = 'PENDING'`, 'desc')
    .limit(1)
    .executeTakeFirst();
}
export type OwnApplicationRow = NonNullable<Awaited<ReturnType<typeof findLastApplication>>>;

/** Inserts a pending application; undefined if the user already has one. */
export function insertApplication(trx: Kysely<DB>, userId: string, now: Date) {
  return trx
    .insertInto('leaker_applications')
    .values({ user_id: userId, created_at: now })
    .onConflict((conflict) => conflict.column('user_id').where('status', '=', sql.lit('PENDING')).doNothing())
    .returning(['status', 'reason', 'created_at as createdAt', 'decided_at as decidedAt'])
    .executeTakeFirst();
}

/** Records that the user's application should be submitted once their email is verified. */
export async function keepWish(trx: Kysely<DB>, userId: string, now: Date): Promise<void> {
  await trx
    .insertInto('leaker_wishes')
    .values({ user_id: userId, created_at: now })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}

/** Whether a user's application is waiting for email verification. */
export async function hasWish(db: Kysely<DB>, userId: string): Promise<boolean> {
  const row = await db.selectFrom('leaker_wishes').select('user_id').where('user_id', '=', userId).executeTakeFirst();
  return row !== undefined;
}

/** Deletes the record of a waiting application. Returns whether there was one. */
export async function consumeWish(trx: Kysely<DB>, userId: string): Promise<boolean> {
  const row = await trx
    .deleteFrom('leaker_wishes')
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Up to 20 other applications by the same user, newest first. */
export function findOtherApplications(db: Kysely<DB>, { id, userId }: { id: string; userId: string }) {
  return db
    .selectFrom('leaker_applications')
    .select(['status', 'reason', 'created_at as createdAt', 'decided_at as decidedAt'])
    .where('user_id', '=', userId)
    .where('id', '<>', id)
    .orderBy('created_at', 'desc')
    .limit(20)
    .execute();
}
