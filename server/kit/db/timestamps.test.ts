import fc from 'fast-check';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { parseTimestamp } from './timestamps.ts';

const parseAny = pg.types.getTypeParser(1184, 'text');

const two = (most: number, least = 0) =>
  fc.integer({ min: least, max: most }).map((value) => String(value).padStart(2, '0'));
const year = fc.oneof(
  fc.integer({ min: 1, max: 9999 }).map((value) => String(value).padStart(4, '0')),
  fc.integer({ min: 10_000, max: 200_000 }).map(String),
);
const fraction = fc.oneof(
  fc.constant(''),
  fc.integer({ min: 1, max: 999_999 }).map((value) => `.${String(value).padStart(6, '0').replace(/0+$/, '')}`),
);
const zone = fc.oneof(fc.constant('+00'), fc.constantFrom('+02', '-03:30', '+05:45', '+01:00:15'));
/** Timestamps as written by a server with any TimeZone. */
const texts = fc
  .tuple(year, two(12, 1), two(28, 1), two(23), two(59), two(59), fraction, zone, fc.constantFrom('', '', '', ' BC'))
  .map(([y, m, d, h, min, s, f, z, era]) => `${y}-${m}-${d} ${h}:${min}:${s}${f}${z}${era}`);

describe('a timestamp', () => {
  it("is parsed like pg's own parser does, in every format", () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(parseTimestamp(text)).toEqual(parseAny(text));
      }),
      { numRuns: 2000 },
    );
  });

  it.each(['infinity', '-infinity'])('may be %s', (text) => {
    expect(parseTimestamp(text)).toBe(parseAny(text));
  });
});
