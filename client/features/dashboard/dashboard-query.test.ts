import { expect, test } from 'vitest';
import { dashboardHref, readDashboardQuery, savedRead } from './dashboard-query.ts';

const queryOf = (text: string) => readDashboardQuery(new URLSearchParams(text));

test.each([
  ['', { search: '', category: '', saved: 12, people: 12 }],
  ['search=%20glow%20&category=Free', { search: 'glow', category: 'Free', saved: 12, people: 12 }],
  ['saved=24&people=36', { search: '', category: '', saved: 24, people: 36 }],
  ['saved=-1&people=1e9', { search: '', category: '', saved: 12, people: 12 }],
  ['saved=9999&people=3', { search: '', category: '', saved: 999, people: 12 }],
])('parsing %j limits every value', (text, query) => {
  expect(queryOf(text)).toEqual(query);
});

test.each([
  ['', { search: 'glow & co' }, '/dashboard?search=glow+%26+co'],
  ['search=glow', { search: '' }, '/dashboard'],
  ['search=glow&saved=24', { category: 'Free' }, '/dashboard?search=glow&category=Free'],
  ['search=glow', { saved: 24 }, '/dashboard?search=glow&saved=24'],
  ['search=glow&saved=24', { people: 24 }, '/dashboard?search=glow&saved=24&people=24'],
])('from %j, the change %j leads to %s', (text, change, address) => {
  expect(dashboardHref(queryOf(text), change)).toBe(address);
});

test('requests one item more than is shown, and omits empty filters', () => {
  expect(savedRead(queryOf('category=3D')).key).toBe('/api/user/saved-items {"query":{"category":"3D","limit":"13"}}');
});
