import { expect, test } from 'vitest';
import {
  comparableLink,
  forgetLink,
  forgetWait,
  notedWait,
  noteLink,
  noteWait,
  wasRequested,
} from './request-store.ts';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 10, 22, 12);

const newStore = (first: Record<string, string> = {}) => {
  const values = new Map(Object.entries(first));
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
};

test('a wait is known until it is over, and only to its own person', () => {
  const store = newStore();
  noteWait(store, 'mira', NOW + 5 * HOUR);
  expect(notedWait(store, 'mira', NOW)).toBe(NOW + 5 * HOUR);
  expect(notedWait(store, 'mira', NOW + 5 * HOUR)).toBeNull();
  expect(notedWait(store, 'okapi', NOW)).toBeNull();
  expect([...store.values.keys()]).toEqual(['request_submitted_timestamp', 'lastSubmissionTime']);
  forgetWait(store, 'mira');
  expect(notedWait(store, 'mira', NOW)).toBeNull();
  // The time of the last request is not removed.
  expect(store.getItem('lastSubmissionTime')).toContain('mira');
});

test.each(['', '{', 'null', '5', '"text"', '[1,2]', '{"mira":"soon"}', '{"mira":null}', `{"mira":${NOW + HOUR}}`])(
  'a foreign stored value is ignored: %s',
  (value) => {
    const store = newStore({ request_submitted_timestamp: value, prevRequests: value });
    expect(notedWait(store, 'mira', NOW)).toBeNull();
    expect(wasRequested(store, 'mira', 'https://shop.example/a')).toBe(false);
    noteWait(store, 'mira', NOW + HOUR);
    noteLink(store, 'mira', 'https://shop.example/a');
    expect(notedWait(store, 'mira', NOW)).toBe(NOW + HOUR);
    expect(wasRequested(store, 'mira', 'https://shop.example/a')).toBe(true);
  },
);

test('the same page is recognised in every spelling of its address', () => {
  const store = newStore();
  noteLink(store, 'mira', 'https://Shop.example/packs/grain/?utm_source=mail#reviews');
  expect(wasRequested(store, 'mira', 'http://shop.example/packs/grain')).toBe(true);
  expect(wasRequested(store, 'mira', 'https://shop.example/packs/grain?id=2')).toBe(false);
  expect(wasRequested(store, 'okapi', 'https://shop.example/packs/grain')).toBe(false);
  forgetLink(store, 'mira', 'https://shop.example/packs/grain');
  expect(wasRequested(store, 'mira', 'https://shop.example/packs/grain')).toBe(false);
});

test('routes of single-page apps are distinguished', () => {
  expect(comparableLink('https://shop.example/#/a')).not.toBe(comparableLink('https://shop.example/#/b'));
  expect(comparableLink('https://shop.example/#top')).toBe(comparableLink('https://shop.example'));
});

test.each(['', 'grain', 'javascript:alert(1)', 'ftp://shop.example/a'])('%s is not an address', (link) => {
  expect(comparableLink(link)).toBeNull();
});

test('blocked storage is no error, and only the last ten people are kept', () => {
  const closed = {
    getItem: (): string | null => {
      throw new Error('closed');
    },
    setItem: () => {
      throw new Error('closed');
    },
  };
  noteWait(closed, 'mira', NOW + HOUR);
  expect(notedWait(closed, 'mira', NOW)).toBeNull();
  const store = newStore();
  for (let count = 0; count < 30; count += 1) noteWait(store, `p${count}`, NOW + HOUR);
  expect(Object.keys(JSON.parse(store.getItem('request_submitted_timestamp') ?? ''))).toHaveLength(10);
  expect(notedWait(store, 'p29', NOW)).toBe(NOW + HOUR);
});
