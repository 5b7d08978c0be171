import { expect, test } from 'vitest';
import { oneLine, shortened } from './head-labels.ts';

test.each([
  ['  two\n\nlines\t', 'two lines'],
  ['a\u202egnp.exe', 'a gnp.exe'],
  ['nul\u0000\u0007byte', 'nul byte'],
  ['half \ud83d of one', 'half \ufffd of one'],
  ['zero\u200bwidth\ufeff', 'zero width'],
  ['', ''],
])('turns %j into the line %j', (text, expected) => {
  expect(oneLine(text)).toBe(expected);
});

test.each([
  ['as it is', 20, 'as it is'],
  ['exactly ten', 11, 'exactly ten'],
  ['one two three', 9, 'one two…'],
  ['one two, three', 9, 'one two…'],
  ['one two three', 7, 'one two…'],
  ['a'.repeat(200), 100, `${'a'.repeat(40)}…`],
])('shortens %j to at most %i characters: %j', (text, most, expected) => {
  expect(shortened(text, most)).toBe(expected);
  expect(shortened(text, most).length).toBeLessThanOrEqual(most + 1);
});

test('never cuts a character in half', () => {
  expect(shortened('😀'.repeat(100), 61).isWellFormed()).toBe(true);
  expect(shortened('😀'.repeat(100), 62).isWellFormed()).toBe(true);
});
