import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';

/** Memberships missing from a complete sync: last observed before it started, or dated in the future by a wrong clock. */
export async function findUnseen(
  db: Kysely<DB>,
  { before, ahead, most }: { before: Date; ahead: Date; most: number },
): Promise<{ memberId: string; patronId: string }[]> {
  return db
    .selectFrom('patreon_members')
    .select(['member_id as memberId', 'patron_id as patronId'])
    .where('gone_at', 'is', null)
    .where((eb) => eb.or([eb('observed_at', '<', before), eb('observed_at', '>', ahead)]))
    .orderBy('observed_at')
    .limit(most)
    .execute();
}

/** Users whose link and membership have not been checked since `before`, least recently checked first. */
export async function findStaleLinks(db: Kysely<DB>, before: Date, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user_id')
    .select('identities.user_id as userId')
    .where('identities.provider', '=', 'patreon')
    .where('identities.tokens', 'is not', null)
    .where('identities.checked_at', '<', before)
    .where('users.deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('patreon_members')
            .select('patreon_members.member_id')
            .whereRef('patreon_members.patron_id', '=', 'identities.subject')
            .where('patreon_members.observed_at', '>=', before),
        ),
      ),
    )
    .orderBy('identities.checked_at')
    .limit(most)
    .execute();
  return rows.map(({ userId }) => userId);
}

/** Records that a user's link was checked. */
export async function markAsked(db: Kysely<DB>, userId: string, at: Date): Promise<void> {
  await db
    .updateTable('identities')
    .set({ checked_at: at })
    .where('user_id', '=', userId)
    .where('provider', '=', 'patreon')
    .execute();
}

/**
 * Records a webhook delivery.
 * @returns false if the same delivery was already received after `since`. A stored time later than `ahead` was written by a wrong
 *   clock and is ignored
 */
export async function noteDelivery(
  trx: Kysely<DB>,
  { bodyHash, event, at, since, ahead }: { bodyHash: Buffer; event: string; at: Date; since: Date; ahead: Date },
): Promise<boolean> {
  const row = await trx
    .insertInto('webhook_deliveries')
    .values({ provider: 'patreon', body_hash: bodyHash, event, received_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'body_hash'])
        .doUpdateSet({ received_at: at })
        .where((eb) =>
          eb.or([eb('webhook_deliveries.received_at', '<', since), eb('webhook_deliveries.received_at', '>', ahead)]),
        ),
    )
    .returning('event')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes deliveries received before a given time. */
export async function deleteDeliveries(db: Kysely<DB>, before: Date): Promise<void> {
  await db.deleteFrom('webhook_deliveries').where('received_at', '<', before).execute();
}

/** A stored token pair that belongs to the site itself. */
export type ServicePair = { tokens: Buffer; expiresAt: Date | null; seedHash: Buffer };

/** Locks the site's stored token pair until the transaction ends. Stores `first` if nothing is stored yet. */
export async function lockServicePair(trx: Kysely<DB>, name: string, first: ServicePair): Promise<ServicePair> {
  await trx
    .insertInto('service_tokens')
    .values({ name, tokens: first.tokens, expires_at: first.expiresAt, seed_hash: first.seedHash })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return trx
    .selectFrom('service_tokens')
    .select(['tokens', 'expires_at as expiresAt', 'seed_hash as seedHash'])
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function putServicePair(trx: Kysely<DB>, name: string, pair: ServicePair): Promise<void> {
  await trx
    .updateTable('service_tokens')
    .set({ tokens: pair.tokens, expires_at: pair.expiresAt, seed_hash: pair.seedHash })
    .where('name', '=', name)
    .execute();
}
