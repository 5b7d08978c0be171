import { describe, expect, it } from 'vitest';
import { foldText, passageAround, textOfHtml } from './passages.ts';

const whole = (pieces: { text: string }[]) => pieces.map(({ text }) => text).join('');

describe('a passage', () => {
  const spanOf = (text: string, word: string) => ({ start: text.indexOf(word), end: text.indexOf(word) + word.length });

  it('is a short text as it is', () => {
    expect(passageAround('Two words', [], { characters: 20, lead: 5 })).toEqual([{ text: 'Two words', isHit: false }]);
  });

  it('begins and ends between words, with a mark where text is missing', () => {
    const text = 'one two three four five six seven eight';
    const pieces = passageAround(text, [spanOf(text, 'five')], { characters: 12, lead: 6 });
    expect(whole(pieces)).toBe('… four five …');
    expect(pieces.filter(({ isHit }) => isHit)).toEqual([{ text: 'five', isHit: true }]);
  });

  it('keeps the word of a text without spaces', () => {
    const text = `${'x'.repeat(100)}-hit-${'y'.repeat(100)}`;
    const pieces = passageAround(text, [spanOf(text, 'hit')], { characters: 20, lead: 6 });
    expect(whole(pieces)).toBe(`… hit-${'y'.repeat(16)} …`);
  });

  it('never has half a character', () => {
    const text = '😀'.repeat(50);
    expect(whole(passageAround(text, [], { characters: 5, lead: 1 })).isWellFormed()).toBe(true);
  });
});

describe('plain text', () => {
  it('has no elements, and the signs that entities stand for', () => {
    expect(textOfHtml('<p>a &lt;b&gt;</p>\n<p>c &amp;amp; <strong>d</strong></p>')).toBe('a <b> c &amp; d');
  });

  it('keeps its positions when folded', () => {
    expect(foldText('ÀB😀ﬁ')).toHaveLength('ÀB😀ﬁ'.length);
    expect(foldText('Café')).toBe('cafe');
  });
});
