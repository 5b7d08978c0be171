import { describe, expect, it } from 'vitest';
import type { MembershipState, OwnPremium } from '#contract/premium/api.ts';
import { hasRunningMembership, membershipNote, sourceSentences } from './membership-labels.ts';

const DAY = '2026-12-20T10:00:00.000Z';
const patreon = (until: string | null): OwnPremium['sources'][number] => ({ source: 'patreon', since: DAY, until });
const admin = (until: string | null): OwnPremium['sources'][number] => ({ source: 'admin', since: DAY, until });
const membership = (state: MembershipState, until: string | null = DAY): OwnPremium['membership'] => ({
  state,
  until,
  checkedAt: DAY,
});
const own = (sources: OwnPremium['sources'], theirs: OwnPremium['membership'] = null): OwnPremium => ({
  isPremium: sources.length > 0,
  sources,
  membership: theirs,
});

describe('sources of Premium', () => {
  it.each<[string, OwnPremium, string[]]>([
    ['nothing', own([]), []],
    [
      'a membership that renews',
      own([patreon(null)], membership('active')),
      ['Through your Patreon membership. Your next payment is due on Dec 20, 2026.'],
    ],
    ['one without a date', own([patreon(null)], membership('active', null)), ['Through your Patreon membership.']],
    ['a trial', own([patreon(null)], membership('trial', null)), ['Through a Patreon trial.']],
    [
      'a gift membership',
      own([patreon(null)], membership('gifted')),
      ['Through a Patreon gift membership until Dec 20, 2026.'],
    ],
    [
      'a cancelled one',
      own([patreon(DAY)], membership('cancelled')),
      ['Your Patreon membership has been cancelled. You still have Premium until Dec 20, 2026.'],
    ],
    [
      'a declined payment',
      own([patreon(DAY)], membership('declined')),
      [
        'Your last payment was declined. You still have Premium until Dec 20, 2026. To keep it, update your payment details on Patreon.',
      ],
    ],
    ['a grant by the site alone', own([admin(null)]), ['Granted by an administrator, with no end date.']],
    [
      'both',
      own([admin(DAY), patreon(null)], membership('active', null)),
      ['Through your Patreon membership.', 'Granted by an administrator until Dec 20, 2026.'],
    ],
  ])('%s', (_, given, sentences) => {
    expect(sourceSentences(given)).toEqual(sentences);
  });
});

describe('a running membership', () => {
  it.each<[OwnPremium | undefined, boolean]>([
    [undefined, false],
    [own([]), false],
    [own([admin(null)]), false],
    [own([], membership('declined', null)), false],
    [own([], membership('refunded', null)), false],
    [own([patreon(DAY)], membership('cancelled')), false],
    [own([patreon(DAY)], membership('declined')), true],
    [own([patreon(null)], membership('trial')), true],
    [own([patreon(null), admin(null)], membership('active')), true],
  ])('%#', (given, runs) => {
    expect(hasRunningMembership(given)).toBe(runs);
  });
});

describe('the note on the dashboard card', () => {
  it.each<[OwnPremium | undefined, string | null]>([
    [undefined, null],
    [own([]), null],
    [own([patreon(null)], membership('active')), null],
    [own([], membership('none', null)), null],
    [
      own([patreon(DAY)], membership('declined')),
      'Payment declined. Update your payment details on Patreon by Dec 20, 2026.',
    ],
    [own([], membership('declined', null)), 'Payment declined. Update your payment details on Patreon.'],
    [own([], membership('refunded', null)), 'Your last payment was refunded.'],
    [
      own([], membership('fraud', null)),
      'Patreon reversed your last payment as fraudulent. Contact Patreon to resolve this.',
    ],
    [own([patreon(DAY)], membership('cancelled')), 'Cancelled: ends on Dec 20, 2026.'],
    [own([], membership('cancelled')), 'Your membership has ended.'],
  ])('%#', (given, note) => {
    expect(membershipNote(given)).toBe(note);
  });
});
