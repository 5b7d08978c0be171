import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findMissing, readQuotedWords } from './quoted-words.ts';

const quoted = readQuotedWords();
const missing = (text: string, written?: string): boolean =>
  findMissing([{ text, section: 'test', ...(written === undefined ? {} : { written }) }]).length === 1;

describe('texts quoted in the specification', () => {
  it('are listed once per section', () => {
    const keys = quoted.map(({ text, section }) => `${section}: ${text}`);
    expect(keys.length).toBeGreaterThan(250);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  it('are in the product or listed as departures, for all built screens', () => {
    const owed = quoted.filter(({ issue }) => issue !== undefined);
    expect(owed.length).toBeGreaterThan(70);
    expect(findMissing(owed).map(({ section, text }) => `${section}: ${text}`)).toEqual([]);
  });
});

describe('findMissing', () => {
  it('finds texts as escaped in source and markup', () => {
    expect(missing('Search assets, editors, creators...')).toBe(false);
    expect(missing('Skip & Download Now')).toBe(false);
    expect(missing('Search assets, {anything}, creators...')).toBe(false);
  });

  it('reports texts that are not in the product', () => {
    expect(missing('Search assets, editors, inventors...')).toBe(true);
    expect(missing('Words that are written differently', 'nowhere in the {source}')).toBe(true);
  });

  it('matches a short word only as a complete label', () => {
    expect(missing('Popular')).toBe(true);
    expect(missing('Wiki')).toBe(false);
  });
});

describe('docs/spec-coverage.md', () => {
  const text = readFileSync(new URL('../../docs/spec-coverage.md', import.meta.url), 'utf8');
  const rows = [...text.matchAll(/^\| ([A-Z]{2}-\d+²?) \| [^|]+ \| (done|later)[^|]* \|([^|]*)\|$/gm)];

  it('has unique rows, and names a test for each that is done', () => {
    const ids = rows.map(([, id]) => id ?? '');
    expect(ids.length).toBeGreaterThan(100);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const unshown = rows.filter(
      ([, , state, shownBy]) => state === 'done' && !/(test|server|client|demo)\//.test(shownBy ?? ''),
    );
    expect(unshown.map(([, id]) => id)).toEqual([]);
  });

  it('names files that exist', () => {
    const named = new Set(text.match(/\b(test|server|client|demo)\/[\w./-]*\w/g));
    expect([...named].filter((path) => !existsSync(new URL(`../../${path}`, import.meta.url)))).toEqual([]);
  });
});
