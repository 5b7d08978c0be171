import { expect, it } from 'vitest';
import { formatAge } from './age.ts';

const now = new Date(2026, 10, 27, 12).getTime();
const at = (...date: [number, number, number, number, number?, number?]) => new Date(...date).toISOString();

it.each([
  [at(2026, 10, 27, 11, 59, 30), 'now'],
  [at(2026, 10, 27, 12, 1), 'now'],
  [at(2026, 10, 27, 11, 56), '4 min'],
  [at(2026, 10, 27, 10), '2 h'],
  [at(2026, 10, 26, 12, 0, 1), '23 h'],
  [at(2026, 10, 23, 12), 'Mon'],
  [at(2026, 10, 21, 12), 'Nov 21'],
  [at(2025, 10, 28, 12), 'Nov 28, 2025'],
])('formats %s as %s', (time, age) => {
  expect(formatAge(time, now)).toBe(age);
});
