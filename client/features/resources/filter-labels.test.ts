import { expect, test } from 'vitest';
import { chipTitle, filterWords, writtenValue } from './filter-labels.ts';

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
] as const)('%s=%s is shown as "%s"', (kind, value, words) => {
  expect(filterWords(kind, value)).toBe(words);
});

test('a chip includes its kind unless the value makes it obvious', () => {
  expect(chipTitle('tag')).toBe('Tag');
  expect(chipTitle('fps')).toBe('Frame rate');
  expect(chipTitle('alpha')).toBeNull();
});

test.each([
  ['editor', 'after effects', 'After Effects', 'After Effects'],
  ['licence', 'cc0', 'CC0', 'CC0'],
  ['type', 'overlay', 'overlay', 'overlay'],
  ['category', 'free', 'Free', 'free'],
  ['resolution', '4k', '4K', '4k'],
  ['fps', '24', '24 fps', '24'],
  ['alpha', 'yes', 'With transparency', 'yes'],
] as const)('the URL value for %s "%s", labelled "%s", is "%s"', (kind, value, label, written) => {
  expect(writtenValue(kind, { value, label })).toBe(written);
});
