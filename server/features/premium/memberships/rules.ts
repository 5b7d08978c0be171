// Pure functions for the access that a Patreon membership grants (docs/decisions/0012-memberships-as-leases.md). The current time
// is passed as a parameter.

import { isDeepStrictEqual } from 'node:util';
import { HOUR_MS } from '#contract/durations.ts';
import type { MembershipState } from '#contract/premium/api.ts';
import type { Member } from '#server/providers/patreon-campaign.ts';

/** A membership grants Premium for at least this long after Patreon has confirmed it. OUTAGE_MS is added to this. */
const LEASE_MS = 24 * HOUR_MS;
/** Additional margin in case Patreon is unreachable. */
const OUTAGE_MS = 72 * HOUR_MS;
/**
 * Grace period after a declined charge. Nearly all declined charges are resolved within a week (source: notes by Patreon's
 * payments engineers).
 */
const REPAIR_MS = 7 * 24 * HOUR_MS;
/** If stored data is dated further in the future than this, it was written while the clock was wrong. */
const CLOCK_MS = 5 * 60_000;

const TAKEN_BACK = ['Refunded', 'Refunded by Patreon', 'Fraud'];
const PAID = ['Paid', 'Partially Refunded'];

/** A stored membership: the latest data from Patreon, plus history derived from earlier data. */
export type Membership = Member & {
  /** End of the latest period that is known to be paid for. */
  paidThrough: Date | null;
  /** Date of the refunded charge; cleared when a later charge is paid. */
  refundedAt: Date | null;
  /** When charges started to be declined; cleared when a charge is paid. */
  declinedSince: Date | null;
  /** When Patreon first reported the membership as unknown. */
  goneAt: Date | null;
  /** When the request that returned this data was sent. */
  observedAt: Date;
};

/** The site settings that determine what counts as Premium. */
export type TierSettings = { patreonTiers: readonly { id: string }[]; monthlyPrice: number };

/** Whether two settings treat every membership the same way. Tier names and order don't matter. */
export function countsAlike(one: TierSettings, other: TierSettings): boolean {
  const idsOf = ({ patreonTiers }: TierSettings): Set<string> => new Set(patreonTiers.map(({ id }) => id));
  return one.monthlyPrice === other.monthlyPrice && isDeepStrictEqual(idsOf(one), idsOf(other));
}

export type MembershipVerdict = {
  state: MembershipState;
  /** The time at which Premium expires unless Patreon reports a change before then; null if there is no Premium. */
  until: Date | null;
  /** Date of the next charge, or end of the paid period; shown to the user. */
  periodEnd: Date | null;
};

const plus = (date: Date, ms: number): Date => new Date(date.getTime() + ms);

const latest = (...dates: (Date | null)[]): Date | null =>
  dates.reduce((late, date) => (date && (!late || date > late) ? date : late), null);

const earliest = (one: Date, other: Date): Date => (one < other ? one : other);

/** The same day of the month, `months` months later, or the last day of that month if it is too short. */
const plusMonths = (date: Date, months: number): Date => {
  const moved = new Date(date);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  if (moved.getUTCDate() !== date.getUTCDate()) moved.setUTCDate(0);
  return moved;
};

/** Whether a Patreon entitlement counts as Premium. */
const isEnough = (member: Member, { patreonTiers, monthlyPrice }: TierSettings): boolean => {
  if (patreonTiers.length === 0) {
    return member.cents > 0 || member.tiers.length > 0 || member.isFreeTrial || member.isGifted;
  }
  if (member.tiers.length > 0) return member.tiers.some((tier) => patreonTiers.some(({ id }) => id === tier));
  // A custom pledge has no tier.
  return member.cents >= Math.round(monthlyPrice * 100);
};

const isTakenBack = ({ lastChargeStatus }: Member): boolean => TAKEN_BACK.includes(lastChargeStatus ?? '');
const isPaid = ({ lastChargeStatus }: Member): boolean => PAID.includes(lastChargeStatus ?? '');

/**
 * Whether a charge was refunded and no charge has been paid since. False while a newer charge is pending, because it may still be
 * paid.
 */
const isRefunded = (membership: Membership): boolean => {
  const { refundedAt, lastChargeAt, isGifted } = membership;
  if (isTakenBack(membership)) return true;
  if (refundedAt === null || isPaid(membership) || isGifted) return false;
  return lastChargeAt === null || lastChargeAt <= refundedAt;
};

/** Whether a payment has arrived since the data was stored, judging by the last charge or the lifetime total. */
const hasPaidSince = (kept: Membership | null, member: Member): boolean =>
  isPaid(member) || (kept !== null && member.lifetimeCents > kept.lifetimeCents);

