import { expect, it } from 'vitest';
import { creditLines } from './credit-lines.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const textsOf = (licence: string | null) =>
  creditLines({ id: ID, title: 'Film grain', author: 'mira', licence }, 'https://site.example').map(({ text }) => text);

it('has title, creator, source, licence and its address', () => {
  const source = `https://site.example/resources/${ID}`;
  expect(textsOf('CC BY 4.0')).toEqual([
    `"Film grain" by mira (${source}), licensed under CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/).`,
    `Film grain by mira: ${source} | CC BY 4.0: https://creativecommons.org/licenses/by/4.0/`,
    'Film grain by mira, CC BY 4.0',
  ]);
});

it('links to the terms of this site for its own licence', () => {
  expect(textsOf('Helix Standard')[0]).toContain('(https://site.example/terms#helix-standard-licence)');
});

it('says nothing about the address of a licence that the site does not know', () => {
  expect(textsOf('GPL')[2]).toBe('Film grain by mira, GPL');
  expect(textsOf('GPL')[0]).toContain('licensed under GPL.');
});
