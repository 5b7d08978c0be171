// A real Redis (Debian package redis-server) on a port and in a folder of its own.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from './nginx.ts';

/** Whether there is one on this machine. */
export const hasRedis = (): boolean => {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

export type Redis = {
  url: string;
  port: number;
  /** Kills it as it is. */
  kill(): Promise<void>;
  /** Starts it again at the same port. */
  start(): Promise<void>;
  /** Lets it hang: it takes connections and answers nothing, until it may go on. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
};

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.once('data', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

export const startRedis = async (): Promise<Redis> => {
  const port = await findFreePort();
  const folder = mkdtempSync(join(tmpdir(), 'helix-redis-'));
  const launch = async () => {
    const child = spawn('redis-server', ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', ''], {
      stdio: 'ignore',
    });
    while (!(await answers(port))) if (child.exitCode !== null) throw new Error('redis-server does not start');
    return child;
  };
  let server = await launch();
  const kill = async (): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const gone = once(server, 'exit');
    server.kill('SIGKILL');
    await gone;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    kill,
    start: async () => {
      server = await launch();
    },
    pause: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
    stop: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