const refundOf = (kept: Membership | null, member: Member, observedAt: Date): Date | null => {
  const before = kept?.refundedAt ?? null;
  if (isTakenBack(member)) return member.lastChargeAt ?? before ?? observedAt;
  const isLater = before !== null && member.lastChargeAt !== null && member.lastChargeAt > before;
  return isLater && hasPaidSince(kept, member) ? null : before;
};

/** Start of the current series of declined charges. Retries of a charge don't extend the grace period. */
const declineOf = (kept: Membership | null, member: Member, observedAt: Date): Date | null => {
  const before = hasPaidSince(kept, member) ? null : (kept?.declinedSince ?? null);
  if (!isDeclined(member)) return before;
  // Never return a time after `observedAt`, because only a clock that ran ahead can have produced it.
  return earliest(before ?? member.lastChargeAt ?? observedAt, observedAt);
};

const chargedPeriod = ({ lastChargeAt, cadenceMonths }: Member): Date | null =>
  lastChargeAt && cadenceMonths ? plusMonths(lastChargeAt, cadenceMonths) : null;

/**
 * End of the paid period according to Patreon's data; null if there is no paid period. Ignores pledges that don't count as
 * Premium. Ended pledges whose tier Patreon no longer reports are ignored too, unless the settings count every pledge as Premium.
 */
const paidPeriod = (kept: Membership | null, member: Member, settings: TierSettings): Date | null => {
  const { patronStatus, lastChargeStatus, nextChargeAt } = member;
  const isOver = patronStatus === 'former_patron';
  const anyCounts = settings.patreonTiers.length === 0;
  if (!isEnough(member, settings) && !(isOver && anyCounts)) return null;
  if (isPaid(member)) return latest(nextChargeAt, chargedPeriod(member));
  // After a cancellation, the next charge won't happen, so the period up to its date may never have been paid for. Count that
  // period only if the lifetime total has grown since the membership was last stored; for a new membership, if it is above zero.
  const hasPaid = member.lifetimeCents > (kept?.lifetimeCents ?? 0);
  const charged = chargedPeriod(member);
  if (!isOver || lastChargeStatus !== 'Deleted' || !hasPaid || !charged) return null;
  return nextChargeAt && earliest(nextChargeAt, charged);
};

/** Whether data is newer than the stored data. Stored data that a wrong clock dated in the future counts as older. */
export function isNewer(kept: Date | null, observedAt: Date, now: Date): boolean {
  return kept === null || observedAt > kept || kept > plus(now, CLOCK_MS);
}

/** The paid-through date to keep. Null if that date has passed and the membership continues below the Premium level. */
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

/** The membership to store after receiving data; `member` is null if Patreon no longer knows it. */
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

/** Whether the last charge failed while the membership is still active. */
export function isDeclined({ patronStatus, lastChargeStatus }: Member): boolean {
  return patronStatus === 'declined_patron' || (patronStatus === 'active_patron' && lastChargeStatus === 'Declined');
}

/** State and access of a membership at a given time. An end date in the past means no access. */
export function verdictOf(membership: Membership, now: Date, settings: TierSettings): MembershipVerdict {
  const { state, until, periodEnd } = worthOf(membership, settings);
  return { state, until: until && until > now ? until : null, periodEnd };
}

/** The time at which an active membership expires unless Patreon confirms it again. A pending charge does not extend it. */
const leaseOf = (membership: Membership): Date => {
  const { nextChargeAt, observedAt, refundedAt } = membership;
  const paidUntil = isPaid(membership) && refundedAt === null ? nextChargeAt : null;
  return plus(latest(paidUntil, plus(observedAt, LEASE_MS)) ?? observedAt, OUTAGE_MS);
};

/**
 * End of the grace period for a declined charge. Null without an earlier payment that was not refunded, because neither a failed
 * first charge nor a failed charge after a refund grants anything.
 */
const mendingUntil = (membership: Membership, settings: TierSettings): Date | null => {
  const { paidThrough, refundedAt, declinedSince, lifetimeCents, tiers, observedAt } = membership;
  if (refundedAt !== null || (paidThrough === null && lifetimeCents === 0)) return null;
  // Patreon may omit the tier of patrons with declined charges; in that case, rely on what they paid for before.
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

/** Whether to store a grant's new end: only if it is earlier, or more than an hour later. */
export function isOtherEnd(was: Date | null, is: Date): boolean {
  return was === null || is < was || is.getTime() - was.getTime() > HOUR_MS;
}
