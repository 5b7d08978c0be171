import { expect, it } from 'vitest';
import { LOCKS } from '#server/kit/db/locks.ts';
import { readCode } from './source-files.ts';

const numbers = Object.values(LOCKS);

it('advisory lock numbers are unique', () => {
  expect(numbers.length).toBeGreaterThan(10);
  expect([...new Set(numbers)]).toEqual(numbers);
});

it('advisory lock numbers appear only in the list', () => {
  const strays = readCode()
    .filter(({ path }) => /^(server|demo|scripts)\//.test(path) && !/\.test\.ts$/.test(path))
    .filter(({ path }) => path !== 'server/kit/db/locks.ts')
    .flatMap(({ path, text }) => (text.match(/\b712_?0\d\d\b/g) ?? []).map((number) => `${path}: ${number}`));
  expect(strays).toEqual([]);
});

it('migrations take only listed locks', () => {
  const taken = readCode()
    .filter(({ path }) => path.startsWith('db/migrations/'))
    .flatMap(({ text }) => [...text.matchAll(/advisory_xact_lock\((\d+)/g)].map(([, number]) => Number(number)));
  expect(taken.length).toBeGreaterThan(0);
  expect(taken.filter((number) => !(numbers as number[]).includes(number))).toEqual([]);
});
