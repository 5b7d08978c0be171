import { describe, expect, it } from 'vitest';
import { countedWords, createPeopleHash, isSameTyping } from './rules.ts';

describe('the counted words of a search', () => {
  it.each([
    ['  Cyberpunk   GLITCH!', 'cyberpunk glitch'],
    ['8mm film-grain', '8mm film grain'],
    ['Überblende', 'überblende'],
    ['after effects 2026 4k', 'after effects 2026 4k'],
    ['ＶＨＳ', 'vhs'],
  ])('%j become %j', (search, words) => {
    expect(countedWords(search)).toBe(words);
  });

  it.each([
    'ab',
    '!!!',
    '12345',
    'a b c d e f g',
    `${'long '.repeat(12)}words`,
    'helix_0123456789abcdefghijklmnop',
    'ann@people.example',
    'ann at gmail com',
    'ann (at) people',
    'https://shop.example/pack',
    'www shop',
    'shop.example',
    'pack.zip',
    'call 0049 30 123456',
  ])('leave out %j', (search) => {
    expect(countedWords(search)).toBeNull();
  });
});

it('recognises searches of the same typing', () => {
  expect(isSameTyping('cyberp', 'cyberpunk')).toBe(true);
  expect(isSameTyping('cyberpunk', 'cyber')).toBe(true);
  expect(isSameTyping('cyberpunk', 'vaporwave')).toBe(false);
});

describe('the hash of a person', () => {
  const hash = createPeopleHash(Buffer.alloc(32, 1));

  it('is the same for the same words only, so that searches of a person cannot be put together', () => {
    const person = hash.ofPerson('network 203.0.113.7');
    expect(hash.inSearch(person, 'glitch')).toBe(hash.inSearch(person, 'glitch'));
    expect(hash.inSearch(person, 'glitch')).not.toBe(hash.inSearch(person, 'smoke'));
    expect(hash.inSearch(person, 'glitch')).not.toBe(hash.inSearch(hash.ofPerson('network 203.0.113.8'), 'glitch'));
  });

  it('depends on the secret, which the key names', () => {
    const other = createPeopleHash(Buffer.alloc(32, 2));
    expect(other.key).not.toBe(hash.key);
    expect(other.ofPerson('account 1')).not.toBe(hash.ofPerson('account 1'));
  });
});
