import { describe, expect, it } from 'vitest';
import { formatAgo, formatDay } from './format-date.ts';

const now = new Date('2026-11-21T12:00:00Z');

describe('formatDay', () => {
  it('formats the date in UTC', () => {
    expect(formatDay('2026-11-21T23:59:59.000Z')).toBe('Nov 21, 2026');
  });
});

describe('formatAgo', () => {
  it.each([
    ['2026-11-21T11:59:30Z', 'just now'],
    ['2026-11-21T12:00:30Z', 'just now'],
    ['2026-11-21T11:58:59Z', '1 minute ago'],
    ['2026-11-21T09:00:00Z', '3 hours ago'],
    ['2026-11-20T11:00:00Z', 'yesterday'],
    ['2026-10-01T12:00:00Z', 'last month'],
    ['2024-01-01T12:00:00Z', '2 years ago'],
  ])('formats %s as %s', (time, said) => {
    expect(formatAgo(time, now)).toBe(said);
  });
});
