import { expect, test } from 'vitest';
import { hostOf, isOpen, minutesLeft, requestGroupOf, shortDescription, voteText, waitText } from './request-labels.ts';

test.each([
  [24 * 60, '24 hours 0 minutes'],
  [5 * 60 + 12, '5 hours 12 minutes'],
  [61, '1 hour 1 minute'],
  [1, '0 hours 1 minute'],
])('%i minutes are %s', (minutes, text) => {
  expect(waitText(minutes)).toBe(text);
});

test('a started minute counts as a whole one, and a past time as none', () => {
  expect(minutesLeft(60_000, 0)).toBe(1);
  expect(minutesLeft(60_001, 0)).toBe(2);
  expect(minutesLeft(1, 0)).toBe(1);
  expect(minutesLeft(0, 0)).toBe(0);
  expect(minutesLeft(0, 5)).toBe(0);
});

test('a link is shown as its host, and invalid text unchanged', () => {
  expect(hostOf('https://www.shop.example/packs?id=3')).toBe('shop.example');
  expect(hostOf('no link')).toBe('no link');
});

test('a description is cut after 150 whole characters', () => {
  expect(shortDescription('x'.repeat(150))).toBe('x'.repeat(150));
  expect(shortDescription('x'.repeat(151))).toBe(`${'x'.repeat(150)}…`);
  expect(shortDescription(`${'x'.repeat(149)}🎬🎬`)).toBe(`${'x'.repeat(149)}🎬…`);
});

test('votes are formatted with a plural and thousands separators', () => {
  expect([0, 1, 1204].map(voteText)).toEqual(['0 votes', '1 vote', '1,204 votes']);
});

test('pending and searching requests are open', () => {
  expect((['Pending', 'Searching', 'Fulfilled', 'Rejected'] as const).map(isOpen)).toEqual([true, true, false, false]);
});

test('requests of the same group share a heading', () => {
  const orders = [
    ['Pending', true],
    ['Searching', true],
    ['Pending', false],
    ['Fulfilled', true],
    ['Rejected', false],
  ] as const;
  expect(orders.map(([status, isPremium]) => requestGroupOf({ status, isPremium }))).toEqual([
    'Open requests from Premium members',
    'Open requests from Premium members',
    'Open requests from all other members',
    'Closed requests from Premium members',
    'Closed requests from all other members',
  ]);
});
