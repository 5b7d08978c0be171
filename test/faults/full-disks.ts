// Small disks that tests can fill: a tmpfs in the server's own mount namespace, which requires root.
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { isTried } from '#test/repository/left-out.ts';

/** Whether a tmpfs can be mounted on this machine. */
export const canMount = isTried(
  'Full disks are',
  spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0,
  'root, to mount a folder',
);

/** Writes to a file until the disk is full; returns its path. */
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
