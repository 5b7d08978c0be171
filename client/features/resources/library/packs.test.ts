import { expect, it } from 'vitest';
import { baseOf, compareFiles, earlierVersionOf, folderNameOf } from './packs.ts';

it.each([
  ['at its place in a folder', [['Packs/Glow/clips/a.mov', 'clips/a.mov']], 'Packs/Glow'],
  ['at the root', [['clips/a.mov', 'clips/a.mov']], ''],
  [
    'mostly in one folder',
    [
      ['Old/a.mov', 'a.mov'],
      ['New/b.mov', 'b.mov'],
      ['New/c.mov', 'c.mov'],
    ],
    'New',
  ],
  ['under other names', [['Packs/renamed.mov', 'a.mov']], null],
  ['behind a name that only ends the same', [['Packs/extra.mov', 'a.mov']], null],
])('finds where an asset is: %s', (_, found, base) => {
  expect(baseOf(found.map(([local = '', path = '']) => ({ local, path })))).toBe(base);
});

it('tells present, differing and missing files apart', () => {
  const files = ['same', 'moved', 'edited', 'gone'].map((name) => ({ name: `${name}.mov`, sha256: name }));
  const hashes = new Map([
    ['Glow/same.mov', 'same'],
    ['Elsewhere/other name.mov', 'moved'],
    ['Glow/edited.mov', 'something else'],
  ]);
  const { present, differing, missing } = compareFiles(files, hashes, 'Glow');
  expect([present, differing.map(({ name }) => name), missing.map(({ name }) => name)]).toEqual([
    2,
    ['edited.mov'],
    ['gone.mov'],
  ]);
  expect(compareFiles(files, hashes, null).differing).toEqual([]);
});

it.each([
  ['Glow: "soft"/hard', 'Glow soft hard'],
  ['..', 'Asset'],
  ['CON', 'Asset'],
  ['A title. ', 'A title'],
])('makes a folder name of %s', (title, name) => {
  expect(folderNameOf(title)).toBe(name);
});

it.each([
  [[3, 3], null],
  [[3, 1, 2], 1],
  [[], null],
])('finds in files of versions %j that the current one is 3, and the oldest is %s', (versions, oldest) => {
  const found = versions.map((version) => ({ local: 'a', path: 'a', version }));
  expect(earlierVersionOf(found, 3)).toBe(oldest);
});
