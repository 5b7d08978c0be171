// Cleans up servers left by a killed upgrade. They keep a data folder in use, and no site looks for the socket they listen on.
import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isServerAlive, shutDown } from './server.ts';

/** Prefix of an upgrade's socket folder, containing its process ID. Short, because a socket path can have at most 107 bytes. */
export function socketPrefix(pid: number): string {
  return `/tmp/helix-up-${pid}-`;
}
const MADE_BY = /^\/tmp\/helix-up-(\d+)-\w+$/;
/** Time limit for the last checkpoint, which may have to write all pages of a large database. */
export const UPGRADE_STOP_LIMIT_MS = 10 * 60_000;

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Socket folder of a data folder's server, as given by the fifth line of postmaster.pid; empty if unknown. */
const socketOf = (data: string): string => {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[4] ?? '';
  } catch {
    return '';
  }
};

/** How long a server may take to add the fifth line of postmaster.pid after the first four. */
const SOCKET_LIMIT_MS = 10_000;

const awaitSocket = async (data: string): Promise<string> => {
  const deadline = performance.now() + SOCKET_LIMIT_MS;
  for (;;) {
    const socket = socketOf(data);
    if (socket !== '' || !isServerAlive(data) || performance.now() > deadline) return socket;
    await sleep(10);
  }
};

/** Process ID of the upgrade that created a socket's folder; 0 for a site's own socket. */
const makerOf = (socket: string): number => Number(MADE_BY.exec(socket)?.[1] ?? 0);

/** Where an upgrade builds the new data folder. */
export function upgradingFolder(home: string): string {
  return join(home, 'data.upgrading');
}

/**
 * Removes what a killed upgrade left behind in a home folder: its servers and the folder it was building.
 * @throws Error with a sentence if the upgrade is still running or a server does not stop
 */
export async function clearAbandonedUpgrade(home: string): Promise<void> {
  if (!existsSync(home)) return;
  const folder = realpathSync(home);
  const scratch = upgradingFolder(folder);
  const left = [];
  for (const data of [join(folder, 'data'), scratch]) {
    const socket = await awaitSocket(data);
    left.push({ data, socket, maker: makerOf(socket) });
  }
  for (const { data, maker, socket } of left.filter((one) => one.maker > 0)) {
    if (!isServerAlive(data)) continue;
    if (isRunning(maker)) throw new Error(`The database is being upgraded by process ${maker}.`);
    await shutDown({ data }, UPGRADE_STOP_LIMIT_MS);
    if (isServerAlive(data)) throw new Error(`The server in ${data}, left by a killed upgrade, does not stop.`);
    rmSync(socket, { recursive: true, force: true });
  }
  // Not removed if the creator is unknown, because an upgrade that has not started its servers yet may be running.
  if (left.some(({ maker }) => maker > 0 && !isRunning(maker))) rmSync(scratch, { recursive: true, force: true });
}
