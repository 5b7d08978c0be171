// What a membership is worth, by the cases of test/harness/membership-cases.ts, and while clocks jump.
import { describe, expect, it } from 'vitest';
import { anyPledge, at, cases, DAY, HOUR, NOW, paid, readAll } from '#test/harness/membership-cases.ts';
import { afterReading, isNewer, isOtherEnd, verdictOf } from './rules.ts';

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
