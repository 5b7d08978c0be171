import { expect, test } from 'vitest';
import {
  apiQueryOf,
  clearedHref,
  facetQueryOf,
  filtersOf,
  listingHref,
  readListingQuery,
  resourcesShownLine,
  resultLine,
} from './listing-query.ts';

const queryOf = (text: string) => readListingQuery(new URLSearchParams(text));

test('reading a URL drops blank and unknown parameters and lowercases the category', () => {
  expect(queryOf('search=+neon+&category=PREMIUM&tag=&utm_source=x&page=2')).toEqual({
    search: 'neon',
    category: 'premium',
    page: '2',
  });
});

test('invalid values are passed on unchanged for the server to reject', () => {
  expect(apiQueryOf(queryOf('page=-1&sort=random'))).toEqual({ page: '-1', sort: 'random' });
});

test('defaults are not sent', () => {
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
])('changing %j leads to %s: every change except the page itself resets to page 1', (change, href) => {
  expect(listingHref(queryOf('search=neon&category=free&sort=oldest&page=7'), change)).toBe(href);
});

test.each([
  [21, { total: 6139, currentPage: 1, limit: 21, atLeast: false }, 'Showing 1-21 of 6,139 assets'],
  [7, { total: 49, currentPage: 3, limit: 21, atLeast: false }, 'Showing 43-49 of 49 assets'],
  [21, { total: 10_000, currentPage: 1, limit: 21, atLeast: true }, 'Showing 1-21 of 10,000+ assets'],
  [0, { total: 49, currentPage: 9, limit: 21, atLeast: false }, ''],
])('%d cards on %j: "%s"', (shown, pagination, line) => {
  expect(resourcesShownLine(shown, pagination)).toBe(line);
});

test.each([
  [{ total: 123, atLeast: false }, 'Show 123 assets'],
  [{ total: 1, atLeast: false }, 'Show 1 asset'],
  [{ total: 10_000, atLeast: true }, 'Show 10,000+ assets'],
])('the button of the filter sheet for %j: "%s"', (counted, line) => {
  expect(resultLine({ ...counted, currentPage: 1, limit: 21 })).toBe(line);
});

const EVERYTHING =
  'search=neon&category=free&tag=vhs&editor=After+Effects&type=lut&licence=CC0&resolution=4k&fps=60&length=under-5' +
  '&alpha=yes&loop=yes&sort=trending';

test('every filter in the URL is read, and written in a fixed order', () => {
  expect(listingHref(queryOf(EVERYTHING), {})).toBe(`/resources?${EVERYTHING}`);
  const backwards = EVERYTHING.split('&').reverse().join('&');
  expect(listingHref(queryOf(backwards), {})).toBe(`/resources?${EVERYTHING}`);
});

test('an open panel stays in the URL at the end and is not sent to the API', () => {
  const query = queryOf('filters=open&category=free&page=4');
  expect(listingHref(query, { fps: '25' })).toBe('/resources?category=free&fps=25&filters=open');
  expect(listingHref(queryOf('filters=open'), {})).toBe('/resources?filters=open');
  expect(listingHref(query, { filters: undefined })).toBe('/resources?category=free');
  expect(listingHref(queryOf('filters=yes'), { fps: '25' })).toBe('/resources?fps=25');
  expect(apiQueryOf(query)).toEqual({ category: 'free', page: '4' });
  expect(facetQueryOf(query)).toEqual({ category: 'free' });
});

test('the facet query ignores page and sort order', () => {
  expect(facetQueryOf(queryOf('search=neon&fps=25&sort=likes&page=9'))).toEqual({ search: 'neon', fps: '25' });
});

test('active filters follow the order of the panel, without search, sort order and page', () => {
  expect(filtersOf(queryOf('tag=vhs&search=neon&sort=likes&editor=Nuke&category=Free&page=3'))).toEqual([
    { kind: 'category', value: 'free' },
    { kind: 'editor', value: 'Nuke' },
    { kind: 'tag', value: 'vhs' },
  ]);
});

test('clearing all filters keeps the search, the sort order and the open panel', () => {
  expect(clearedHref(queryOf(`${EVERYTHING}&page=3`))).toBe('/resources?search=neon&sort=trending');
  expect(clearedHref(queryOf('fps=25&filters=open'))).toBe('/resources?filters=open');
});
