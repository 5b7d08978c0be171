import { describe, expect, it } from 'vitest';
import { msUntilNextChange, shownOf, stateOf } from './rules.ts';

describe('announcements', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
  const entry = (start: number, end: number | null, active = true) => ({
    active,
    startsAt: at(start),
    endsAt: end === null ? null : at(end),
  });

  it.each([
    [entry(0, null), 'running'],
    [entry(10, null), 'running'],
    [entry(11, null), 'scheduled'],
    [entry(0, 10), 'over'],
    [entry(0, 11), 'running'],
    [entry(0, null, false), 'paused'],
    [entry(0, 5, false), 'over'],
  ])('%j at minute 10 is %s', (one, state) => {
    expect(stateOf(one, at(10))).toBe(state);
  });

  it('the active announcement with the latest start is shown', () => {
    const list = [entry(20, null), entry(9, null, false), entry(8, 9), entry(7, null), entry(1, null)];
    expect(shownOf(list, at(10))).toBe(list[3]);
    expect(shownOf(list, at(0))).toBeNull();
  });

  it('the next change is the earliest start or end ahead', () => {
    const list = [entry(20, 40), entry(0, 30), entry(5, 15, false)];
    expect(msUntilNextChange(list, at(10))).toBe(at(20).getTime());
    expect(msUntilNextChange(list, at(20))).toBe(at(30).getTime());
    expect(msUntilNextChange(list, at(40))).toBe(Number.POSITIVE_INFINITY);
  });
});
