import { describe, expect, it } from 'vitest';
import { dailyTotals, daysOf, growthOf, idRange, monthBefore, readRange } from './rules.ts';

const TODAY = '2026-11-22';

describe('days', () => {
  it.each([
    ['2026-11-22', '2026-10-22'],
    ['2026-03-31', '2026-02-28'],
    ['2028-03-30', '2028-02-29'],
    ['2026-01-15', '2025-12-15'],
  ])('a month before %s is %s', (day, before) => expect(monthBefore(day)).toBe(before));

  it('default to the last 30 up to today', () => {
    expect(readRange({}, TODAY)).toEqual({ from: '2026-10-24', to: TODAY });
    expect(daysOf(readRange({}, TODAY))).toHaveLength(30);
    expect(readRange({ to: '2026-01-30' }, TODAY)).toEqual({ from: '2026-01-01', to: '2026-01-30' });
    expect(readRange({ from: '2026-11-20', to: '2027-01-01' }, TODAY)).toEqual({ from: '2026-11-20', to: TODAY });
  });

  it.each([
    [{ from: '2026-11-02', to: '2026-11-01' }],
    [{ from: '2026-11-23', to: '2026-11-24' }],
    [{ from: '2000-01-01' }],
    [{ from: '0001-01-01', to: '9999-12-31' }],
  ])('are rejected if reversed, in the future, or too many: %j', (asked) => {
    expect(() => readRange(asked, TODAY)).toThrow(expect.objectContaining({ code: 'BAD_INPUT' }));
  });
});

describe('past totals', () => {
  it('are computed backwards from the current total', () => {
    const changes = new Map([
      ['2026-11-20', 5],
      ['2026-11-22', -1],
    ]);
    expect(dailyTotals(9, ['2026-11-19', '2026-11-20', '2026-11-21', TODAY], changes)).toEqual([5, 10, 10, 9]);
  });

  it('grow by whole percents, or by null from zero', () => {
    expect([growthOf(102, 100), growthOf(99, 100), growthOf(100, 100), growthOf(5, 0)]).toEqual([2, -1, 0, null]);
  });
});

describe('an id in a search', () => {
  it('is either complete or a prefix after "#"', () => {
    const id = '01234567-89ab-4def-8123-456789abcdef';
    expect(idRange(id)).toEqual({ from: id, to: id });
    expect(idRange('#0123456')).toEqual({
      from: '01234560-0000-0000-0000-000000000000',
      to: '0123456f-ffff-ffff-ffff-ffffffffffff',
    });
    expect(idRange('#0123456Z')).toBeNull();
    expect(idRange('0123456')).toBeNull();
  });
});
