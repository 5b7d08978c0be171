// Small disks that a test fills: a tmpfs in a mount namespace of a server's own, which takes root.
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { isTried } from '#test/repository/left-out.ts';

/** Whether a folder can be given a disk of its own here. */
export const canMount = isTried(
  'Full disks are',
  spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0,
  'the rights of root to mount a folder',
);

/** Writes to a file until nothing more fits; answers its path. */
export function fillDisk(path: string): string {
  const handle = openSync(path, 'a');
  const piece = Buffer.alloc(4096);
  try {
    for (;;) writeSync(handle, piece);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(handle);
  }
  return path;
}
