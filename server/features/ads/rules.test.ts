import { describe, expect, it } from 'vitest';
import { chooseByWeight, imageKeyOf, imageUrlOf, newImageKey, nextTurn, shownOf, stateOf } from './rules.ts';

describe('choosing', () => {
  const from = [
    { name: 'one', weight: 1 },
    { name: 'three', weight: 3 },
    { name: 'six', weight: 6 },
  ];

  it.each([
    [0, 'one'],
    [0.0999, 'one'],
    [0.1, 'three'],
    [0.3999, 'three'],
    [0.4, 'six'],
    [0.999999999, 'six'],
  ])('with %s takes %s', (random, name) => {
    expect(chooseByWeight(from, random)?.name).toBe(name);
  });

  it('takes each as often as its weight is part of the sum', () => {
    const counts: Record<string, number> = {};
    for (let step = 0; step < 10_000; step += 1) {
      const name = chooseByWeight(from, step / 10_000)?.name ?? '';
      counts[name] = (counts[name] ?? 0) + 1;
    }
    expect(counts).toEqual({ one: 1000, three: 3000, six: 6000 });
  });

  it('of none takes none', () => {
    expect(chooseByWeight([], 0.5)).toBeNull();
  });
});

describe('pictures', () => {
  it('have keys of their own, whose addresses lead back to them', () => {
    const key = newImageKey();
    expect(key).not.toBe(newImageKey());
    expect(imageKeyOf(imageUrlOf(key)?.split('/').at(-1) ?? '')).toBe(key);
    expect(imageUrlOf(null)).toBeNull();
  });

  it.each(['', 'a.webp', '../ads.webp', `${'a'.repeat(32)}.png`, `${'A'.repeat(32)}.webp`])(
    'are not called %j',
    (file) => {
      expect(imageKeyOf(file)).toBeNull();
    },
  );
});

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

  it('of several that run the latest start is shown', () => {
    const list = [entry(20, null), entry(9, null, false), entry(8, 9), entry(7, null), entry(1, null)];
    expect(shownOf(list, at(10))).toBe(list[3]);
    expect(shownOf(list, at(0))).toBeNull();
  });

  it('turn next where one begins or ends, whichever is first', () => {
    const list = [entry(20, 40), entry(0, 30), entry(5, 15, false)];
    expect(nextTurn(list, at(10))).toBe(at(20).getTime());
    expect(nextTurn(list, at(20))).toBe(at(30).getTime());
    expect(nextTurn(list, at(40))).toBe(Number.POSITIVE_INFINITY);
  });
});
