// What a membership at Patreon is worth here (docs/decisions/0012-memberships-as-leases.md): pure, time comes as an argument.

import { isDeepStrictEqual } from 'node:util';
import { HOUR_MS } from '#contract/durations.ts';
import type { MembershipState } from '#contract/premium/api.ts';
import type { Member } from '#server/providers/patreon-campaign.ts';

/** A membership that Patreon confirms counts for this long at least … */
const LEASE_MS = 24 * HOUR_MS;
/** … and for this long on top, in which Patreon may be away. */
const OUTAGE_MS = 72 * HOUR_MS;
/** For the repair of a charge that was declined: nearly all come within a week (notes of Patreon's payments engineers). */
const REPAIR_MS = 7 * 24 * HOUR_MS;
/** An answer that was asked for later than this from now was written by a clock that ran ahead. */
const CLOCK_MS = 5 * 60_000;

const TAKEN_BACK = ['Refunded', 'Refunded by Patreon', 'Fraud'];
const PAID = ['Paid', 'Partially Refunded'];

/** A membership as it is kept: what Patreon said last, and what is remembered of earlier times. */
export type Membership = Member & {
  /** The latest moment that was ever known to be paid for. */
  paidThrough: Date | null;
  /** The date of the charge that was paid back, until a later one is paid. */
  refundedAt: Date | null;
  /** Since when charges have been declined, until one is paid. */
  declinedSince: Date | null;
  /** When Patreon did not know it any more. */
  goneAt: Date | null;
  /** When the question was sent whose answer this is. */
  observedAt: Date;
};

/** What of the site's settings decides. */
export type TierSettings = { patreonTiers: readonly { id: string }[]; monthlyPrice: number };

/** Whether each membership is worth the same by both: the names of tiers and their order say nothing. */
export function countsAlike(one: TierSettings, other: TierSettings): boolean {
  const idsOf = ({ patreonTiers }: TierSettings): Set<string> => new Set(patreonTiers.map(({ id }) => id));
  return one.monthlyPrice === other.monthlyPrice && isDeepStrictEqual(idsOf(one), idsOf(other));
}

export type MembershipVerdict = {
  state: MembershipState;
  /** Until when it is Premium, unless Patreon says otherwise before; null when it is not. */
  until: Date | null;
  /** When the next charge is due, or the paid period ends: what a person is told. */
  periodEnd: Date | null;
};

const plus = (date: Date, ms: number): Date => new Date(date.getTime() + ms);

const latest = (...dates: (Date | null)[]): Date | null =>
  dates.reduce((late, date) => (date && (!late || date > late) ? date : late), null);

const earliest = (one: Date, other: Date): Date => (one < other ? one : other);

/** The same day so many months later, or that month's last. */
const plusMonths = (date: Date, months: number): Date => {
  const moved = new Date(date);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  if (moved.getUTCDate() !== date.getUTCDate()) moved.setUTCDate(0);
  return moved;
};

/** Whether what somebody is entitled to at Patreon is Premium here. */
const isEnough = (member: Member, { patreonTiers, monthlyPrice }: TierSettings): boolean => {
  if (patreonTiers.length === 0) {
    return member.cents > 0 || member.tiers.length > 0 || member.isFreeTrial || member.isGifted;
  }
  if (member.tiers.length > 0) return member.tiers.some((tier) => patreonTiers.some(({ id }) => id === tier));
  // A pledge of one's own choice names no tier.
  return member.cents >= Math.round(monthlyPrice * 100);
};

const isTakenBack = ({ lastChargeStatus }: Member): boolean => TAKEN_BACK.includes(lastChargeStatus ?? '');
const isPaid = ({ lastChargeStatus }: Member): boolean => PAID.includes(lastChargeStatus ?? '');

/** Whether a charge was paid back and none was paid after it. One that is newer and on its way may still be paid. */
const isRefunded = (membership: Membership): boolean => {
  const { refundedAt, lastChargeAt, isGifted } = membership;
  if (isTakenBack(membership)) return true;
  if (refundedAt === null || isPaid(membership) || isGifted) return false;
  return lastChargeAt === null || lastChargeAt <= refundedAt;
};

/** Whether money has come since what is kept: as the last charge says, or by what all charges together have brought. */
const hasPaidSince = (kept: Membership | null, member: Member): boolean =>
  isPaid(member) || (kept !== null && member.lifetimeCents > kept.lifetimeCents);

const refundOf = (kept: Membership | null, member: Member, observedAt: Date): Date | null => {
  const before = kept?.refundedAt ?? null;
  if (isTakenBack(member)) return member.lastChargeAt ?? before ?? observedAt;
  const isLater = before !== null && member.lastChargeAt !== null && member.lastChargeAt > before;
  return isLater && hasPaidSince(kept, member) ? null : before;
};

/** The first of the charges that were declined one after the other counts: trying again does not buy another week. */
const declineOf = (kept: Membership | null, member: Member, observedAt: Date): Date | null => {
  const before = hasPaidSince(kept, member) ? null : (kept?.declinedSince ?? null);
  if (!isDeclined(member)) return before;
  // Never later than it was seen: that would be a clock that runs ahead.
  return earliest(before ?? member.lastChargeAt ?? observedAt, observedAt);
};

const chargedPeriod = ({ lastChargeAt, cadenceMonths }: Member): Date | null =>
  lastChargeAt && cadenceMonths ? plusMonths(lastChargeAt, cadenceMonths) : null;

/**
 * The end of the period that a reading shows as paid; null when it shows none. What is not Premium by the settings pays for
 * nothing here, and neither does a pledge that is over and of which Patreon does not tell the tier that it was for.
 */
