import { describe, expect, it } from 'vitest';
import { findMissing, readQuotedWords } from './quoted-words.ts';

const quoted = readQuotedWords();
const missing = (text: string, written?: string): boolean =>
  findMissing([{ text, section: 'test', ...(written === undefined ? {} : { written }) }]).length === 1;

describe('the quoted words', () => {
  it('are listed once a section', () => {
    const keys = quoted.map(({ text, section }) => `${section}: ${text}`);
    expect(keys.length).toBeGreaterThan(250);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  it('of screens that are built stand in the product or among the departures', () => {
    const owed = quoted.filter(({ issue }) => issue !== undefined);
    expect(owed.length).toBeGreaterThan(70);
    expect(findMissing(owed).map(({ section, text }) => `${section}: ${text}`)).toEqual([]);
  });
});

describe('findMissing', () => {
  it('finds words as source and markup write them', () => {
    expect(missing('Search assets, editors, creators...')).toBe(false);
    expect(missing('Skip & Download Now')).toBe(false);
    expect(missing('Search assets, {anything}, creators...')).toBe(false);
  });

  it('misses words that nothing shows', () => {
    expect(missing('Search assets, editors, inventors...')).toBe(true);
    expect(missing('Words that are written differently', 'nowhere in the {source}')).toBe(true);
  });

  it('takes a short word only where it stands alone', () => {
    expect(missing('Popular')).toBe(true);
    expect(missing('Wiki')).toBe(false);
  });
});
