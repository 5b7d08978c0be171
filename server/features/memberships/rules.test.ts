// Every case of a membership by its name, and the access that follows (notes on Patreon's API and its live captures).
import { describe, expect, it } from 'vitest';
import type { Member } from '../../providers/patreon-campaign.ts';
import { afterReading, isNewer, isOtherEnd, type Membership, type TierSettings, verdictOf } from './rules.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = new Date('2026-11-22T12:00:00Z');
const at = (ms: number): Date => new Date(NOW.getTime() + ms);

const anyPledge: TierSettings = { patreonTiers: [], monthlyPrice: 5 };
const oneTier: TierSettings = { patreonTiers: [{ id: '21926235' }], monthlyPrice: 5 };

const paid: Member = {
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

const cases: Case[] = [
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
  { name: 'a charge that is pending', readings: [{ lastChargeStatus: 'Pending' }], state: 'active', until: 23 * DAY },
  {
    name: 'a status that is not known here',
    readings: [{ lastChargeStatus: 'Split' }],
    state: 'active',
    until: 23 * DAY,
  },
  {
    name: 'pledged, and not charged yet',
    readings: [{ ...never, nextChargeAt: at(9 * DAY) }],
    state: 'active',
    until: 12 * DAY,
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
    until: 8 * DAY,
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
    name: 'declined in the future: no longer than a reading counts',
    readings: [{ ...declined, lastChargeAt: at(40 * DAY), nextChargeAt: null }],
    state: 'declined',
    until: 4 * DAY,
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
  { name: 'fraud', readings: [{}, { lastChargeStatus: 'Fraud' }], state: 'refunded', until: null },
  {
    name: 'refunded, then gone',
    readings: [{}, { lastChargeStatus: 'Refunded' }, 'gone'],
    state: 'refunded',
    until: null,
  },
  {
    name: 'refunded, then paid anew',
    readings: [{ lastChargeStatus: 'Refunded' }, {}],
    state: 'active',
    until: 23 * DAY,
  },
  // Gone
  { name: 'gone: to the end of what was paid', readings: [{}, 'gone'], state: 'cancelled', until: 20 * DAY },
  { name: 'gone without having paid', readings: [{ ...never, isFreeTrial: true }, 'gone'], state: 'none', until: null },
  { name: 'gone, and back', readings: [{}, 'gone', {}], state: 'active', until: 23 * DAY },
];

const readAll = (readings: Reading[], settings: TierSettings): Membership => {
  let kept: Membership | null = null;
  for (const [index, reading] of readings.entries()) {
    const observedAt = at((index - readings.length + 1) * HOUR);
    kept = afterReading(kept, reading === 'gone' ? null : { ...paid, ...reading }, observedAt, settings);
  }
  if (!kept) throw new Error('nothing is kept');
  return kept;
};

describe('a membership', () => {
  it.each(cases)('$name: $state', ({ readings, settings = anyPledge, state, until }) => {
    const verdict = verdictOf(readAll(readings, settings), NOW, settings);
    expect([verdict.state, verdict.until]).toEqual([state, until === null ? null : at(until)]);
  });

  it.each(cases)(
    '$name: reading the same again changes nothing but how long it counts',
    ({ readings, settings = anyPledge }) => {
      const once = readAll(readings, settings);
      const last = readings.at(-1) ?? {};
      const again = afterReading(once, last === 'gone' ? null : { ...paid, ...last }, NOW, settings);
      expect(again).toEqual(once);
    },
  );

  it('that nobody confirms any more ends by itself', () => {
    const kept = readAll([{}], anyPledge);
    expect(verdictOf(kept, at(23 * DAY - 1), anyPledge).until).not.toBeNull();
    expect(verdictOf(kept, at(23 * DAY), anyPledge).until).toBeNull();
  });

  it.each([
    ['3 hours', 3 * HOUR],
    ['40 days', 40 * DAY],
  ])('that is paid outlasts a clock that is %s ahead or behind when Patreon is asked', (_name, jump) => {
    for (const shift of [jump, -jump]) {
      const kept = afterReading(readAll([{}], anyPledge), paid, at(shift), anyPledge);
      // By the same clock …
      expect(kept && verdictOf(kept, at(shift), anyPledge).until).not.toBeNull();
      // … and when it is right again.
      expect(kept && verdictOf(kept, NOW, anyPledge).until).not.toBeNull();
    }
  });

  it.each([
    ['3 hours', 3 * HOUR],
    ['40 days', 40 * DAY],
  ])('that was refunded stays without access however the clock jumps by %s', (_name, jump) => {
    for (const shift of [jump, -jump]) {
      const kept = afterReading(
        readAll([{}], anyPledge),
        { ...paid, lastChargeStatus: 'Refunded' },
        at(shift),
        anyPledge,
      );
      for (const now of [at(shift), NOW]) expect(kept && verdictOf(kept, now, anyPledge).until).toBeNull();
    }
  });

  it('paid on the last of a month is paid to the last of the next', () => {
    const kept = afterReading(
      null,
      { ...paid, patronStatus: 'former_patron', lastChargeAt: new Date('2026-10-31T08:00:00Z'), nextChargeAt: null },
      NOW,
      anyPledge,
    );
    expect(kept?.paidThrough).toEqual(new Date('2026-11-30T08:00:00Z'));
  });
});

describe('an answer', () => {
  it.each([
    ['the first', null, NOW, true],
    ['a later one', at(-1), NOW, true],
    ['the same again', NOW, NOW, false],
    ['an earlier one that comes late', at(1000), NOW, false],
    ['after a clock that was 3 hours ahead', at(3 * HOUR), NOW, true],
    ['after a clock that was 40 days ahead', at(40 * DAY), NOW, true],
  ])('%s is taken: %s', (_name, kept, observedAt, taken) => {
    expect(isNewer(kept, observedAt, NOW)).toBe(taken);
  });
});

describe('the end of a grant', () => {
  it.each([
    [null, NOW, true],
    [NOW, at(-1), true],
    [NOW, NOW, false],
    [NOW, at(HOUR), false],
    [NOW, at(HOUR + 1), true],
  ])('%s becomes %s: %s', (was, is, written) => {
    expect(isOtherEnd(was, is)).toBe(written);
  });
});
