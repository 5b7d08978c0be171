import { describe, expect, it } from 'vitest';
import { isSeenWorthWriting, longestSessions, seenPrecisionMs, sessionEnd } from './session-life.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const created = new Date('2026-01-01T00:00:00Z');
const later = (ms: number): Date => new Date(created.getTime() + ms);

describe('the end of a session', () => {
  it.each([
    ['USER', 0, 30 * DAY],
    ['USER', 10 * DAY, 40 * DAY],
    ['USER', 59 * DAY, 89 * DAY],
    ['USER', 61 * DAY, 90 * DAY],
    ['USER', 89 * DAY, 90 * DAY],
    ['PREMIUM', 61 * DAY, 90 * DAY],
    ['LEAKER', 10 * DAY, 40 * DAY],
    ['ADMIN', 0, DAY],
    ['ADMIN', 3 * DAY, 4 * DAY],
    ['ADMIN', 6 * DAY, 7 * DAY],
    ['ADMIN', 6.5 * DAY, 7 * DAY],
  ] as const)('of a %s last seen %d ms after its start is %d ms after its start', (role, seenMs, endMs) => {
    expect(sessionEnd(role, { createdAt: created, lastSeenAt: later(seenMs) }, longestSessions)).toEqual(later(endMs));
  });

  it('has already passed for an old session of a new administrator', () => {
    const end = sessionEnd('ADMIN', { createdAt: created, lastSeenAt: later(20 * DAY) }, longestSessions);
    expect(end < later(20 * DAY)).toBe(true);
  });

  it('follows a shorter policy, separately for administrators and other roles', () => {
    const policy = { sessionIdleDays: 2, sessionMaxDays: 5, adminSessionIdleHours: 1, adminSessionMaxDays: 1 };
    const times = { createdAt: created, lastSeenAt: later(HOUR) };
    expect(sessionEnd('USER', times, policy)).toEqual(later(2 * DAY + HOUR));
    expect(sessionEnd('LEAKER', { ...times, lastSeenAt: later(4 * DAY) }, policy)).toEqual(later(5 * DAY));
    expect(sessionEnd('ADMIN', times, policy)).toEqual(later(2 * HOUR));
    expect(sessionEnd('ADMIN', { ...times, lastSeenAt: later(23.5 * HOUR) }, policy)).toEqual(later(DAY));
  });

  it('is never reached by a session in use, because use is recorded often enough for any policy', () => {
    expect(seenPrecisionMs('ADMIN', { ...longestSessions, adminSessionIdleHours: 1 })).toBe(HOUR / 12);
    expect(seenPrecisionMs('ADMIN', longestSessions)).toBe(HOUR);
    expect(seenPrecisionMs('USER', longestSessions)).toBe(HOUR);
  });
});

it.each([
  [0, false],
  [HOUR - 1, false],
  [HOUR, true],
  [5 * DAY, true],
  [-HOUR, false],
])('records use %d ms after the last time: %s', (ms, expected) => {
  expect(isSeenWorthWriting(created, later(ms), HOUR)).toBe(expected);
});
