/** The process that tries what a program that reads uploads must not be able to do, and says what worked. */

import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

export type ReachOrder = {
  /** To be read, and to be opened for writing. */
  files: readonly string[];
  /** A process to reach. */
  pid: number;
  /** At 127.0.0.1. */
  port: number;
};

export type Reach = {
  /** Those of the files that could be read. */
  read: string[];
  written: string[];
  signalled: boolean;
  connected: boolean;
};

/** In a process namespace of its own the first numbers are taken by the probe and what started it. */
const OWN_PIDS = 3;

const works = (attempt: () => void): boolean => {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
};

const order = JSON.parse(await text(process.stdin)) as ReachOrder;
const { files, pid, port } = order;
const isOwn = process.pid <= OWN_PIDS && pid <= OWN_PIDS;
const socket = connect({ host: '127.0.0.1', port, timeout: 2000 });
socket.on('timeout', () => socket.destroy(new Error('nobody answers')));
const connected = await once(socket, 'connect').then(
  () => true,
  () => false,
);
socket.destroy();
const reach: Reach = {
  read: files.filter((path) => works(() => readFileSync(path))),
  written: files.filter((path) => works(() => closeSync(openSync(path, 'r+')))),
  signalled: !isOwn && works(() => process.kill(pid, 0)),
  connected,
};
process.stdout.write(JSON.stringify(reach));
