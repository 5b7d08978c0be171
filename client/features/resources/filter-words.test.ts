import { expect, test } from 'vitest';
import { chipTitle, filterWords } from './filter-words.ts';

test.each([
  ['resolution', '4k', '4K'],
  ['resolution', '1080p', '1080p'],
  ['resolution', 'sd', 'SD'],
  ['fps', '60', '60 fps'],
  ['fps', 'fast', 'fast'],
  ['length', 'under-5', 'Under 5 s'],
  ['length', 'for ever', 'for ever'],
  ['alpha', 'yes', 'With transparency'],
  ['loop', 'yes', 'Loops'],
  ['editor', 'After Effects', 'After Effects'],
  ['tag', '4k', '4k'],
] as const)('%s=%s reads "%s"', (kind, value, words) => {
  expect(filterWords(kind, value)).toBe(words);
});

test('a chip names its kind unless its value does', () => {
  expect(chipTitle('tag')).toBe('Tag');
  expect(chipTitle('fps')).toBe('Frame rate');
  expect(chipTitle('alpha')).toBeNull();
});
