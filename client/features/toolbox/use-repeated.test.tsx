// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useRepeated } from './use-repeated.ts';

const EVERY_MS = 30_000;

let isHidden = false;
const setHidden = (hidden: boolean): void => {
  isHidden = hidden;
  document.dispatchEvent(new Event('visibilitychange'));
};
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Something that is run, each time until it is let go on. */
const begin = () => {
  const waiting: (() => void)[] = [];
  let runs = 0;
  const run = (): Promise<void> => {
    runs += 1;
    return new Promise((resolve) => waiting.push(resolve));
  };
  const hook = renderHook(({ isOn }) => useRepeated(run, EVERY_MS, isOn), { initialProps: { isOn: true } });
  return { hook, runs: () => runs, finish: () => act(async () => waiting.shift()?.()) };
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden);
});
afterEach(() => {
  cleanup();
  isHidden = false;
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('runs at once, then every so often', async () => {
  const { runs, finish } = begin();
  await pass(0);
  expect(runs()).toBe(1);
  await finish();
  await pass(EVERY_MS - 1);
  expect(runs()).toBe(1);
  await pass(1);
  expect(runs()).toBe(2);
});

it('never overlaps: a run that takes longer is followed by the next one', async () => {
  const { runs, finish } = begin();
  await pass(3 * EVERY_MS);
  expect(runs()).toBe(1);
  await finish();
  await pass(0);
  expect(runs()).toBe(2);
});

it('rests while the page is hidden, and runs when it is looked at again after its time', async () => {
  const { runs, finish } = begin();
  await pass(0);
  await finish();
  setHidden(true);
  await pass(5 * EVERY_MS);
  expect(runs()).toBe(1);
  setHidden(false);
  await pass(0);
  expect(runs()).toBe(2);
  await finish();
  // Looked away for a moment only: it waits for its time.
  setHidden(true);
  setHidden(false);
  await pass(EVERY_MS - 1);
  expect(runs()).toBe(2);
});

it('ends when it is turned off, and with its part of the page', async () => {
  const { hook, runs, finish } = begin();
  await pass(0);
  await finish();
  hook.rerender({ isOn: false });
  await pass(2 * EVERY_MS);
  expect(runs()).toBe(1);
  hook.rerender({ isOn: true });
  await pass(0);
  expect(runs()).toBe(2);
  hook.unmount();
  await finish();
  await pass(2 * EVERY_MS);
  expect(runs()).toBe(2);
});
