import { describe, expect, it } from 'vitest';
import { encodeLight } from '#contract/resources/lut-encodings.ts';
import { type EncodingName, encodingNames } from '#contract/resources/luts.ts';
import { type Conversion, conversionOf, GRAIN, MOST_LIGHT } from './conversion.ts';

const pointOf = (table: Float32Array, place: number): number => {
  const p = place * (table.length - 1);
  const low = Math.min(Math.floor(p), table.length - 2);
  const [from = 0, to = 0] = [table[low], table[low + 1]];
  return from + (to - from) * (p - low);
};

/** What the shader computes. */
const converted = ({ light, gamut, values }: Conversion, before: readonly number[]): number[] => {
  const lit = before.map((value) => pointOf(light, value));
  return [0, 1, 2].map((row) => {
    const mixed = lit.reduce((sum, one, column) => sum + one * (gamut[column * 3 + row] ?? 0), 0);
    const bounded = Math.min(MOST_LIGHT, Math.max(0, mixed));
    return Math.min(
      1,
      Math.max(0, pointOf(values, Math.log2(1 + bounded * GRAIN) / Math.log2(1 + MOST_LIGHT * GRAIN))),
    );
  });
};

const COLOURS = [
  [0.18, 0.18, 0.18],
  [0, 0, 0],
  [0.9, 0.9, 0.9],
  [0.45, 0.12, 0.03],
  [0.004, 0.02, 0.3],
  [1.6, 1.2, 0.7],
] as const;

/** A quarter of a step of 8 bits: rounding to a picture's codes errs by more. */
const TOLERANCE = 0.25 / 255;

const expectClose = (found: readonly number[], wanted: Float32Array): void => {
  for (const [c, value] of found.entries()) expect(Math.abs(value - (wanted[c] ?? 9))).toBeLessThan(TOLERANCE);
};

describe.each(encodingNames.filter((name) => name !== 'rec709'))('%s', (name: EncodingName) => {
  it.each(COLOURS)('is simulated as the plates are encoded: %d %d %d', (...light) => {
    const shown = encodeLight(Float32Array.from(light), 'rec709');
    expectClose(converted(conversionOf('rec709', name), [...shown]), encodeLight(Float32Array.from(light), name));
  });

  it.each(COLOURS)('is shown as the plates are without a LUT: %d %d %d', (...light) => {
    const recorded = encodeLight(Float32Array.from(light), name);
    expectClose(
      converted(conversionOf(name, 'rec709'), [...recorded]),
      encodeLight(Float32Array.from(light), 'rec709'),
    );
  });

  it('ends at the white of the display', () => {
    const white = converted(conversionOf('rec709', name), [1, 1, 1]);
    const most = encodeLight(Float32Array.of(4, 4, 4), name);
    expect(white.every((value, c) => value > 0.5 && value < (most[c] ?? 0))).toBe(true);
  });
});
