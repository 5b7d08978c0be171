import { expect, it } from 'vitest';
import { baseOf, compareFiles, currentFilesOf, folderNameOf, outdatedVersionOf } from './packs.ts';

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

it('leaves out hidden and empty files, which a check never sees', () => {
  const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  const files = [
    ...['.config', 'a/.cache/b.mov', '__MACOSX/a.mov'].map((name) => ({ name, sha256: name })),
    { name: 'empty.txt', sha256: empty },
  ];
  expect(compareFiles(files, new Map(), 'Glow')).toEqual({ present: 0, differing: [], missing: [] });
});

const PACK = { id: 'p1', title: 'Glow', author: 'mira', licence: null, isPremium: false, fileCount: 2, version: 3 };

// Files of the folder as `path@version`.
it.each([
  ['the current version', ['a@3', 'b@3'], undefined, 2, 2, null],
  ['a part of the current version', ['a@3'], undefined, 1, 2, null],
  ['earlier versions', ['a@2', 'b@1'], undefined, 0, 2, 1],
  ['an earlier version and a part of the current one', ['a@3', 'b@1'], undefined, 1, 2, 1],
  ['an earlier version and copies of one file', ['a@3', 'a@3', 'b@1'], undefined, 1, 2, 1],
  ['an earlier version beside the current one', ['a@3', 'b@3', 'b@1'], undefined, 2, 2, null],
  ['everything except a hidden file', ['a@3', 'b@1'], 1, 1, 1, null],
  ['nothing', [], undefined, 0, 2, null],
])('tells whether an asset is outdated: %s', (_, names, complete, count, of, outdated) => {
  const files = names.map((name) => {
    const [path = '', version] = name.split('@');
    return { local: path, path, version: Number(version) };
  });
  const found = { pack: PACK, files, ...(complete !== undefined && { complete }) };
  expect([currentFilesOf(found), outdatedVersionOf(found)]).toEqual([{ count, of }, outdated]);
});
