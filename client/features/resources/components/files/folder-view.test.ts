import { expect, test } from 'vitest';
import { folderPlaceOf, placePath } from './folder-place.ts';
import { choosableIn, crumbsOf, fileKind } from './folder-view.ts';

test('breadcrumbs lead back to the root step by step', () => {
  expect(crumbsOf('')).toEqual([{ name: 'Root', path: '' }]);
  expect(crumbsOf('Textures/Grain')).toEqual([
    { name: 'Root', path: '' },
    { name: 'Textures', path: 'Textures' },
    { name: 'Grain', path: 'Textures/Grain' },
  ]);
});

test('rows are selectable in order, and a folder covers everything below it', () => {
  const listing = {
    folders: [{ name: 'Clips/In', items: 2, files: 9, size: 90 }],
    files: [{ name: 'Clips/one.mov', size: 5, url: '/', sha256: 'a', textUrl: null, facts: null, preview: null }],
    fileCount: 10,
    size: 95,
    pagination: { total: 2, pages: 1, currentPage: 1, limit: 100 },
  };
  expect(choosableIn(listing)).toEqual([
    { path: 'Clips/In/', files: 9, size: 90 },
    { path: 'Clips/one.mov', files: 1, size: 5 },
  ]);
});

test.each([
  ['', { folder: '', page: 1 }, '/r'],
  ['folder=Clips/', { folder: 'Clips', page: 1 }, '/r?folder=Clips'],
  ['folder=a%26b&page=3', { folder: 'a&b', page: 3 }, '/r?folder=a%26b&page=3'],
  ['page=03', { folder: '', page: 1 }, '/r'],
  ['page=-1', { folder: '', page: 1 }, '/r'],
  ['page=9999999', { folder: '', page: 1 }, '/r'],
  ['folder=', { folder: '', page: 1 }, '/r'],
])('?%s has one canonical URL', (query, place, path) => {
  expect(folderPlaceOf(new URLSearchParams(query))).toEqual(place);
  expect(placePath('/r', place)).toBe(path);
});

test('the file list of an element has the root in its URL', () => {
  expect(placePath('/elements/x', { folder: '', page: 2 }, true)).toBe('/elements/x?folder=&page=2');
});

test.each([
  ['a.mov', 'MOV'],
  ['grade.final.cube', 'CUBE'],
  ['.gitignore', 'FILE'],
  ['Makefile', 'FILE'],
  ['notes.verylongending', 'FILE'],
])('%s is shown as %s', (name, kind) => {
  expect(fileKind(name)).toBe(kind);
});
