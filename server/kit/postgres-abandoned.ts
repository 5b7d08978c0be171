// Servers that an upgrade has started and, killed, could not stop: they hold a data folder on a socket that no site looks for.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isServerAlive, shutDown } from './postgres-server.ts';

/** The folder of such a socket begins so, and goes on with the process that made it. Short: its path has at most 107 bytes. */
export const socketPrefix = (pid: number): string => `/tmp/helix-up-${pid}-`;
const MADE_BY = /^\/tmp\/helix-up-(\d+)-\w+$/;
/** What the last checkpoint of a large database may take: all of its pages may wait to be written. */
export const UPGRADE_STOP_LIMIT_MS = 10 * 60_000;

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** The fifth line of postmaster.pid. */
const socketOf = (data: string): string => {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[4] ?? '';
  } catch {
    return '';
  }
};

/**
 * Stops the server of a data folder when an upgrade that runs no more has left it.
 * @param data without symbolic links in its path
 * @throws one sentence when the upgrade still runs
 */
export const endAbandonedServer = async (data: string): Promise<void> => {
  const socket = socketOf(data);
  const maker = Number(MADE_BY.exec(socket)?.[1]);
  if (!maker || !isServerAlive(data)) return;
  if (isRunning(maker)) throw new Error(`The database is being upgraded at this moment, by process ${maker}.`);
  await shutDown({ data }, UPGRADE_STOP_LIMIT_MS);
  rmSync(socket, { recursive: true, force: true });
};
