import { expect, test } from 'vitest';
import { hasMoreActivity, leakerHref, readLeakerQuery, readStart, startHref } from './leaker-query.ts';

const queryOf = (text: string) => readLeakerQuery(new URLSearchParams(text));

const all = { type: '', editor: '' };

test.each([
  ['', { activity: '', shown: 8, state: '', page: 1, ...all }],
  [
    'activity=approvals&shown=16&state=draft&page=3',
    { activity: 'approvals', shown: 16, state: 'draft', page: 3, ...all },
  ],
  ['activity=everything&shown=-4&state=DRAFT&page=0', { activity: '', shown: 8, state: '', page: 1, ...all }],
  ['shown=99999&page=1e3', { activity: '', shown: 80, state: '', page: 1, ...all }],
  ['type=LUT&editor= Blender ', { activity: '', shown: 8, state: '', page: 1, type: 'LUT', editor: 'Blender' }],
  ['type=car', { activity: '', shown: 8, state: '', page: 1, ...all }],
])('parses the query "%s"', (text, query) => {
  expect(queryOf(text)).toEqual(query);
});

test.each([
  ['', {}, '/leaker'],
  ['', { activity: 'uploads' }, '/leaker?activity=uploads'],
  ['shown=24&page=2', { activity: 'downloads' }, '/leaker?activity=downloads&page=2'],
  ['shown=24&page=2', { state: 'rejected' }, '/leaker?shown=24&state=rejected'],
  ['state=pending', { page: 4 }, '/leaker?state=pending&page=4'],
  [
    'state=pending',
    { type: 'sound effect', editor: 'Blender' },
    '/leaker?state=pending&type=sound+effect&editor=Blender',
  ],
  ['type=LUT', { type: '' }, '/leaker'],
  ['state=pending&activity=uploads', { state: '', activity: '' }, '/leaker'],
] as const)('from "%s", the change %o links to %s', (text, change, href) => {
  expect(leakerHref(queryOf(text), change)).toBe(href);
});

test('offers more activity while there is more, up to the maximum', () => {
  expect(hasMoreActivity(queryOf(''), 9)).toBe(true);
  expect(hasMoreActivity(queryOf(''), 8)).toBe(false);
  expect(hasMoreActivity(queryOf('shown=80'), 81)).toBe(false);
});

test('the link to the upload form carries what it begins with', () => {
  const start = { title: 'Zebra & glitch', editor: 'Blender', type: 'LUT' } as const;
  const href = startHref(queryOf('state=pending'), start);
  expect(href).toBe('/leaker?state=pending&start=Zebra+%26+glitch&startType=LUT&startEditor=Blender#upload');
  expect(readStart(new URL(href, 'http://localhost').searchParams)).toEqual(start);
  expect(startHref(queryOf(''), { title: 'Zebra', editor: '', type: '' })).toBe('/leaker?start=Zebra#upload');
});

test.each(['', 'start=%20', 'startType=LUT'])('the query "%s" leaves the upload form empty', (text) => {
  expect(readStart(new URLSearchParams(text))).toBeNull();
});

test('an unknown type and a long title are not taken over', () => {
  expect(readStart(new URLSearchParams({ start: 'x'.repeat(200), startType: 'car' }))).toEqual({
    title: 'x'.repeat(120),
    editor: '',
    type: '',
  });
});
