import { describe, expect, it } from 'vitest';
import { profileHref, readProfileQuery, uploadsShownLine } from './profile-query.ts';

const read = (query: string) => readProfileQuery(new URLSearchParams(query));

describe('parsing the URL', () => {
  it.each([
    ['', { tab: 'uploads' }],
    ['search=+lut+&page=3', { tab: 'uploads', search: 'lut', page: '3' }],
    ['search=&page=1&tab=', { tab: 'uploads' }],
    ['tab=about', { tab: 'about' }],
    ['tab=collections&utm_source=x', { tab: 'collections' }],
    ['tab=secrets', { tab: 'uploads' }],
    ['page=-1', { tab: 'uploads', page: '-1' }],
  ])('%j', (query, expected) => {
    expect(read(query)).toEqual(expected);
  });
});

describe('building the URL', () => {
  it.each([
    [{}, '/mira'],
    [{ tab: 'uploads', page: 1, search: '' } as const, '/mira'],
    [{ search: 'film look', page: 2 }, '/mira?search=film+look&page=2'],
    [{ tab: 'collections' } as const, '/mira?tab=collections'],
  ])('%j', (change, expected) => {
    expect(profileHref('mira', change)).toBe(expected);
  });
});

describe('the line above the cards', () => {
  it.each([
    [0, 0, 1, ''],
    [21, 43, 1, 'Showing 1-21 of 43 resources'],
    [1, 43, 3, 'Showing 43-43 of 43 resources'],
    [21, 6139, 2, 'Showing 22-42 of 6,139 resources'],
  ])('shows %d of %d on page %d', (shown, total, currentPage, expected) => {
    expect(uploadsShownLine(shown, { total, currentPage, limit: 21 })).toBe(expected);
  });
});
