import { expect, test } from 'vitest';
import { folderAt, sortedIn, treeOf } from './archive-tree.ts';

test('an archive is a tree of folders with sums', () => {
  const root = treeOf([
    ['Clips/', 0],
    ['Clips/b10.mov', 5],
    ['Clips/b9.mov', 4],
    ['Clips/Day/one.mov', 3],
    ['./notes.txt', 1],
    ['Empty/', 0],
  ]);
  const { folders, files } = sortedIn(root);
  expect(folders.map(({ name, fileCount, size }) => [name, fileCount, size])).toEqual([
    ['Clips', 3, 12],
    ['Empty', 0, 0],
  ]);
  expect(files).toEqual([{ name: 'notes.txt', size: 1, mark: undefined }]);
  expect(sortedIn(folderAt(root, ['Clips'])).files.map(({ name }) => name)).toEqual(['b9.mov', 'b10.mov']);
  expect(folderAt(root, ['Clips', 'Day', 'gone']).name).toBe('Day');
});

test('hostile paths are names, never folders', () => {
  const deep = `${'a/'.repeat(400)}x`;
  const root = treeOf([
    ['../../etc/passwd', 1, 'unsafe'],
    ['/etc/', 0, 'unsafe'],
    ['__proto__/constructor', 2],
    [deep, 3],
    ['//', 0],
    ['link', 0, 'link'],
  ]);
  expect([...root.folders.keys()]).toEqual(['__proto__']);
  expect(root.files).toEqual([
    { name: '../../etc/passwd', size: 1, mark: 'unsafe' },
    { name: '/etc/', size: 0, mark: 'unsafe' },
    { name: deep, size: 3, mark: undefined },
    { name: 'link', size: 0, mark: 'link' },
  ]);
});
