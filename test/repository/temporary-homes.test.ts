import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeMachineHome, makeTemporaryHome, removeAbandonedHomes } from '#test/harness/temporary-homes.ts';

it('removes folders of killed runs and keeps those of running ones', async () => {
  const { pid } = spawnSync('true');
  const abandoned = ['helix-test-', 'helix-ssh-'].map((prefix) => mkdtempSync(join(tmpdir(), `${prefix}${pid}-`)));
  const own = [await makeTemporaryHome(), makeMachineHome(), mkdtempSync(join(tmpdir(), `helix-test-${pid}x`))];
  try {
    removeAbandonedHomes();
    expect(abandoned.filter((folder) => existsSync(folder))).toEqual([]);
    expect(own.every((folder) => existsSync(folder))).toBe(true);
  } finally {
    for (const folder of own) rmSync(folder, { recursive: true, force: true });
  }
});
