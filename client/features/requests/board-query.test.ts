import { expect, test } from 'vitest';
import { boardHref, readBoardQuery } from './board-query.ts';

const readFrom = (search: string) => readBoardQuery(new URLSearchParams(search));

test('blank values and defaults are dropped, and the case of a status is ignored', () => {
  expect(readFrom('status=&search=%20%20&sort=votes&page=1&other=x')).toEqual({});
  expect(readFrom('status=fulfilled&search=%20grain%20&sort=newest&mine=true&page=3')).toEqual({
    status: 'Fulfilled',
    search: 'grain',
    sort: 'newest',
    mine: 'true',
    page: '3',
  });
});

test('invalid values are kept for the server to reject', () => {
  expect(readFrom('status=sold&page=first')).toEqual({ status: 'sold', page: 'first' });
});

test('a change goes back to page 1 and leaves defaults out', () => {
  const query = readFrom('status=Pending&search=grain&page=3');
  expect(boardHref(query)).toBe('/requests?status=Pending&search=grain');
  expect(boardHref(query, { page: 2 })).toBe('/requests?status=Pending&search=grain&page=2');
  expect(boardHref(query, { status: undefined, search: '' })).toBe('/requests');
  expect(boardHref({}, { sort: 'votes' })).toBe('/requests');
  expect(boardHref({ mine: 'true' }, { sort: 'newest' })).toBe('/requests?mine=true&sort=newest');
});
