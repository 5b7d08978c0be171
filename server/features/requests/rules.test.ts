import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeWait, nextRequestAt, readName } from './rules.ts';

const HOUR_MS = 3_600_000;
const now = new Date('2026-11-28T12:00:00Z');
const hours = (count: number) => new Date(now.getTime() + count * HOUR_MS);
const one = { limit: 1, windowSeconds: 86_400 };

describe('the next request', () => {
  it.each([
    ['there was no request', [], null],
    ['there was a request an hour ago', [hours(-1)], hours(23)],
    ['there was a request just now', [now], hours(24)],
    ['there was a request almost a day ago', [new Date(hours(-24).getTime() + 1)], new Date(now.getTime() + 1)],
    ['there was a request a day ago', [hours(-24)], null],
    ['the clock was set back by 3 hours', [hours(3)], hours(24)],
    ['the clock was set back by 40 days', [hours(960)], null],
  ])('is timed correctly when %s', (_what, times, expected) => {
    expect(nextRequestAt(times, one, now)).toEqual(expected);
  });

  it('is possible once the oldest counted one leaves the window, and at most one window from now', () => {
    const three = { limit: 3, windowSeconds: 86_400 };
    expect(nextRequestAt([hours(-1), hours(-2)], three, now)).toBeNull();
    expect(nextRequestAt([hours(-5), hours(-1), hours(-2)], three, now)).toEqual(hours(19));
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1000, max: 1000 })), (asked) => {
        const next = nextRequestAt(asked.map(hours), one, now);
        if (next) expect([next > now, next <= hours(24)]).toEqual([true, true]);
      }),
    );
  });
});

describe('a waiting time', () => {
  it.each([
    [1, '1 minute'],
    [60_000, '1 minute'],
    [60_001, '2 minutes'],
    [HOUR_MS, '1 hour'],
    [HOUR_MS + 60_000, '1 hour and 1 minute'],
    [23 * HOUR_MS + 59.5 * 60_000, '24 hours'],
    [5 * HOUR_MS + 12 * 60_000, '5 hours and 12 minutes'],
  ])('of %i ms reads %s', (ms, words) => {
    expect(describeWait(ms)).toBe(words);
  });
});

describe('a name', () => {
  it.each([
    ['  Light \t leaks\n2 ', 'Light leaks 2'],
    ['\u202egnp.exe\u202c', 'gnp.exe'],
    ['Ink\u200b\u2060 wipes\ufeff', 'Ink wipes'],
    ['\u{1f468}\u200d\u{1f469} pack', '\u{1f468}\u200d\u{1f469} pack'],
    ['!!!', '!!!'],
    ['\u200b\u200b', null],
    ['\u3164', null],
    ['\u2800', null],
    ['\u200d', null],
    ['\u0301', null],
    ['\u{e0041}\u{e007f}', null],
  ])('%j becomes %j', (text, name) => {
    expect(readName(text)).toBe(name);
  });
});
