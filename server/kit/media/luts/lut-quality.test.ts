import { describe, expect, it } from 'vitest';
import { encodings } from '#contract/resources/lut-encodings.ts';
import { parseCube } from './cube-file.ts';
import { measureLut } from './lut-quality.ts';

type Colour = readonly [number, number, number];

const measure = (size: number, colour: (r: number, g: number, b: number) => Colour) => {
  const at = Array.from({ length: size }, (_, i) => i / (size - 1));
  const lines = at.flatMap((b) =>
    at.flatMap((g) =>
      at.map((r) =>
        colour(r, g, b)
          .map((v) => v.toFixed(7))
          .join(' '),
      ),
    ),
  );
  return measureLut(parseCube(Buffer.from(`LUT_3D_SIZE ${size}\n${lines.join('\n')}`)));
};
/** A LUT that applies one curve to each channel. */
const each = (curve: (value: number) => number) => {
  const known = new Map<number, number>();
  const at = (value: number) => known.get(value) ?? known.set(value, curve(value)).get(value) ?? 0;
  return (r: number, g: number, b: number): Colour => [at(r), at(g), at(b)];
};
const softS = (v: number) => v * v * (3 - 2 * v) * 0.5 + v * 0.5;
const stepped = (levels: number) => each((v) => Math.round(softS(v) * levels) / levels);
/** Scene light for an encoded value: the inverse of an encoding, by halving. */
const lightOf = (encode: (light: number) => number, value: number): number => {
  let [low, high] = [0, 100];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (encode(middle) < value) low = middle;
    else high = middle;
  }
  return low;
};

describe('the quality of a LUT', () => {
  it('is perfect for one that changes nothing', () => {
    expect(measure(17, (r, g, b) => [r, g, b])).toEqual({
      dimensions: 3,
      size: 17,
      greyDrift: 0,
      banding: 'none',
      largestBreak: 0,
      madeFor: 'rec709',
    });
  });

  it('names the largest drift of a grey in 8-bit codes', () => {
    const tinted = measure(17, (r, g, b) => [r, g, b * 0.9]);
    expect(tinted.greyDrift).toBe(25.5);
    expect(measure(17, each(softS)).greyDrift).toBe(0);
  });

  it.each([
    ['a smooth curve', 33, each(softS), 'none'],
    ['a smooth curve rounded to 8 bits', 33, stepped(255), 'none'],
    ['a smooth curve rounded to 6 bits', 33, stepped(63), 'visible'],
    ['16 levels', 33, stepped(15), 'visible'],
    [
      'a small step in blue alone',
      33,
      (r: number, g: number, b: number) => [r, g, b < 0.5 ? b : b + 0.018] as const,
      'slight',
    ],
    [
      'a step in red alone',
      33,
      (r: number, g: number, b: number) => [r < 0.5 ? r : r + 0.05, g, b] as const,
      'visible',
    ],
    ['hard clipping', 33, each((v) => v * 1.5 - 0.2), 'none'],
  ] as const)('finds bands on the ramps of %s', (_name, size, colour, banding) => {
    expect(measure(size, colour).banding).toBe(banding);
  });

  it('finds the steps of a long 1D LUT', () => {
    const lines = Array.from({ length: 4096 }, (_, i) =>
      Array(3)
        .fill(Math.floor(i / 256) / 15)
        .join(' '),
    );
    const quality = measureLut(parseCube(Buffer.from(`LUT_1D_SIZE 4096\n${lines.join('\n')}`)));
    expect(quality).toMatchObject({ dimensions: 1, size: 4096, banding: 'visible' });
  });

  it.each(Object.keys(encodings) as (keyof typeof encodings)[])('recognises a LUT from %s to Rec.709', (name) => {
    const { encode } = encodings[name];
    const curve = (v: number) => encodings.rec709.encode(lightOf(encode, v));
    expect(measure(17, each(curve)).madeFor).toBe(name === 'rec709' ? 'rec709' : 'log');
    expect(
      measure(
        33,
        each((v) => softS(curve(v))),
      ).madeFor,
    ).toBe(name === 'rec709' ? 'rec709' : 'log');
  });

  it("doesn't guess when a LUT outputs log, or a negative", () => {
    const toLog = (v: number) => encodings.slog3.encode(lightOf(encodings.rec709.encode, v));
    expect(measure(17, each(toLog)).madeFor).toBe('unknown');
    expect(
      measure(
        33,
        each((v) => 1 - v),
      ).madeFor,
    ).toBe('unknown');
  });
});
