// Every case of a membership by its name, and the access that follows (notes on Patreon's API and its live captures).
import { afterReading, type Membership, type TierSettings } from '#server/features/premium/memberships/rules.ts';
import type { Member } from '#server/providers/patreon-campaign.ts';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const NOW = new Date('2026-11-22T12:00:00Z');
export function at(ms: number): Date {
  return new Date(NOW.getTime() + ms);
}

export const anyPledge: TierSettings = { patreonTiers: [], monthlyPrice: 5 };
const oneTier: TierSettings = { patreonTiers: [{ id: '21926235' }], monthlyPrice: 5 };

export const paid: Member = {
  memberId: 'm1',
  patronId: 'p1',
  email: 'paula@mailbox.example',
  patronStatus: 'active_patron',
  lastChargeStatus: 'Paid',
  lastChargeAt: at(-10 * DAY),
  nextChargeAt: at(20 * DAY),
  cents: 500,
  lifetimeCents: 1500,
  cadenceMonths: 1,
  isFreeTrial: false,
  isGifted: false,
  tiers: ['21926235'],
};
const never: Partial<Member> = { lastChargeStatus: null, lastChargeAt: null, nextChargeAt: null, lifetimeCents: 0 };
/** As the live capture of a cancelled pledge: everything is blanked at once but the date of the next charge. */
const deleted: Partial<Member> = { patronStatus: 'former_patron', lastChargeStatus: 'Deleted', cents: 0, tiers: [] };
const pending: Partial<Member> = { lastChargeStatus: 'Pending', lastChargeAt: at(-HOUR) };
const declined: Partial<Member> = {
  patronStatus: 'declined_patron',
  lastChargeStatus: 'Declined',
  cents: 0,
  tiers: [],
};

type Reading = Partial<Member> | 'gone';
type Case = {
  name: string;
  /** What Patreon said, each an hour after the other; the last at NOW. */
  readings: Reading[];
  settings?: TierSettings;
  state: string;
  /** Milliseconds from NOW; null for no access. */
  until: number | null;
};

