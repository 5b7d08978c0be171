import { describe, expect, it } from 'vitest';
import { chooseByWeight, imageKeyOf, imageUrlOf, newImageKey } from './rules.ts';

describe('choosing an advertisement', () => {
  const from = [
    { name: 'one', weight: 1 },
    { name: 'three', weight: 3 },
    { name: 'six', weight: 6 },
  ];

  it.each([
    [0, 'one'],
    [0.0999, 'one'],
    [0.1, 'three'],
    [0.3999, 'three'],
    [0.4, 'six'],
    [0.999999999, 'six'],
  ])('with random value %s picks %s', (random, name) => {
    expect(chooseByWeight(from, random)?.name).toBe(name);
  });

  it('picks each advertisement in proportion to its weight', () => {
    const counts: Record<string, number> = {};
    for (let step = 0; step < 10_000; step += 1) {
      const name = chooseByWeight(from, step / 10_000)?.name ?? '';
      counts[name] = (counts[name] ?? 0) + 1;
    }
    expect(counts).toEqual({ one: 1000, three: 3000, six: 6000 });
  });

  it('picks none if there are none', () => {
    expect(chooseByWeight([], 0.5)).toBeNull();
  });
});

describe('pictures', () => {
  it('have unique keys, which can be recovered from their URLs', () => {
    const key = newImageKey();
    expect(key).not.toBe(newImageKey());
    expect(imageKeyOf(imageUrlOf(key)?.split('/').at(-1) ?? '')).toBe(key);
    expect(imageUrlOf(null)).toBeNull();
  });

  it.each(['', 'a.webp', '../ads.webp', `${'a'.repeat(32)}.png`, `${'A'.repeat(32)}.webp`])(
    'are not named %j',
    (file) => {
      expect(imageKeyOf(file)).toBeNull();
    },
  );
});
