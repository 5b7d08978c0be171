import { expect, test } from 'vitest';
import { hasMoreActivity, leakerHref, readLeakerQuery } from './leaker-query.ts';

const queryOf = (text: string) => readLeakerQuery(new URLSearchParams(text));

test.each([
  ['', { activity: '', shown: 8, state: '', page: 1 }],
  ['activity=approvals&shown=16&state=draft&page=3', { activity: 'approvals', shown: 16, state: 'draft', page: 3 }],
  ['activity=everything&shown=-4&state=DRAFT&page=0', { activity: '', shown: 8, state: '', page: 1 }],
  ['shown=99999&page=1e3', { activity: '', shown: 80, state: '', page: 1 }],
])('parses the query "%s"', (text, query) => {
  expect(queryOf(text)).toEqual(query);
});

test.each([
  ['', {}, '/leaker'],
  ['', { activity: 'uploads' }, '/leaker?activity=uploads'],
  ['shown=24&page=2', { activity: 'downloads' }, '/leaker?activity=downloads&page=2'],
  ['shown=24&page=2', { state: 'rejected' }, '/leaker?shown=24&state=rejected'],
  ['state=pending', { page: 4 }, '/leaker?state=pending&page=4'],
  ['state=pending&activity=uploads', { state: '', activity: '' }, '/leaker'],
] as const)('from "%s", the change %o links to %s', (text, change, href) => {
  expect(leakerHref(queryOf(text), change)).toBe(href);
});

test('offers more activity while there is more, up to the maximum', () => {
  expect(hasMoreActivity(queryOf(''), 9)).toBe(true);
  expect(hasMoreActivity(queryOf(''), 8)).toBe(false);
  expect(hasMoreActivity(queryOf('shown=80'), 81)).toBe(false);
});
