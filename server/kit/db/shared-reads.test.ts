import { expect, it } from 'vitest';
import { createSharedReads } from './shared-reads.ts';

/** A stored value, and reads of it that take their value when they begin and return it when they are released. */
const createStore = () => {
  let value = 0;
  const waiting: (() => void)[] = [];
  return {
    save: () => (value += 1),
    reads: () => waiting.length,
    release: async (index: number) => {
      waiting[index]?.();
      await new Promise(setImmediate);
    },
    read: () => {
      const seen = value;
      return new Promise<number>((done) => waiting.push(() => done(seen)));
    },
  };
};

it('lets everyone who comes during a read share the next one, which sees what was saved by then', async () => {
  const store = createStore();
  const share = createSharedReads();
  const first = share('thread', store.read);
  store.save();
  const later = [share('thread', store.read), share('thread', store.read)];
  expect(store.reads()).toBe(1);
  await store.release(0);
  store.save();
  const last = share('thread', store.read);
  expect(store.reads()).toBe(2);
  await store.release(1);
  await store.release(2);
  expect([await first, await Promise.all(later), await last]).toEqual([0, [1, 1], 2]);
  expect(store.reads()).toBe(3);
});

it('keeps different keys apart, and nothing once a read is over', async () => {
  const store = createStore();
  const share = createSharedReads();
  const reads = [share('a', store.read), share('b', store.read)];
  expect(store.reads()).toBe(2);
  await store.release(0);
  await store.release(1);
  await Promise.all(reads);
  store.save();
  const again = share('a', store.read);
  await store.release(2);
  expect(await again).toBe(1);
});

it('passes a failure to those who shared the read, and to nobody else', async () => {
  const share = createSharedReads();
  const fail = () => Promise.reject(new Error('no database'));
  const [first, second, third] = [share('a', fail), share('a', fail), share('a', fail)];
  await expect(first).rejects.toThrow('no database');
  await expect(second).rejects.toThrow('no database');
  await expect(third).rejects.toThrow('no database');
  expect(await share('a', () => Promise.resolve('fine'))).toBe('fine');
});
