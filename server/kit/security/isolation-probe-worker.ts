/** Probe process that tries everything a program reading uploads must not be able to do, and reports what succeeded. */

import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

export type ReachOrder = {
  /** Files to try to open for reading and for writing. */
  files: readonly string[];
  pid: number;
  /** A port on 127.0.0.1 to try to connect to. */
  port: number;
};

export type Reach = {
  read: string[];
  written: string[];
  signalled: boolean;
  connected: boolean;
};

/** In a separate PID namespace, the first PIDs belong to the probe and its parent processes. */
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
