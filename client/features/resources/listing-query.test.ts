import { expect, test } from 'vitest';
import { apiQueryOf, listingHref, readListingQuery, showingLine } from './listing-query.ts';

const queryOf = (text: string) => readListingQuery(new URLSearchParams(text));

test('an address is read without its blanks, its strangers and its capitals in the category', () => {
  expect(queryOf('search=+neon+&category=PREMIUM&tag=&utm_source=x&page=2')).toEqual({
    search: 'neon',
    category: 'premium',
    page: '2',
  });
});

test('what the server must refuse is passed on as it is', () => {
  expect(apiQueryOf(queryOf('page=-1&sort=random'))).toEqual({ page: '-1', sort: 'random' });
});

test('the defaults are not sent', () => {
  expect(apiQueryOf(queryOf('page=1&sort=newest'))).toEqual({});
});

test.each([
  [{ category: '3d' as string | undefined }, '/resources?search=neon&category=3d&sort=oldest'],
  [{ category: undefined }, '/resources?search=neon&sort=oldest'],
  [{ search: '' }, '/resources?category=free&sort=oldest'],
  [{ sort: 'newest' }, '/resources?search=neon&category=free'],
  [{ editor: 'After Effects' }, '/resources?search=neon&category=free&editor=After+Effects&sort=oldest'],
  [{ page: 3 }, '/resources?search=neon&category=free&sort=oldest&page=3'],
  [{ page: 1 }, '/resources?search=neon&category=free&sort=oldest'],
])('changing %j leads to %s: every change but of the page goes back to page 1', (change, href) => {
  expect(listingHref(queryOf('search=neon&category=free&sort=oldest&page=7'), change)).toBe(href);
});

test.each([
  [21, { total: 6139, currentPage: 1, limit: 21 }, 'Showing 1-21 of 6,139 assets'],
  [7, { total: 49, currentPage: 3, limit: 21 }, 'Showing 43-49 of 49 assets'],
  [0, { total: 49, currentPage: 9, limit: 21 }, ''],
])('%d cards on %j: "%s"', (shown, pagination, line) => {
  expect(showingLine(shown, pagination)).toBe(line);
});
