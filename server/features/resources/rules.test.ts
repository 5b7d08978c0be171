import { rgbaToThumbHash } from 'thumbhash';
import { describe, expect, it } from 'vitest';
import { averageColor } from './rules.ts';

const hashOf = (...[r, g, b]: [number, number, number]): string => {
  const pixels = Buffer.alloc(16 * 9 * 4);
  for (let at = 0; at < pixels.length; at += 4) pixels.set([r, g, b, 255], at);
  return Buffer.from(rgbaToThumbHash(16, 9, pixels)).toString('base64');
};

describe('average colour of a picture', () => {
  it('is close to the colour in its thumbhash', () => {
    const colour = averageColor(hashOf(200, 80, 20)) ?? '';
    expect(colour).toMatch(/^#[0-9a-f]{6}$/);
    const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
    for (const [index, wanted] of [200, 80, 20].entries())
      expect(Math.abs((channels[index] ?? 0) - wanted)).toBeLessThan(12);
    expect(averageColor(hashOf(0, 0, 0))).toMatch(/^#0[0-9a-f]0[0-9a-f]0[0-9a-f]$/);
  });

  it.each([null, '', 'hash', '!!!'])('is null for %j', (hash) => {
    expect(averageColor(hash)).toBeNull();
  });
});
