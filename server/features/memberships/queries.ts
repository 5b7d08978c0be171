import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
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
  'patreon_members.gone_at as goneAt',
  'patreon_members.observed_at as observedAt',
] as const;

const selectMemberships = (db: Kysely<DB>) =>
  db
    .selectFrom('patreon_members')
    .select(membershipColumns)
    // Written here alone, from what the provider has checked.
    .$narrowType<{ patronStatus: Membership['patronStatus'] }>();

/** The membership of whom somebody has linked at Patreon, the newest where there were several; undefined without one. */
export const findOwnMembership = (db: Kysely<DB>, userId: string): Promise<Membership | undefined> =>
  selectMemberships(db)
    .innerJoin('identities', 'identities.subject', 'patreon_members.patron_id')
    .where('identities.provider', '=', 'patreon')
    .where('identities.user_id', '=', userId)
    .orderBy(sql`patreon_members.gone_at is null`, 'desc')
    .orderBy('patreon_members.observed_at', 'desc')
    .executeTakeFirst();
