import { describe, expect, it } from 'vitest';
import { nextCount } from './count-steps.ts';
import { atLeast, dollars, plansOf, savingOf } from './plan-labels.ts';

const prices = { monthlyPrice: 5, yearlyPrice: 48, yearlyListPrice: 60 };

describe('plan labels', () => {
  it('match the specification at its prices', () => {
    expect(plansOf(prices).map(({ label, sum, per }) => `${label} ${sum} ${per}`)).toEqual([
      'Monthly $5 per month',
      'Yearly $48 per year',
    ]);
    expect(savingOf(prices)).toEqual({
      listPrice: '$60',
      saving: 'You save $12, 20 percent off, equal to $4 per month',
      free: '2 months free',
    });
  });

  it('promise no saving that the prices do not give', () => {
    expect(savingOf({ monthlyPrice: 5, yearlyPrice: 60, yearlyListPrice: 60 })).toEqual({
      listPrice: null,
      saving: null,
      free: null,
    });
  });

  it.each([
    [5, '$5'],
    [4.5, '$4.50'],
    [4.99, '$4.99'],
  ])('format %s as %s', (amount, text) => {
    expect(dollars(amount)).toBe(text);
  });

  it.each([
    [891, '891+'],
    [500, '500+'],
    [1, '1+'],
    [12_345, '12,345+'],
    [0, '0'],
  ])('show a count of %s as %s', (count, text) => {
    expect(atLeast(count)).toBe(text);
  });
});

describe('the counter', () => {
  it.each([1, 2, 39, 40, 41, 891, 1_000_000])('ends exactly at %s, within two seconds', (to) => {
    const shown = [0];
    while (shown.at(-1) !== to && shown.length < 100) shown.push(nextCount(shown.at(-1) ?? 0, to));
    expect(shown.at(-1)).toBe(to);
    expect(shown.length - 1).toBeLessThanOrEqual(40);
    expect(shown).toEqual([...new Set(shown)].sort((one, other) => one - other));
  });
});
