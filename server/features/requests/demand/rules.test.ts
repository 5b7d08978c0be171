import { describe, expect, it } from 'vitest';
import type { UnmetCount } from '#server/features/resources/public.ts';
import { filterSearches, filterValues, readRequests, readSearches, subjectOf } from './rules.ts';

const row = (words: string, people: number, filters: Partial<UnmetCount> = {}): UnmetCount => ({
  words,
  people,
  editor: null,
  type: null,
  ...filters,
});

describe('the subject of a text', () => {
  it.each([
    ['glitch transitions for premiere', 'Premiere Pro', 'transition'],
    ['AE title template', 'After Effects', 'title'],
    ['DaVinci Resolve LUTs', 'DaVinci Resolve', 'LUT'],
    ['cinematic whoosh', null, 'sound effect'],
    ['wedding', null, null],
    ['aerial shot', null, null],
  ])('%j is %j, %j', (text, editor, type) => {
    expect(subjectOf(text)).toEqual({ editor, type });
  });
});

describe('searches', () => {
  it('get the subject of their words, otherwise of their filters', () => {
    const found = readSearches(
      [row('glitch lut', 9), row('smoke', 8), row('smoke', 6, { editor: 'blender' })],
      ['Blender', 'After Effects'],
    );
    expect(found).toEqual([
      { words: 'glitch lut', people: 9, editor: null, type: 'LUT' },
      { words: 'smoke', people: 8, editor: null, type: null },
      { words: 'smoke', people: 6, editor: 'Blender', type: null },
    ]);
  });

  it('leave out filters that are no known value', () => {
    expect(readSearches([row('smoke', 6, { editor: '<b>' }), row('smoke', 6, { type: 'car' })], ['Blender'])).toEqual(
      [],
    );
  });

  it('leave out words that were cut off while they were typed', () => {
    const words = (rows: UnmetCount[]) => readSearches(rows, []).map((found) => found.words);
    expect(words([row('glitch text', 9), row('glitch te', 5)])).toEqual(['glitch text']);
    expect(words([row('glitch', 12), row('glitch text', 9)])).toEqual(['glitch', 'glitch text']);
    expect(words([row('light leaks', 5), row('light leak', 9)])).toEqual(['light leak', 'light leaks']);
  });

  it('appear once, with the most people or else the most details', () => {
    const found = readSearches([row('smoke', 8), row('smoke', 8, { editor: 'blender' })], ['Blender']);
    expect(filterSearches(found, {})).toEqual([{ words: 'smoke', people: 8, editor: 'Blender', type: null }]);
    expect(filterSearches(found, { editor: 'blender' })).toHaveLength(1);
    expect(filterSearches(found, { editor: 'CapCut' })).toEqual([]);
    expect(filterSearches(found, { type: 'LUT' })).toEqual([]);
  });
});

it('reads the subject of a request from its name, then from the title of its page', () => {
  const [first, second] = readRequests([
    { id: '1', name: 'Neon titles', title: 'Neon for After Effects - LUT shop', people: 7 },
    { id: '2', name: 'Neon', title: null, people: 5 },
  ]);
  expect(first).toMatchObject({ editor: 'After Effects', type: 'title' });
  expect(second).toMatchObject({ editor: null, type: null });
});

it('offers only filters that show something, types in their usual order', () => {
  const entry = (editor: string | null, type: 'LUT' | 'music' | null) => ({ editor, type });
  expect(filterValues([entry('Blender', 'music'), entry('After Effects', null), entry(null, 'LUT')])).toEqual({
    editors: ['After Effects', 'Blender'],
    types: ['LUT', 'music'],
  });
});
