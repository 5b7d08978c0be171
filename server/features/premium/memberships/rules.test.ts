// Tests the access that a membership grants, in the cases of test/harness/membership-cases.ts and when clocks jump.
import { describe, expect, it } from 'vitest';
import { anyPledge, at, cases, DAY, HOUR, NOW, paid, readAll } from '#test/harness/membership-cases.ts';
import { afterReading, isNewer, isOtherEnd, verdictOf } from './rules.ts';

describe('a membership', () => {
  it.each(cases)('$name: is $state', ({ readings, settings = anyPledge, state, until }) => {
    const verdict = verdictOf(readAll(readings, settings), NOW, settings);
    expect([verdict.state, verdict.until]).toEqual([state, until === null ? null : at(until)]);
  });

  it.each(cases)(
    '$name: does not change except for its expiry when read again',
    ({ readings, settings = anyPledge }) => {
      const once = readAll(readings, settings);
      const last = readings.at(-1) ?? {};
      const again = afterReading(once, last === 'gone' ? null : { ...paid, ...last }, NOW, settings);
      expect(again).toEqual(once);
    },
  );

  it('expires if Patreon stops confirming it', () => {
    const kept = readAll([{}], anyPledge);
    expect(verdictOf(kept, at(23 * DAY - 1), anyPledge).until).not.toBeNull();
    expect(verdictOf(kept, at(23 * DAY), anyPledge).until).toBeNull();
  });

  it.each([
    ['3 hours', 3 * HOUR],
    ['40 days', 40 * DAY],
  ])('keeps access when the clock is %s ahead or behind while Patreon is queried', (_name, jump) => {
    for (const shift of [jump, -jump]) {
      const kept = afterReading(readAll([{}], anyPledge), paid, at(shift), anyPledge);
      // Evaluated while the clock is still wrong.
      expect(kept && verdictOf(kept, at(shift), anyPledge).until).not.toBeNull();
      // Evaluated after the clock has been corrected.
      expect(kept && verdictOf(kept, NOW, anyPledge).until).not.toBeNull();
    }
  });

  it.each([
    ['3 hours', 3 * HOUR],
    ['40 days', 40 * DAY],
  ])('has no access after a refund, even if the clock jumps by %s', (_name, jump) => {
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

  it('that was paid on the last day of a month is paid through the last day of the next', () => {
    const kept = afterReading(
      null,
      { ...paid, patronStatus: 'former_patron', lastChargeAt: new Date('2026-10-31T08:00:00Z'), nextChargeAt: null },
      NOW,
      anyPledge,
    );
    expect(kept?.paidThrough).toEqual(new Date('2026-11-30T08:00:00Z'));
  });
});

describe('a reading', () => {
  it.each([
    ['the first', null, NOW, true],
    ['a later one', at(-1), NOW, true],
    ['the same again', NOW, NOW, false],
    ['an older one that arrives late', at(1000), NOW, false],
    ['one stored while the clock was 3 hours ahead', at(3 * HOUR), NOW, true],
    ['one stored while the clock was 40 days ahead', at(40 * DAY), NOW, true],
  ])('%s is newer: %s', (_name, kept, observedAt, taken) => {
    expect(isNewer(kept, observedAt, NOW)).toBe(taken);
  });
});

describe('a change of the end of a grant', () => {
  it.each([
    [null, NOW, true],
    [NOW, at(-1), true],
    [NOW, NOW, false],
    [NOW, at(HOUR), false],
    [NOW, at(HOUR + 1), true],
  ])('from %s to %s is stored: %s', (was, is, written) => {
    expect(isOtherEnd(was, is)).toBe(written);
  });
});
