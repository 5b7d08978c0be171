import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { isOpenAt } from '#server/platform/premium-grants.ts';
import type { Membership } from './rules.ts';

const membershipColumns = [
  'patreon_members.member_id as memberId',
  'patreon_members.patron_id as patronId',
  'patreon_members.email',
  'patreon_members.patron_status as patronStatus',
  'patreon_members.last_charge_status as lastChargeStatus',
  'patreon_members.last_charge_at as lastChargeAt',
  'patreon_members.next_charge_at as nextChargeAt',
  'patreon_members.cents',
  'patreon_members.lifetime_cents as lifetimeCents',
  'patreon_members.cadence_months as cadenceMonths',
  'patreon_members.is_free_trial as isFreeTrial',
  'patreon_members.is_gifted as isGifted',
  'patreon_members.tiers',
  'patreon_members.paid_through as paidThrough',
  'patreon_members.refunded_at as refundedAt',
  'patreon_members.declined_since as declinedSince',
  'patreon_members.gone_at as goneAt',
  'patreon_members.observed_at as observedAt',
] as const;

const selectMemberships = (db: Kysely<DB>) =>
  db
    .selectFrom('patreon_members')
    .select(membershipColumns)
    // Only this module writes the column, and only with values that were validated when Patreon's response was parsed.
    .$narrowType<{ patronStatus: Membership['patronStatus'] }>();

/** The newest membership of the user's linked Patreon account; undefined if there is no membership. */
export function findOwnMembership(db: Kysely<DB>, userId: string): Promise<Membership | undefined> {
  return selectMemberships(db)
    .innerJoin('identities', 'identities.subject', 'patreon_members.patron_id')
    .where('identities.provider', '=', 'patreon')
    .where('identities.user_id', '=', userId)
    .orderBy(sql`patreon_members.gone_at is null`, 'desc')
    .orderBy('patreon_members.observed_at', 'desc')
    .executeTakeFirst();
}

