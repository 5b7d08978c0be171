// Named cases of Patreon memberships and the access that they give, based on captured responses and notes on Patreon's API.
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
/** As in the captured response for a cancelled pledge, where all fields except the next charge date are cleared immediately. */
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
  /** Consecutive readings from Patreon, one hour apart. The last one is at NOW. */
  readings: Reading[];
  settings?: TierSettings;
  state: string;
  /** When access ends, in milliseconds from NOW; null for no access. */
  until: number | null;
};

export const cases: Case[] = [
  // Active
  { name: 'active and paid', readings: [{}], state: 'active', until: 23 * DAY },
  { name: 'a custom pledge without a tier', readings: [{ tiers: [] }], state: 'active', until: 23 * DAY },
  {
    name: 'paid annually',
    readings: [{ cadenceMonths: 12, lastChargeAt: at(-65 * DAY), nextChargeAt: at(300 * DAY) }],
    state: 'active',
    until: 303 * DAY,
  },
  {
    name: 'a lowered annual pledge, without a next charge',
    readings: [{ cadenceMonths: 12, nextChargeAt: null }],
    state: 'active',
    until: 355 * DAY,
  },
  { name: 'a pending charge', readings: [pending], state: 'active', until: 4 * DAY },
  {
    name: 'a pending first annual charge',
    readings: [{ ...pending, cadenceMonths: 12, lifetimeCents: 0, nextChargeAt: at(365 * DAY) }],
    state: 'active',
    until: 4 * DAY,
  },
  {
    name: 'paid, and the next month’s charge is pending on the first',
    readings: [
      { lastChargeAt: at(-30 * DAY), nextChargeAt: at(-HOUR) },
      { ...pending, lastChargeAt: at(-HOUR), nextChargeAt: at(30 * DAY) },
    ],
    state: 'active',
    until: 4 * DAY,
  },
  {
    name: 'an unknown status',
    readings: [{ lastChargeStatus: 'Split' }],
    state: 'active',
    until: 4 * DAY,
  },
  {
    name: 'pledged, but not charged yet',
    readings: [{ ...never, nextChargeAt: at(9 * DAY) }],
    state: 'active',
    until: 4 * DAY,
  },
  {
    name: 'an overdue next charge',
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
    name: 'a free trial according to the charge status',
    readings: [{ lastChargeStatus: 'Free Trial', lastChargeAt: null, nextChargeAt: at(5 * DAY) }],
    state: 'trial',
    until: 4 * DAY,
  },
  { name: 'gifted', readings: [{ ...never, isGifted: true, cents: 0 }], state: 'gifted', until: 4 * DAY },
  {
    name: 'a gift to a user who never pledged',
    readings: [{ ...never, patronStatus: null, isGifted: true, cents: 0 }],
    state: 'gifted',
    until: 4 * DAY,
  },
  // Never a paying member
  {
    name: 'a follower who never pledged',
    readings: [{ ...never, patronStatus: null, cents: 0, tiers: [] }],
    state: 'none',
    until: null,
  },
  {
    name: 'no status, whatever the other fields say',
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
  { name: 'active with a pledge of zero', readings: [{ ...never, cents: 0, tiers: [] }], state: 'none', until: null },
  // Tiers that give access
  { name: 'a tier that gives access', readings: [{}], settings: oneTier, state: 'active', until: 23 * DAY },
  { name: 'a tier without access', readings: [{ tiers: ['7'] }], settings: oneTier, state: 'none', until: null },
  {
    name: 'a custom pledge, where only some tiers give access',
    readings: [{ tiers: [] }],
    settings: oneTier,
    state: 'active',
    until: 23 * DAY,
  },
  {
    name: 'a custom pledge below the price',
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
    name: 'lowered to another tier: until the end of the paid period',
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
    name: 'cancelled, where only some tiers give access and one was seen',
    readings: [{}, deleted],
    settings: oneTier,
    state: 'cancelled',
    until: 20 * DAY,
  },
  {
    name: 'cancelled, where only some tiers give access and none was seen',
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
    name: 'declined at the end of the paid period',
    readings: [{ ...declined, lastChargeAt: at(-2 * DAY), nextChargeAt: at(20 * DAY) }],
    state: 'declined',
    until: 5 * DAY,
  },
  {
    name: 'declined while the membership is still reported as active',
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
    name: 'declined, fixed, and declined for the next month',
    readings: [
      { ...declined, lastChargeAt: at(-31 * DAY) },
      { nextChargeAt: at(-HOUR), lastChargeAt: at(-30 * DAY) },
      { ...declined, lastChargeAt: at(-HOUR), lifetimeCents: 2000 },
    ],
    state: 'declined',
    until: 7 * DAY - HOUR,
  },
  {
    name: 'declined, fixed between readings, and declined for the next month',
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
    name: 'a declined first charge',
    readings: [{ ...declined, lifetimeCents: 0, lastChargeAt: at(-HOUR) }],
    state: 'declined',
    until: null,
  },
  {
    name: 'declined, then fixed',
    readings: [{ ...declined, lastChargeAt: at(-2 * DAY) }, {}],
    state: 'active',
    until: 23 * DAY,
  },
  // Cancelled
  {
    name: 'cancelled as captured, after a paid reading',
    readings: [{ lifetimeCents: 0 }, { ...deleted, lifetimeCents: 0 }],
    state: 'cancelled',
    until: 20 * DAY,
  },
  { name: 'cancelled as captured, by a user who has paid', readings: [deleted], state: 'cancelled', until: 20 * DAY },
  {
    name: 'cancelled while an annual charge was pending, after paying once',
    readings: [
      { ...deleted, lastChargeAt: at(-200 * DAY), nextChargeAt: null },
      { ...pending, cadenceMonths: 12, nextChargeAt: at(365 * DAY) },
      { ...deleted, lastChargeAt: at(-HOUR), cadenceMonths: 12, nextChargeAt: at(365 * DAY) },
    ],
    state: 'cancelled',
    until: null,
  },
  {
    name: 'cancelled while the next month was pending: until the end of the paid period',
    readings: [
      { lastChargeAt: at(-30 * DAY), nextChargeAt: at(DAY) },
      { ...pending, nextChargeAt: at(31 * DAY) },
      { ...deleted, nextChargeAt: at(31 * DAY) },
    ],
    state: 'cancelled',
    until: DAY,
  },
  {
    name: 'cancelled after a month that was paid between readings',
    readings: [
      { lastChargeAt: at(-40 * DAY), nextChargeAt: at(-10 * DAY) },
      { ...deleted, lifetimeCents: 2000 },
    ],
    state: 'cancelled',
    until: 20 * DAY,
  },
  {
    name: 'cancelled, with a next charge date beyond the period of the last charge',
    readings: [{ ...deleted, nextChargeAt: at(365 * DAY) }],
    state: 'cancelled',
    until: 20 * DAY,
  },
  {
    name: 'cancelled after a year of a tier that doesn’t give access',
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
    name: 'cancelled, and the next charge date is gone too',
    readings: [{}, { ...deleted, nextChargeAt: null }],
    state: 'cancelled',
    until: 20 * DAY,
  },
  {
    name: 'cancelled, with the last charge still reported as paid',
    readings: [{ patronStatus: 'former_patron' }],
    state: 'cancelled',
    until: 20 * DAY,
  },
  {
    name: 'cancelled and paid, without a next charge: one month from the last charge',
    readings: [{ patronStatus: 'former_patron', nextChargeAt: null, tiers: [], cents: 0 }],
    state: 'cancelled',
    until: 20 * DAY,
  },
  {
    name: 'cancelled and paid annually, without a next charge',
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
    name: 'a cancelled trial',
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
    name: 'cancelled, then active again',
    readings: [{}, deleted, { nextChargeAt: at(30 * DAY) }],
    state: 'active',
    until: 33 * DAY,
  },
  // Refunded
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
    name: 'refunded, then paid again',
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
    name: 'refunded, then pledged again: while that charge is pending',
    readings: [{}, { lastChargeStatus: 'Refunded' }, pending],
    state: 'active',
    until: 4 * DAY,
  },
  {
    name: 'refunded, then pledged again and cancelled unpaid',
    readings: [{}, { lastChargeStatus: 'Refunded' }, pending, { ...deleted, lastChargeAt: at(-HOUR) }],
    state: 'cancelled',
    until: null,
  },
  {
    name: 'refunded, paid again, then cancelled',
    readings: [{ lastChargeStatus: 'Refunded' }, { lastChargeAt: at(-HOUR) }, { ...deleted, lastChargeAt: at(-HOUR) }],
    state: 'cancelled',
    until: 30 * DAY - HOUR,
  },
  {
    name: 'refunded, and the refund reversed: as long as Patreon reports it',
    readings: [{}, { lastChargeStatus: 'Refunded' }, {}],
    state: 'active',
    until: 4 * DAY,
  },
  {
    name: 'refunded, and reported as paid after the end',
    readings: [{}, { lastChargeStatus: 'Refunded' }, { patronStatus: 'former_patron' }],
    state: 'cancelled',
    until: null,
  },
  // Membership gone
  { name: 'gone: to the end of the paid period', readings: [{}, 'gone'], state: 'cancelled', until: 20 * DAY },
  { name: 'gone, and never paid', readings: [{ ...never, isFreeTrial: true }, 'gone'], state: 'none', until: null },
  { name: 'gone, then back', readings: [{}, 'gone', {}], state: 'active', until: 23 * DAY },
];

/** The stored membership after these readings, which are one hour apart; the last one is at NOW. */
export function readAll(readings: Reading[], settings: TierSettings): Membership {
  let kept: Membership | null = null;
  for (const [index, reading] of readings.entries()) {
    const observedAt = at((index - readings.length + 1) * HOUR);
    kept = afterReading(kept, reading === 'gone' ? null : { ...paid, ...reading }, observedAt, settings);
  }
  if (!kept) throw new Error('no membership is stored');
  return kept;
}
