import { afterEach, expect, it, vi } from 'vitest';
import { SteadyStore } from './memory-rate-limiter.ts';

const hit = (store: SteadyStore, key = 'network 192.0.2.1') => {
  let counted: unknown;
  store.incr(key, (_error, found) => (counted = found), 60_000);
  return counted;
};

afterEach(() => void vi.useRealTimers());

it('counts each caller in windows that start with their first hit', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const store = new SteadyStore();
  expect(hit(store)).toEqual({ current: 1, ttl: 60_000 });
  vi.advanceTimersByTime(59_000);
  expect(hit(store)).toEqual({ current: 2, ttl: 1000 });
  expect(hit(store, 'network 192.0.2.2')).toEqual({ current: 1, ttl: 60_000 });
  vi.advanceTimersByTime(1000);
  expect(hit(store)).toEqual({ current: 1, ttl: 60_000 });
});

it('is unaffected when the system clock is changed', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  const store = new SteadyStore();
  hit(store);
  for (const hours of [-3, 3]) {
    vi.setSystemTime(Date.now() + hours * 3_600_000);
    expect(hit(store)).toMatchObject({ ttl: 60_000 });
  }
  expect(hit(store)).toMatchObject({ current: 4 });
});