/** Locks a membership until the transaction ends, whether or not it is stored yet. */
export async function lockMembership(trx: Kysely<DB>, memberId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`membership ${memberId}`}, 0))`.execute(trx);
}

export function findMembership(db: Kysely<DB>, memberId: string): Promise<Membership | undefined> {
  return selectMemberships(db).where('member_id', '=', memberId).executeTakeFirst();
}

/** Ids of a patron's stored memberships. Includes those that Patreon no longer knows, which may have paid time left. */
export async function findMembershipIds(db: Kysely<DB>, patronId: string): Promise<string[]> {
  const rows = await db.selectFrom('patreon_members').select('member_id').where('patron_id', '=', patronId).execute();
  return rows.map((row) => row.member_id);
}

/** Inserts or updates a membership. The caller must hold its lock. */
export async function putMembership(trx: Kysely<DB>, membership: Membership): Promise<void> {
  const columns = {
    patron_id: membership.patronId,
    email: membership.email,
    patron_status: membership.patronStatus,
    last_charge_status: membership.lastChargeStatus,
    last_charge_at: membership.lastChargeAt,
    next_charge_at: membership.nextChargeAt,
    cents: membership.cents,
    lifetime_cents: membership.lifetimeCents,
    cadence_months: membership.cadenceMonths,
    is_free_trial: membership.isFreeTrial,
    is_gifted: membership.isGifted,
    tiers: membership.tiers,
    paid_through: membership.paidThrough,
    refunded_at: membership.refundedAt,
    declined_since: membership.declinedSince,
    gone_at: membership.goneAt,
    observed_at: membership.observedAt,
  };
  await trx
    .insertInto('patreon_members')
    .values({ member_id: membership.memberId, ...columns })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(columns))
    .execute();
}

/**
 * Id of the user who linked this Patreon account. Locks the user and then the link until the transaction ends, so that the link
 * cannot be removed before then. Unlinking locks in the same order.
 */
export async function lockLinkedUser(trx: Kysely<DB>, patronId: string): Promise<string | undefined> {
  const link = trx
    .selectFrom('identities')
    .select('user_id')
    .where('provider', '=', 'patreon')
    .where('subject', '=', patronId);
  const userId = (await link.executeTakeFirst())?.user_id;
  if (userId === undefined) return undefined;
  await trx.selectFrom('users').select('id').where('id', '=', userId).forKeyShare().execute();
  return (await link.where('user_id', '=', userId).forKeyShare().executeTakeFirst())?.user_id;
}

/**
 * User with this verified email, for a membership that nobody has linked. Skips users who have linked another Patreon account.
 */
export async function findUserByAddress(db: Kysely<DB>, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('email_verified_at', 'is not', null)
    .where('proven_elsewhere', '=', false)
    .where('deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('identities')
            .select('identities.subject')
            .whereRef('identities.user_id', '=', 'users.id')
            .where('identities.provider', '=', 'patreon'),
        ),
      ),
    )
    .executeTakeFirst();
  return row?.id;
}

/** Email address and name for notifications; undefined for a deleted account. */
export function findAddressee(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom('users')
    .select(['email', 'username as name'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Grants of a membership that are active or start later, oldest first. */
export function findOpenGrants(trx: Kysely<DB>, membershipId: string, now: Date) {
  return trx
    .selectFrom('grants')
    .select(['id', 'user_id as userId', 'starts_at as startsAt', 'ends_at as endsAt'])
    .where('source', '=', 'patreon')
    .where('membership_id', '=', membershipId)
    .where(isOpenAt(now))
    .orderBy('starts_at')
    .execute();
}
export type OpenGrant = Awaited<ReturnType<typeof findOpenGrants>>[number];

/** Whether a user had Premium through a membership at or after a given time. */
export async function hadGrantSince(
  trx: Kysely<DB>,
  { membershipId, userId, since }: { membershipId: string; userId: string; since: Date },
): Promise<boolean> {
  const row = await trx
    .selectFrom('grants')
    .select('id')
    .where('membership_id', '=', membershipId)
    .where('user_id', '=', userId)
    .where(isOpenAt(since))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Inserts a new grant row. Ended grants are kept for "Premium Since" and the charts. */
export async function insertMembershipGrant(
  trx: Kysely<DB>,
  { membershipId, userId, endsAt, now }: { membershipId: string; userId: string; endsAt: Date; now: Date },
): Promise<void> {
  await trx
    .insertInto('grants')
    .values({
      user_id: userId,
      source: 'patreon',
      membership_id: membershipId,
      reference: `${membershipId} ${userId} ${now.toISOString()}`,
      starts_at: now,
      ends_at: endsAt,
      created_at: now,
    })
    .execute();
}

export async function setGrantTimes(
  trx: Kysely<DB>,
  id: string,
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
): Promise<void> {
  await trx.updateTable('grants').set({ starts_at: startsAt, ends_at: endsAt }).where('id', '=', id).execute();
}

/** Deletes a grant that had not started yet. */
export async function deleteGrant(trx: Kysely<DB>, id: string): Promise<void> {
  await trx.deleteFrom('grants').where('id', '=', id).execute();
}

/** Ids of the memberships that give a user Premium right now. */
export async function findMembershipsBehind(db: Kysely<DB>, userId: string, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('grants')
    .select('membership_id')
    .distinct()
    .where('user_id', '=', userId)
    .where('source', '=', 'patreon')
    .where('membership_id', 'is not', null)
    .where(isOpenAt(now))
    .execute();
  return rows.flatMap((row) => row.membership_id ?? []);
}

/**
 * Ends all of a user's Patreon grants.
 * @returns whether the user had any
 */
export async function endGrantsOf(trx: Kysely<DB>, userId: string, now: Date): Promise<boolean> {
  const mine = trx.deleteFrom('grants').where('user_id', '=', userId).where('source', '=', 'patreon');
  const { numDeletedRows } = await mine.where('starts_at', '>=', now).executeTakeFirstOrThrow();
  const { numUpdatedRows } = await trx
    .updateTable('grants')
    .set({ ends_at: now })
    .where('user_id', '=', userId)
    .where('source', '=', 'patreon')
    .where(isOpenAt(now))
    .executeTakeFirstOrThrow();
  return numDeletedRows + numUpdatedRows > 0n;
}

/** A page of membership ids, starting after the given id. */
export async function findSomeIds(db: Kysely<DB>, after: string, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('patreon_members')
    .select('member_id')
    .where('member_id', '>', after)
    .orderBy('member_id')
    .limit(most)
    .execute();
  return rows.map((row) => row.member_id);
}

/** Deletes a user's stored memberships: those of their linked Patreon account, and those with their email. */
export async function deleteMembershipsOf(trx: Kysely<DB>, userId: string, email: string): Promise<void> {
  await trx
    .deleteFrom('patreon_members')
    .where((eb) =>
      eb.or([
        eb('email', '=', email),
        eb(
          'patron_id',
          'in',
          eb.selectFrom('identities').select('subject').where('provider', '=', 'patreon').where('user_id', '=', userId),
        ),
      ]),
    )
    .execute();
}

/** Deletes memberships that have not been read since `before`, are not linked, and have no paid time left. */
export async function deleteUnreadMembership(
  db: Kysely<DB>,
  { before, now }: { before: Date; now: Date },
): Promise<void> {
  await db
    .deleteFrom('patreon_members')
    .where('observed_at', '<', before)
    .where((eb) => eb.or([eb('paid_through', 'is', null), eb('paid_through', '<', now)]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('identities')
            .select('identities.subject')
            .where('identities.provider', '=', 'patreon')
            .whereRef('identities.subject', '=', 'patreon_members.patron_id'),
        ),
      ),
    )
    .execute();
}

/** Deletes memberships that disappeared from Patreon before a given time and had no paid time left at that time. */
export async function deleteGoneMemberships(db: Kysely<DB>, before: Date): Promise<void> {
  await db
    .deleteFrom('patreon_members')
    .where('gone_at', '<', before)
    .where((eb) => eb.or([eb('paid_through', 'is', null), eb('paid_through', '<', before)]))
    .execute();
}
