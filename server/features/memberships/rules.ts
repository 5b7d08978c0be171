// What a membership at Patreon is worth here (docs/decisions/0012-memberships-as-leases.md): pure, time comes as an argument.
import type { MembershipState } from '#contract/premium.ts';
import type { Member } from '../../providers/patreon-campaign.ts';

const HOUR_MS = 3_600_000;
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
  /** When Patreon did not know it any more. */
  goneAt: Date | null;
  /** When the question was sent whose answer this is. */
  observedAt: Date;
};

/** What of the site's settings decides. */
export type TierSettings = { patreonTiers: readonly { id: string }[]; monthlyPrice: number };

export type Verdict = {
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

/**
 * The same for one that is over or in arrears: Patreon may not tell its tier any more, and then what was seen before decides.
 */
const wasEnough = (member: Member, paidBefore: Date | null, settings: TierSettings): boolean => {
  if (isEnough(member, settings)) return true;
  const isOver = member.patronStatus === 'former_patron' || member.patronStatus === 'declined_patron';
  return isOver && member.tiers.length === 0 && (paidBefore !== null || settings.patreonTiers.length === 0);
};

/** The end of the period that a reading shows as paid; null when it shows none. */
const paidPeriod = (member: Member, paidBefore: Date | null, settings: TierSettings): Date | null => {
  const { patronStatus, lastChargeStatus, lastChargeAt, nextChargeAt, cadenceMonths } = member;
  if (!wasEnough(member, paidBefore, settings)) return null;
  if (isPaid(member)) {
    return latest(nextChargeAt, lastChargeAt && cadenceMonths ? plusMonths(lastChargeAt, cadenceMonths) : null);
  }
  // Cancelled: the end of the paid period stands in the date of the charge that will not come.
  const isCancelled = patronStatus === 'former_patron' && lastChargeStatus === 'Deleted';
  return isCancelled && (member.lifetimeCents > 0 || paidBefore !== null) ? nextChargeAt : null;
};

/** Whether an answer is newer than what is kept, which a clock that ran ahead may have written. */
export const isNewer = (kept: Date | null, observedAt: Date, now: Date): boolean =>
  kept === null || observedAt > kept || kept > plus(now, CLOCK_MS);

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
export const afterReading = (
  kept: Membership | null,
  member: Member | null,
  observedAt: Date,
  settings: TierSettings,
): Membership | null => {
  if (member === null) return kept && { ...kept, goneAt: kept.goneAt ?? observedAt, observedAt };
  const before = rememberedOf(kept, member, observedAt, settings);
  const wasDeclined = kept !== null && isDeclined(kept);
  return {
    ...member,
    // A declined charge without a date began to be declined when that was seen first.
    lastChargeAt:
      member.lastChargeAt ?? (isDeclined(member) ? ((wasDeclined ? kept.lastChargeAt : null) ?? observedAt) : null),
    paidThrough: isTakenBack(member) ? null : latest(before, paidPeriod(member, before, settings)),
    goneAt: null,
    observedAt,
  };
};

/** Whether the last charge did not go through while the membership goes on. */
export const isDeclined = ({ patronStatus, lastChargeStatus }: Member): boolean =>
  patronStatus === 'declined_patron' || (patronStatus === 'active_patron' && lastChargeStatus === 'Declined');

/** What a membership is worth at a time. An end that has passed is none. */
export const verdictOf = (membership: Membership, now: Date, settings: TierSettings): Verdict => {
  const { state, until, periodEnd } = worthOf(membership, settings);
  return { state, until: until && until > now ? until : null, periodEnd };
};

const worthOf = (membership: Membership, settings: TierSettings): Verdict => {
  const { patronStatus, lastChargeAt, nextChargeAt, observedAt, paidThrough, isFreeTrial, isGifted } = membership;
  if (isTakenBack(membership)) return { state: 'refunded', until: null, periodEnd: null };
  const lease = plus(latest(nextChargeAt, plus(observedAt, LEASE_MS)) ?? observedAt, OUTAGE_MS);
  if (membership.goneAt === null && isDeclined(membership)) {
    // Time to mend keeps what was paid for before; a first charge that fails brings nothing.
    const hasPaid = paidThrough !== null || membership.lifetimeCents > 0;
    const mending =
      hasPaid && wasEnough(membership, paidThrough, settings)
        ? earliest(plus(lastChargeAt ?? observedAt, REPAIR_MS), lease)
        : null;
    const until = latest(mending, paidThrough);
    return { state: 'declined', until, periodEnd: until };
  }
  const isGift = isGifted && patronStatus === null && membership.tiers.length > 0;
  const isRunning = membership.goneAt === null && (patronStatus === 'active_patron' || isGift);
  if (isRunning && isEnough(membership, settings)) {
    const isTrial = isFreeTrial || membership.lastChargeStatus === 'Free Trial';
    const state = isTrial ? 'trial' : isGifted ? 'gifted' : 'active';
    return { state, until: latest(lease, paidThrough), periodEnd: nextChargeAt };
  }
  const hasEnded = patronStatus === 'former_patron' || paidThrough !== null;
  return { state: hasEnded ? 'cancelled' : 'none', until: paidThrough, periodEnd: paidThrough };
};

/** Whether a grant's end is to be written: when it comes earlier, or moves on by more than an hour. */
export const isOtherEnd = (was: Date | null, is: Date): boolean =>
  was === null || is < was || is.getTime() - was.getTime() > HOUR_MS;
