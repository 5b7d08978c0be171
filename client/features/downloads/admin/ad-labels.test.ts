import { expect, test } from 'vitest';
import { shareOfWeight, throughRate } from './ad-labels.ts';

test.each([
  [0, 0, '–'],
  [200, 3, '1.50%'],
  [3, 1, '33.33%'],
  [1, 1, '100.00%'],
])('for %s impressions and %s clicks, the click-through rate is %s', (impressions, clicks, rate) => {
  expect(throughRate({ impressions, clicks })).toBe(rate);
});

test('calculates the share of an ad among the active ones', () => {
  const all = [
    { active: true, weight: 10 },
    { active: true, weight: 30 },
    { active: false, weight: 60 },
  ];
  expect(all.map((ad) => shareOfWeight(ad, all))).toEqual(['25%', '75%', '']);
});
