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
    'passes for one and is skipped for another',
    [
      ['one is sent', 'passed'],
      ['two is sent', 'skipped'],
    ],
    [`${FILE}: is sent (passed, skipped)`],
  ],
  ['has another name', [['a list is written', 'passed']], [`${FILE}: is sent (no such test)`]],
] as [string, [string, string][], string[]][])('a named test that %s', (_what, tests, wanted) => {
  expect(findUnshown(ran(...tests), [[FILE, 'is sent']])).toEqual(wanted);
});

it('a named test of a file that has not run shows nothing', () => {
  expect(findUnshown(ran(), [['test/b.test.ts', 'is sent']])).toEqual(['test/b.test.ts: is sent (no such test)']);
});

it('a written case is sent by a test that took it, or is named after it, and has passed', () => {
  const cases = hostileCases.filter(({ id }) => /^search-00[135]$/.test(id));
  const lists = { cases, written: { 'search | query': FILE } };
  const tests = ran(['search-003 is harmless', 'passed'], ['search-005 is harmless', 'skipped']);
  const sent = `${FILE}\tsearch-001\ntest/b.test.ts\tsearch-005\n`;
  expect(findUnsent(tests, sent, lists)).toEqual([`search-005 (search | query): ${FILE}`]);
});
