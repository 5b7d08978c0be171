import { expect, it } from 'vitest';
import { hostileCases } from '#test/hostile/hostile-inputs.ts';
import { type FoundTests, findUnsent, findUnshown } from './shown-tests.ts';

const FILE = 'test/a.test.ts';
const ran = (...tests: [name: string, state: string][]): FoundTests =>
  new Map([[FILE, tests.map(([name, state]) => ({ name, state }))]]);

it.each([
  ['passes', [['a list is sent', 'passed']], []],
  ['is skipped', [['a list is sent', 'skipped']], [`${FILE}: is sent (skipped)`]],
  [
    'passes once and is skipped once',
    [
      ['one is sent', 'passed'],
      ['two is sent', 'skipped'],
    ],
    [`${FILE}: is sent (passed, skipped)`],
  ],
  ['has another name', [['a list is written', 'passed']], [`${FILE}: is sent (no such test)`]],
] as [string, [string, string][], string[]][])('a cited test that %s', (_what, tests, wanted) => {
  expect(findUnshown(ran(...tests), [[FILE, 'is sent']])).toEqual(wanted);
});

it('a cited test in a file that did not run counts as missing', () => {
  expect(findUnshown(ran(), [['test/b.test.ts', 'is sent']])).toEqual(['test/b.test.ts: is sent (no such test)']);
});

it('a literal case counts as sent if a test recorded it, or a test named after it passed', () => {
  const cases = hostileCases.filter(({ id }) => /^search-00[135]$/.test(id));
  const lists = { cases, written: { 'search | query': FILE } };
  const tests = ran(['search-003 is harmless', 'passed'], ['search-005 is harmless', 'skipped']);
  const sent = `${FILE}\tsearch-001\ntest/b.test.ts\tsearch-005\n`;
  expect(findUnsent(tests, sent, lists)).toEqual([`search-005 (search | query): ${FILE}`]);
});
