import { expect, test } from 'vitest';
import { monthsFree, yearlySaving } from './prices.ts';

test.each([
  [60, 48, '12, 20 percent off, equal to 4 per month'],
  [60, 50, '10, 17 percent off, equal to 4.17 per month'],
  [59.88, 47.9, '11.98, 20 percent off, equal to 3.99 per month'],
  [60, 60, null],
  [48, 60, null],
  [60, 0, null],
  [Number.NaN, 48, null],
  [60, Number.NaN, null],
])('a list price of %s and a price of %s: saves %s', (list, price, saving) => {
  expect(yearlySaving({ list, price })).toBe(saving);
});

test.each([
  // The specification's example: the yearly plan saves 12 dollars, which pays for two whole months at 5 dollars each.
  [5, 48, '2 months free'],
  [5, 55, '1 month free'],
  [5, 55.01, null],
  [5, 60, null],
  [5, 70, null],
  [0, 0, null],
  [5, 0, null],
  [Number.NaN, 48, null],
])('%s a month, %s a year: %s', (monthly, yearly, months) => {
  expect(monthsFree({ monthly, yearly })).toBe(months);
});

test('puts the currency sign before both amounts', () => {
  expect(yearlySaving({ list: 60, price: 48 }, '$')).toBe('$12, 20 percent off, equal to $4 per month');
});
