import { expect, test } from 'vitest';
import { fileKind, folderView } from './folder-view.ts';

const file = (name: string, size = 1) => ({ name, size, sha256: `hash of ${name}` });

const files = [
  file('shot 10.mov', 10),
  file('shot 2.mov', 20),
  file('Readme.pdf', 3),
  file('Textures/Grain/b.png', 5),
  file('Textures/Grain/a.png', 5),
  file('Textures/dust.png', 7),
  file('Audio/hit.wav', 100),
];

test('the root shows folders first, then files, numbers by their value', () => {
  const view = folderView(files, '');
  expect(view.folders).toEqual([
    { name: 'Audio', path: 'Audio', items: 1, size: 100 },
    { name: 'Textures', path: 'Textures', items: 2, size: 17 },
  ]);
  expect(view.files.map(({ name }) => name)).toEqual(['Readme.pdf', 'shot 2.mov', 'shot 10.mov']);
  expect(view.crumbs).toEqual([{ name: 'Root', path: '' }]);
  expect([view.items, view.size, view.exists]).toEqual([5, 150, true]);
});

test('a folder inside a folder keeps whole paths for its files and leads back', () => {
  const view = folderView(files, 'Textures/Grain');
  expect(view.files).toEqual([
    { name: 'a.png', path: 'Textures/Grain/a.png', size: 5, sha256: 'hash of Textures/Grain/a.png' },
    { name: 'b.png', path: 'Textures/Grain/b.png', size: 5, sha256: 'hash of Textures/Grain/b.png' },
  ]);
  expect(view.crumbs.map(({ path }) => path)).toEqual(['', 'Textures', 'Textures/Grain']);
});

test('a folder is not one whose name only begins alike', () => {
  expect(folderView(files, 'Text').exists).toBe(false);
  expect(folderView(files, 'shot 2.mov').exists).toBe(false);
});

test('without files the root exists and is empty', () => {
  expect(folderView([], '')).toMatchObject({ exists: true, items: 0, size: 0 });
});

test.each([
  ['a.mov', 'MOV'],
  ['grade.final.cube', 'CUBE'],
  ['.gitignore', 'FILE'],
  ['Makefile', 'FILE'],
  ['notes.verylongending', 'FILE'],
])('%s is a %s', (name, kind) => {
  expect(fileKind(name)).toBe(kind);
});