const paidPeriod = (kept: Membership | null, member: Member, settings: TierSettings): Date | null => {
  const { patronStatus, lastChargeStatus, nextChargeAt } = member;
  const isOver = patronStatus === 'former_patron';
  const anyCounts = settings.patreonTiers.length === 0;
  if (!isEnough(member, settings) && !(isOver && anyCounts)) return null;
  if (isPaid(member)) return latest(nextChargeAt, chargedPeriod(member));
  // Cancelled: the date of the charge that will not come ends a period that may never have been paid. Whoever was known before
  // has paid for it when money has come since; of others the period of their last charge is believed.
  const hasPaid = member.lifetimeCents > (kept?.lifetimeCents ?? 0);
  const charged = chargedPeriod(member);
  if (!isOver || lastChargeStatus !== 'Deleted' || !hasPaid || !charged) return null;
  return nextChargeAt && earliest(nextChargeAt, charged);
};

/** Whether an answer is newer than what is kept, which a clock that ran ahead may have written. */
export function isNewer(kept: Date | null, observedAt: Date, now: Date): boolean {
  return kept === null || observedAt > kept || kept > plus(now, CLOCK_MS);
}

/** Until when was paid before. Once it has passed, a membership that goes on without Premium forgets it. */
const rememberedOf = (
  kept: Membership | null,
  member: Member,
  observedAt: Date,
  settings: TierSettings,
): Date | null => {
  const paidThrough = kept?.paidThrough ?? null;
  const goesOnWithout = member.patronStatus === 'active_patron' && !isEnough(member, settings);
  return goesOnWithout && paidThrough && paidThrough <= observedAt ? null : paidThrough;
};

/** What is kept once Patreon has answered; `member` is null when it knows the membership no more. */
export function afterReading(
  kept: Membership | null,
  member: Member | null,
  observedAt: Date,
  settings: TierSettings,
): Membership | null {
  if (member === null) return kept && { ...kept, goneAt: kept.goneAt ?? observedAt, observedAt };
  const refundedAt = refundOf(kept, member, observedAt);
  const before = rememberedOf(kept, member, observedAt, settings);
  return {
    ...member,
    paidThrough: refundedAt ? null : latest(before, paidPeriod(kept, member, settings)),
    refundedAt,
    declinedSince: declineOf(kept, member, observedAt),
    goneAt: null,
    observedAt,
  };
}

/** Whether the last charge did not go through while the membership goes on. */
export function isDeclined({ patronStatus, lastChargeStatus }: Member): boolean {
  return patronStatus === 'declined_patron' || (patronStatus === 'active_patron' && lastChargeStatus === 'Declined');
}

/** What a membership is worth at a time. An end that has passed is none. */
export function verdictOf(membership: Membership, now: Date, settings: TierSettings): MembershipVerdict {
  const { state, until, periodEnd } = worthOf(membership, settings);
  return { state, until: until && until > now ? until : null, periodEnd };
}

/** Until when a membership that Patreon calls active counts. A charge that was not paid yet brings no period with it. */
const leaseOf = (membership: Membership): Date => {
  const { nextChargeAt, observedAt, refundedAt } = membership;
  const paidUntil = isPaid(membership) && refundedAt === null ? nextChargeAt : null;
  return plus(latest(paidUntil, plus(observedAt, LEASE_MS)) ?? observedAt, OUTAGE_MS);
};

/** Time to mend keeps what was paid for before; a first charge that fails brings nothing, nor one after a refund. */
const mendingUntil = (membership: Membership, settings: TierSettings): Date | null => {
  const { paidThrough, refundedAt, declinedSince, lifetimeCents, tiers, observedAt } = membership;
  if (refundedAt !== null || (paidThrough === null && lifetimeCents === 0)) return null;
  // Patreon may not tell the tier of whoever is in arrears: then what was paid before decides.
  const wasEnough = tiers.length === 0 && (paidThrough !== null || settings.patreonTiers.length === 0);
  return isEnough(membership, settings) || wasEnough ? plus(declinedSince ?? observedAt, REPAIR_MS) : null;
};

const worthOf = (membership: Membership, settings: TierSettings): MembershipVerdict => {
  const { patronStatus, nextChargeAt, paidThrough, isFreeTrial, isGifted } = membership;
  if (isRefunded(membership)) {
    const state = membership.lastChargeStatus === 'Fraud' ? 'fraud' : 'refunded';
    return { state, until: null, periodEnd: null };
  }
  if (membership.goneAt === null && isDeclined(membership)) {
    const until = latest(mendingUntil(membership, settings), paidThrough);
    return { state: 'declined', until, periodEnd: until };
  }
  const isGift = isGifted && patronStatus === null && membership.tiers.length > 0;
  const isRunning = membership.goneAt === null && (patronStatus === 'active_patron' || isGift);
  if (isRunning && isEnough(membership, settings)) {
    const isTrial = isFreeTrial || membership.lastChargeStatus === 'Free Trial';
    const state = isTrial ? 'trial' : isGifted ? 'gifted' : 'active';
    return { state, until: latest(leaseOf(membership), paidThrough), periodEnd: nextChargeAt };
  }
  const hasEnded = patronStatus === 'former_patron' || paidThrough !== null;
  return { state: hasEnded ? 'cancelled' : 'none', until: paidThrough, periodEnd: paidThrough };
};

/** Whether a grant's end is to be written: when it comes earlier, or moves on by more than an hour. */
export function isOtherEnd(was: Date | null, is: Date): boolean {
  return was === null || is < was || is.getTime() - was.getTime() > HOUR_MS;
}
