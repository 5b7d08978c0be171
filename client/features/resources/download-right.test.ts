import { expect, test } from 'vitest';
import { downloadRight } from './download-right.ts';

const person = (role: 'USER' | 'PREMIUM' | 'LEAKER' | 'ADMIN', isPremium = false) => ({ role, isPremium });

test.each([
  [false, null, 'free'],
  [false, person('USER'), 'free'],
  [false, person('LEAKER'), 'free'],
  [false, person('PREMIUM', true), 'member'],
  [true, null, 'sign-in'],
  [true, person('USER'), 'upgrade'],
  [true, person('LEAKER'), 'upgrade'],
  [true, person('LEAKER', true), 'member'],
  [true, person('PREMIUM'), 'member'],
  [true, person('ADMIN'), 'member'],
] as const)('premium %s, user %j: %s', (isPremium, user, right) => {
  expect(downloadRight({ isPremium }, { state: user ? 'signed-in' : 'signed-out', user })).toBe(right);
});
