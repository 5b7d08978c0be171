import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTemporaryHome } from '#test/harness/temporary-homes.ts';
import { makeFolder } from './make-folder.ts';

let home: string;
beforeAll(async () => {
  home = await makeTemporaryHome();
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

it('creates missing folders and returns the topmost one it created', async () => {
  const path = join(home, 'a/b/c');
  expect(await makeFolder(path, { mode: 0o750 })).toBe(join(home, 'a'));
  expect(statSync(path).mode & 0o777).toBe(0o750);
  expect(await makeFolder(path)).toBeUndefined();
  mkdirSync(join(home, 'there'));
  const made = await Promise.all(Array.from({ length: 5 }, () => makeFolder(join(home, 'there/x/y'))));
  expect(made.filter((one) => one !== undefined)).not.toEqual([]);
});

// Node's recursive mkdir hangs below /proc.
it('fails with a reason where no folder can be created', async () => {
  await expect(makeFolder('/proc/helix/data')).rejects.toThrow('cannot create folders there (ENOENT for /proc/helix)');
  writeFileSync(join(home, 'file'), '');
  await expect(makeFolder(join(home, 'file/data'))).rejects.toThrow(/^a file is in the way \(EEXIST for .*\/file\)$/);
});