export const cases: Case[] = [
  // Running
  { name: 'active and paid', readings: [{}], state: 'active', until: 23 * DAY },
  { name: 'a pledge of one’s own choice, without a tier', readings: [{ tiers: [] }], state: 'active', until: 23 * DAY },
  {
    name: 'paid by the year',
    readings: [{ cadenceMonths: 12, lastChargeAt: at(-65 * DAY), nextChargeAt: at(300 * DAY) }],
    state: 'active',
    until: 303 * DAY,
  },
  {
    name: 'an annual pledge that was lowered: no next charge',
    readings: [{ cadenceMonths: 12, nextChargeAt: null }],
    state: 'active',
    until: 355 * DAY,
  },
  { name: 'a charge that is pending', readings: [pending], state: 'active', until: 4 * DAY },
  {
    name: 'a first charge for a year that is pending',
    readings: [{ ...pending, cadenceMonths: 12, lifetimeCents: 0, nextChargeAt: at(365 * DAY) }],
    state: 'active',
    until: 4 * DAY,
  },
  {
    name: 'paid, and the next month is pending on the first',
    readings: [
      { lastChargeAt: at(-30 * DAY), nextChargeAt: at(-HOUR) },
      { ...pending, lastChargeAt: at(-HOUR), nextChargeAt: at(30 * DAY) },
    ],
    state: 'active',
    until: 4 * DAY,
  },
  {
    name: 'a status that is not known here',
    readings: [{ lastChargeStatus: 'Split' }],
    state: 'active',
    until: 4 * DAY,
  },
  {
    name: 'pledged, and not charged yet',
    readings: [{ ...never, nextChargeAt: at(9 * DAY) }],
    state: 'active',
    until: 4 * DAY,
  },
  {
    name: 'a next charge that is overdue',
    readings: [{ lastChargeAt: at(-31 * DAY), nextChargeAt: at(-2 * DAY) }],
    state: 'active',
    until: 4 * DAY,
  },
  {
    name: 'partially refunded',
    readings: [{ lastChargeStatus: 'Partially Refunded' }],
    state: 'active',
    until: 23 * DAY,
  },
  {
    name: 'a free trial, as captured',
    readings: [{ ...never, isFreeTrial: true, cents: 100, cadenceMonths: null, tiers: [] }],
    state: 'trial',
    until: 4 * DAY,
  },
  {
    name: 'a free trial by the charge’s status',
    readings: [{ lastChargeStatus: 'Free Trial', lastChargeAt: null, nextChargeAt: at(5 * DAY) }],
    state: 'trial',
    until: 4 * DAY,
  },
  { name: 'gifted', readings: [{ ...never, isGifted: true, cents: 0 }], state: 'gifted', until: 4 * DAY },
  {
    name: 'gifted to somebody who never pledged',
    readings: [{ ...never, patronStatus: null, isGifted: true, cents: 0 }],
    state: 'gifted',
    until: 4 * DAY,
  },
  // Never was
  {
    name: 'a follower who never pledged',
    readings: [{ ...never, patronStatus: null, cents: 0, tiers: [] }],
    state: 'none',
    until: null,
  },
  {
    name: 'no status, whatever it says beside',
    readings: [{ ...never, patronStatus: null }],
    state: 'none',
    until: null,
  },
  {
    name: 'a gift without a tier, and without a status',
    readings: [{ ...never, patronStatus: null, isGifted: true, tiers: [] }],
    state: 'none',
    until: null,
  },
  { name: 'active for nothing', readings: [{ ...never, cents: 0, tiers: [] }], state: 'none', until: null },
  // Tiers that count
  { name: 'a tier that counts', readings: [{}], settings: oneTier, state: 'active', until: 23 * DAY },
  { name: 'another tier', readings: [{ tiers: ['7'] }], settings: oneTier, state: 'none', until: null },
  {
    name: 'one’s own choice of the price, where tiers count',
    readings: [{ tiers: [] }],
    settings: oneTier,
    state: 'active',
    until: 23 * DAY,
  },
  {
    name: 'one’s own choice below the price',
    readings: [{ tiers: [], cents: 499 }],
    settings: oneTier,
    state: 'none',
    until: null,
  },
  {
    name: 'a gift of another tier',
    readings: [{ ...never, isGifted: true, tiers: ['7'] }],
    settings: oneTier,
    state: 'none',
    until: null,
  },
  {
    name: 'lowered to another tier: to the end of what was paid',
    readings: [{}, { tiers: ['7'], cents: 100 }],
    settings: oneTier,
    state: 'cancelled',
    until: 20 * DAY,
  },
  {
    name: 'lowered, and charged for the other tier',
    readings: [
      { nextChargeAt: at(-90 * 60_000), lastChargeAt: at(-31 * DAY) },
      { tiers: ['7'], cents: 100, lastChargeAt: at(-HOUR), nextChargeAt: at(30 * DAY) },
    ],
    settings: oneTier,
    state: 'none',
    until: null,
  },
  {
    name: 'cancelled, where tiers count and one was seen',
    readings: [{}, deleted],
    settings: oneTier,
    state: 'cancelled',
    until: 20 * DAY,
  },
  {
    name: 'cancelled, where tiers count and none was seen',
    readings: [deleted],
    settings: oneTier,
    state: 'cancelled',
    until: null,
  },
  // Declined
  {
    name: 'declined two days ago',
    readings: [{}, { ...declined, lastChargeAt: at(-2 * DAY), nextChargeAt: at(20 * DAY) }],
    state: 'declined',
    until: 20 * DAY,
  },
  {
    name: 'declined at the end of what was paid',
    readings: [{ ...declined, lastChargeAt: at(-2 * DAY), nextChargeAt: at(20 * DAY) }],
    state: 'declined',
    until: 5 * DAY,
  },
  {
    name: 'declined while the membership is still called active',
    readings: [{ lastChargeStatus: 'Declined', lastChargeAt: at(-DAY) }],
    state: 'declined',
    until: 6 * DAY,
  },
  {
    name: 'declined eight days ago',
    readings: [{ ...declined, lastChargeAt: at(-8 * DAY) }],
    state: 'declined',
    until: null,
  },
  {
    name: 'declined in the future: a week from when it was seen, once',
    readings: [
      { ...declined, lastChargeAt: at(40 * DAY), nextChargeAt: null },
      { ...declined, lastChargeAt: at(40 * DAY), nextChargeAt: null },
    ],
    state: 'declined',
    until: 7 * DAY - HOUR,
  },
  {
    name: 'declined again and again: a week from the first time',
    readings: [
      { ...declined, lastChargeAt: at(-6 * DAY) },
      { ...declined, lastChargeAt: at(-DAY) },
      { ...declined, lastChargeAt: at(-HOUR) },
    ],
    state: 'declined',
    until: DAY,
  },
  {
    name: 'declined, tried again, and declined: a week from the first time',
    readings: [{ ...declined, lastChargeAt: at(-6 * DAY) }, pending, { ...declined, lastChargeAt: at(-HOUR) }],
    state: 'declined',
    until: DAY,
  },
  {
    name: 'declined, repaired, and declined for the next month',
    readings: [
      { ...declined, lastChargeAt: at(-31 * DAY) },
      { nextChargeAt: at(-HOUR), lastChargeAt: at(-30 * DAY) },
      { ...declined, lastChargeAt: at(-HOUR), lifetimeCents: 2000 },
    ],
    state: 'declined',
    until: 7 * DAY - HOUR,
  },
  {
    name: 'declined, repaired while nobody was reading, and declined for the next month',
    readings: [
      { ...declined, lastChargeAt: at(-31 * DAY) },
      { ...declined, lastChargeAt: at(-HOUR), lifetimeCents: 2000 },
    ],
    state: 'declined',
    until: 7 * DAY - HOUR,
  },
  {
    name: 'declined without a date: a week from when it was seen, once',
    readings: [
      { ...declined, lastChargeAt: null },
      { ...declined, lastChargeAt: null },
      { ...declined, lastChargeAt: null },
    ],
    state: 'declined',
    until: 7 * DAY - 2 * HOUR,
  },
  {
    name: 'a first charge that is declined',
    readings: [{ ...declined, lifetimeCents: 0, lastChargeAt: at(-HOUR) }],
    state: 'declined',
    until: null,
  },
  {
    name: 'declined, and repaired',
    readings: [{ ...declined, lastChargeAt: at(-2 * DAY) }, {}],
    state: 'active',
    until: 23 * DAY,
  },
  // Cancelled
  {
    name: 'cancelled as captured, after a reading that was paid',
    readings: [{ lifetimeCents: 0 }, { ...deleted, lifetimeCents: 0 }],
    state: 'cancelled',
    until: 20 * DAY,
  },
  { name: 'cancelled as captured, by somebody who has paid', readings: [deleted], state: 'cancelled', until: 20 * DAY },
  {
    name: 'cancelled by whoever paid once, as a year of theirs was pending',
    readings: [
      { ...deleted, lastChargeAt: at(-200 * DAY), nextChargeAt: null },
      { ...pending, cadenceMonths: 12, nextChargeAt: at(365 * DAY) },
      { ...deleted, lastChargeAt: at(-HOUR), cadenceMonths: 12, nextChargeAt: at(365 * DAY) },
    ],
    state: 'cancelled',
    until: null,
  },
  {
    name: 'cancelled as the next month was pending: to the end of what was paid',
    readings: [
      { lastChargeAt: at(-30 * DAY), nextChargeAt: at(DAY) },
      { ...pending, nextChargeAt: at(31 * DAY) },
      { ...deleted, nextChargeAt: at(31 * DAY) },
    ],
    state: 'cancelled',
    until: DAY,
  },
  {
    name: 'cancelled after a month that was paid while nobody was reading',
    readings: [
      { lastChargeAt: at(-40 * DAY), nextChargeAt: at(-10 * DAY) },
      { ...deleted, lifetimeCents: 2000 },
    ],
    state: 'cancelled',
    until: 20 * DAY,
  },
  {
    name: 'cancelled, with a date further off than what the last charge was for',
    readings: [{ ...deleted, nextChargeAt: at(365 * DAY) }],
    state: 'cancelled',
    until: 20 * DAY,
  },
  {
    name: 'cancelled after a year of a tier that does not count',
    readings: [
      {},
      { tiers: ['7'], cents: 100, cadenceMonths: 12, nextChargeAt: at(365 * DAY) },
      { patronStatus: 'former_patron', tiers: [], cents: 0, cadenceMonths: 12, nextChargeAt: at(365 * DAY) },
    ],
    settings: oneTier,
    state: 'cancelled',
    until: 20 * DAY,
  },
  {
    name: 'cancelled before anything was paid',
    readings: [{ ...deleted, lifetimeCents: 0 }],
    state: 'cancelled',
    until: null,
  },
  {
    name: 'cancelled, and the date of the next charge is gone, too',
    readings: [{}, { ...deleted, nextChargeAt: null }],
    state: 'cancelled',
    until: 20 * DAY,
  },
  {
    name: 'cancelled, the last charge still called paid',
    readings: [{ patronStatus: 'former_patron' }],
    state: 'cancelled',
    until: 20 * DAY,
  },
  {
    name: 'cancelled and paid, without a next charge: a month from the last',
    readings: [{ patronStatus: 'former_patron', nextChargeAt: null, tiers: [], cents: 0 }],
    state: 'cancelled',
    until: 20 * DAY,
  },
  {
    name: 'cancelled and paid by the year, without a next charge',
    readings: [{ patronStatus: 'former_patron', nextChargeAt: null, cadenceMonths: 12 }],
    state: 'cancelled',
    until: 355 * DAY,
  },
  {
    name: 'cancelled long ago',
    readings: [{ ...deleted, lastChargeAt: at(-90 * DAY), nextChargeAt: at(-60 * DAY) }],
    state: 'cancelled',
    until: null,
  },
  {
    name: 'a trial that was cancelled',
    readings: [
      { ...never, isFreeTrial: true },
      { ...deleted, ...never, nextChargeAt: at(5 * DAY) },
    ],
    state: 'cancelled',
    until: null,
  },
  {
    name: 'cancelled after a declined charge',
    readings: [{ ...declined, patronStatus: 'former_patron', lastChargeAt: at(-DAY) }],
    state: 'cancelled',
    until: null,
  },
  {
    name: 'cancelled, and back again',
    readings: [{}, deleted, { nextChargeAt: at(30 * DAY) }],
    state: 'active',
    until: 33 * DAY,
  },
  // Taken back
  { name: 'refunded', readings: [{}, { lastChargeStatus: 'Refunded' }], state: 'refunded', until: null },
  {
    name: 'refunded by Patreon',
    readings: [{}, { ...deleted, lastChargeStatus: 'Refunded by Patreon' }],
    state: 'refunded',
    until: null,
  },
  { name: 'fraud', readings: [{}, { lastChargeStatus: 'Fraud' }], state: 'fraud', until: null },
  {
    name: 'refunded, then gone',
    readings: [{}, { lastChargeStatus: 'Refunded' }, 'gone'],
    state: 'refunded',
    until: null,
  },
  {
    name: 'refunded, then paid anew',
    readings: [{ lastChargeStatus: 'Refunded' }, { lastChargeAt: at(-HOUR) }],
    state: 'active',
    until: 30 * DAY - HOUR,
  },
  {
    name: 'refunded, then cancelled',
    readings: [{}, { lastChargeStatus: 'Refunded' }, deleted, deleted],
    state: 'refunded',
    until: null,
  },
  {
    name: 'refunded, then active without another charge',
    readings: [{}, { lastChargeStatus: 'Refunded' }, { lastChargeStatus: null }],
    state: 'refunded',
    until: null,
  },
  {
    name: 'refunded, then declined',
    readings: [{}, { lastChargeStatus: 'Refunded' }, { ...declined, lastChargeAt: at(-HOUR) }],
    state: 'declined',
    until: null,
  },
  {
    name: 'refunded, then pledged anew: while that is pending',
    readings: [{}, { lastChargeStatus: 'Refunded' }, pending],
    state: 'active',
    until: 4 * DAY,
  },
  {
    name: 'refunded, then pledged anew and cancelled unpaid',
    readings: [{}, { lastChargeStatus: 'Refunded' }, pending, { ...deleted, lastChargeAt: at(-HOUR) }],
    state: 'cancelled',
    until: null,
  },
  {
    name: 'refunded, paid anew, then cancelled',
    readings: [{ lastChargeStatus: 'Refunded' }, { lastChargeAt: at(-HOUR) }, { ...deleted, lastChargeAt: at(-HOUR) }],
    state: 'cancelled',
    until: 30 * DAY - HOUR,
  },
  {
    name: 'refunded, and that is taken back: as long as Patreon says so',
    readings: [{}, { lastChargeStatus: 'Refunded' }, {}],
    state: 'active',
    until: 4 * DAY,
  },
  {
    name: 'refunded, and called paid once it is over',
    readings: [{}, { lastChargeStatus: 'Refunded' }, { patronStatus: 'former_patron' }],
    state: 'cancelled',
    until: null,
  },
  // Gone
  { name: 'gone: to the end of what was paid', readings: [{}, 'gone'], state: 'cancelled', until: 20 * DAY },
  { name: 'gone without having paid', readings: [{ ...never, isFreeTrial: true }, 'gone'], state: 'none', until: null },
  { name: 'gone, and back', readings: [{}, 'gone', {}], state: 'active', until: 23 * DAY },
];

/** What is kept after readings, each an hour after the other, the last at NOW. */
export function readAll(readings: Reading[], settings: TierSettings): Membership {
  let kept: Membership | null = null;
  for (const [index, reading] of readings.entries()) {
    const observedAt = at((index - readings.length + 1) * HOUR);
    kept = afterReading(kept, reading === 'gone' ? null : { ...paid, ...reading }, observedAt, settings);
  }
  if (!kept) throw new Error('nothing is kept');
  return kept;
}
