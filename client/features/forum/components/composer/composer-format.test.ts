import { describe, expect, it } from 'vitest';
import { appended, applied, replaced, type TextChange, type Written } from './composer-change.ts';
import { formatted, nextLine, type Tool } from './composer-format.ts';

/** Notation: in "a ⟦b⟧ c" the "b" is selected; in "a ‸ c" the caret is between the spaces. */
const read = (shown: string): Written => {
  const caret = shown.indexOf('‸');
  if (caret >= 0) return { text: shown.replace('‸', ''), start: caret, end: caret };
  const start = shown.indexOf('⟦');
  return { text: shown.replaceAll(/[⟦⟧]/g, ''), start, end: shown.indexOf('⟧') - 1 };
};

const show = (written: Written, change: TextChange | null): string | null => {
  if (!change) return null;
  const text = applied(written.text, change);
  if (change.start === change.end) return `${text.slice(0, change.start)}‸${text.slice(change.start)}`;
  return `${text.slice(0, change.start)}⟦${text.slice(change.start, change.end)}⟧${text.slice(change.end)}`;
};

const press = (tool: Tool, shown: string): string | null => show(read(shown), formatted(tool, read(shown)));

describe('a tool', () => {
  it.each<[Tool, string, string]>([
    ['bold', 'a ⟦node⟧ b', 'a **⟦node⟧** b'],
    ['bold', 'a **⟦node⟧** b', 'a ⟦node⟧ b'],
    ['bold', 'a ⟦**node**⟧ b', 'a ⟦node⟧ b'],
    ['bold', 'a ⟦node ⟧b', 'a **⟦node⟧** b'],
    ['bold', '‸', '**‸**'],
    ['bold', '**‸**', '‸'],
    ['italic', 'a ⟦node⟧ b', 'a *⟦node⟧* b'],
    ['italic', 'a **⟦node⟧** b', 'a ***⟦node⟧*** b'],
    ['italic', 'a ***⟦node⟧*** b', 'a **⟦node⟧** b'],
    ['link', 'see ⟦the wiki⟧', 'see [the wiki](⟦https://⟧)'],
    ['link', 'see ⟦https://a.example/b⟧ x', 'see [‸](https://a.example/b) x'],
    ['code', 'set ⟦gain⟧ up', 'set `⟦gain⟧` up'],
    ['code', 'set `⟦gain⟧` up', 'set ⟦gain⟧ up'],
    ['code', '⟦one\ntwo⟧', '```\n⟦one\ntwo⟧\n```'],
    ['code', 'a\n‸', 'a\n```\n‸\n```'],
    ['code', '⟦a ``` b\nc⟧', '````\n⟦a ``` b\nc⟧\n````'],
    ['quote', 'one\n⟦two\nthree⟧', 'one\n\n⟦> two\n> three⟧'],
    ['quote', '⟦> two\n> three⟧', '⟦two\nthree⟧'],
    ['quote', 'one\n⟦two\n⟧three', 'one\n\n⟦> two⟧\nthree'],
    ['list', 'tea‸', '- tea‸'],
    ['list', '- tea‸', 'tea‸'],
    ['list', '- tea\nmilk‸', '- tea\n- milk‸'],
  ])('%s: %j becomes %j', (tool, before, after) => {
    expect(press(tool, before)).toBe(after);
  });
});

describe('Enter', () => {
  it.each([
    ['- tea‸', '- tea\n- ‸'],
    ['9. tea‸', '9. tea\n10. ‸'],
    ['> so\n> it‸', '> so\n> it\n> ‸'],
    ['- tea\n- ‸', '- tea\n‸'],
    ['tea‸', null],
    ['- ⟦tea⟧', null],
  ])('turns %j into %j', (before, after) => {
    expect(show(read(before), nextLine(read(before)))).toBe(after);
  });
});

describe('replacing a passage', () => {
  it.each([
    ['a [wait] b‸', 'a ![p](/x) b‸'],
    ['a‸ [wait] b', 'a‸ ![p](/x) b'],
    ['a [wa‸it] b', 'a ![p](/x)‸ b'],
    ['a [wait‸ b', null],
  ])('in %j keeps the selection', (before, after) => {
    expect(show(read(before), replaced(read(before), '[wait]', '![p](/x)'))).toBe(after);
  });
});

it.each([
  ['', '‸'],
  ['one', 'one\n\n‸'],
  ['one\n', 'one\n\n‸'],
  ['one\n\n', 'one\n\n‸'],
])('a block appended to %j is separated from it', (text, before) => {
  const written = { text, start: 0, end: 0 };
  expect(show(written, appended(written, '> q\n\n'))).toBe(before.replace('‸', '> q\n\n‸'));
});
