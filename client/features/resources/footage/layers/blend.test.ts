import { describe, expect, it } from 'vitest';
import { BLEND_MODES, blendChannel, blendColour, lumaOf, mixColour } from './blend.ts';

describe('blend modes', () => {
  it.each([
    ['normal', 0.6],
    ['screen', 0.7],
    ['add', 0.85],
    ['multiply', 0.15],
    ['overlay', 0.3],
    // 0.25 + 0.2 * (0.5 - 0.25)
    ['soft-light', 0.3],
  ] as const)('%s of 0.6 over 0.25', (mode, expected) => {
    expect(blendChannel(mode, 0.25, 0.6)).toBeCloseTo(expected, 10);
  });

  it('have their neutral layer: black for screen and add, white for multiply, half for overlay and soft light', () => {
    for (const base of [0, 0.1, 0.25, 0.5, 0.9, 1]) {
      expect(blendChannel('screen', base, 0)).toBeCloseTo(base, 10);
      expect(blendChannel('add', base, 0)).toBeCloseTo(base, 10);
      expect(blendChannel('multiply', base, 1)).toBeCloseTo(base, 10);
      expect(blendChannel('overlay', base, 0.5)).toBeCloseTo(base, 10);
      expect(blendChannel('soft-light', base, 0.5)).toBeCloseTo(base, 10);
    }
  });

  it('stay between black and white, and never darken with a lighter layer', () => {
    const steps = Array.from({ length: 21 }, (_, at) => at / 20);
    for (const mode of BLEND_MODES)
      for (const base of steps) {
        const values = steps.map((layer) => blendChannel(mode, base, layer));
        expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
        expect(Math.max(...values)).toBeLessThanOrEqual(1);
        expect(values).toEqual([...values].sort((a, b) => a - b));
      }
  });

  it('soft light darkens and lightens by the curves of the W3C', () => {
    expect(blendChannel('soft-light', 0.5, 0)).toBeCloseTo(0.25, 10);
    expect(blendChannel('soft-light', 0.2, 1)).toBeCloseTo(((16 * 0.2 - 12) * 0.2 + 4) * 0.2, 10);
    expect(blendChannel('soft-light', 0.64, 1)).toBeCloseTo(0.8, 10);
  });
});

it('mixes by opacity times alpha', () => {
  expect(blendColour('normal', [200, 100, 0], [0, 100, 255], { alpha: 0.5, opacity: 0.5 })).toEqual([150, 100, 63.75]);
  expect(blendColour('multiply', [200, 100, 50], [0, 0, 0], { alpha: 0 })).toEqual([200, 100, 50]);
});

it('mixes two clips by the luma of a matte', () => {
  expect(lumaOf([255, 255, 255])).toBeCloseTo(255, 10);
  expect(mixColour([0, 100, 255], [200, 100, 55], 0.25)).toEqual([50, 100, 205]);
});
