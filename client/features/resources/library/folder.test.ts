import { expect, it } from 'vitest';
import { folderOf, isHidden, isRevoked, type LocalFile } from './folder.ts';

type Entry = { kind: string; name: string };
const file = (name: string): Entry => ({ kind: 'file', name });
const folder = (name: string, entries: Entry[], permission: PermissionState = 'granted', error?: string) =>
  ({
    ...{ kind: 'directory', name, queryPermission: async () => permission },
    values: async function* () {
      yield* entries;
      if (error) throw Object.assign(new Error(error), { name: error });
    },
  }) as unknown as FileSystemDirectoryHandle;

const list = async (handle: FileSystemDirectoryHandle) => {
  const [files, skipped]: [LocalFile[], string[]] = [[], []];
  for await (const found of folderOf(handle).files((path) => skipped.push(path))) files.push(found);
  return { paths: files.map(({ path }) => path), skipped };
};

it('lists files in folders, without hidden ones', async () => {
  const handle = folder('Footage', [
    file('a.mov'),
    file('.env'),
    folder('.git', [file('b')]),
    folder('c', [file('d.mov')]),
  ]);
  expect(await list(handle)).toEqual({ paths: ['a.mov', 'c/d.mov'], skipped: [] });
});

it.each(['NotReadableError', 'NotAllowedError'])('skips a folder inside that fails with %s', async (error) => {
  const handle = folder('Footage', [folder('a', [folder('locked', [], 'granted', error)]), file('b.mov')]);
  expect(await list(handle)).toEqual({ paths: ['b.mov'], skipped: ['a/locked/'] });
});

it('fails if the chosen folder cannot be read, or is no longer allowed', async () => {
  await expect(list(folder('Footage', [], 'granted', 'NotReadableError'))).rejects.toThrow('NotReadableError');
  const inside = folder('Footage', [folder('a', [], 'prompt', 'NotAllowedError'), file('b.mov')], 'prompt');
  await expect(list(inside)).rejects.toThrow('NotAllowedError');
});

it('asks for the permission of the chosen folder only after an error about access', async () => {
  const error = (name: string) => Object.assign(new Error(), { name });
  const handle = folder('Footage', [], 'prompt');
  expect(await isRevoked(error('NotAllowedError'), { handle })).toBe(true);
  expect(await isRevoked(error('NotFoundError'), { handle })).toBe(false);
  expect(await isRevoked(error('NotAllowedError'), {})).toBe(false);
});

it.each([
  ['a/b.mov', false],
  ['a/.b/c.mov', true],
  ['a/Thumbs.db', true],
  ['__MACOSX/a', true],
])('tells whether %s is hidden', (path, expected) => {
  expect(isHidden(path)).toBe(expected);
});
