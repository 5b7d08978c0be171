import { describe, expect, it } from 'vitest';
import { chooseByWeight, imageKeyOf, imageUrlOf, newImageKey } from './rules.ts';

describe('choosing', () => {
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
  ])('with %s takes %s', (random, name) => {
    expect(chooseByWeight(from, random)?.name).toBe(name);
  });

  it('takes each as often as its weight is part of the sum', () => {
    const counts: Record<string, number> = {};
    for (let step = 0; step < 10_000; step += 1) {
      const name = chooseByWeight(from, step / 10_000)?.name ?? '';
      counts[name] = (counts[name] ?? 0) + 1;
    }
    expect(counts).toEqual({ one: 1000, three: 3000, six: 6000 });
  });

  it('of none takes none', () => {
    expect(chooseByWeight([], 0.5)).toBeNull();
  });
});

describe('pictures', () => {
  it('have keys of their own, whose addresses lead back to them', () => {
    const key = newImageKey();
    expect(key).not.toBe(newImageKey());
    expect(imageKeyOf(imageUrlOf(key)?.split('/').at(-1) ?? '')).toBe(key);
    expect(imageUrlOf(null)).toBeNull();
  });

  it.each(['', 'a.webp', '../ads.webp', `${'a'.repeat(32)}.png`, `${'A'.repeat(32)}.webp`])(
    'are not called %j',
    (file) => {
      expect(imageKeyOf(file)).toBeNull();
    },
  );
});
