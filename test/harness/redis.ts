// A real Redis (Debian package redis-server) with its own port and folder.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Starting } from '#test/repository/closers.ts';
import { findFreePort } from './nginx.ts';

/** Whether Redis is installed on this machine. */
export function hasRedis(): boolean {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export type Redis = {
  url: string;
  port: number;
  kill(): Promise<void>;
  /** Restarts Redis on the same port. */
  start(): Promise<void>;
  /** Makes Redis hang: it accepts connections but answers nothing until `resume`. */
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

/** @param options.onStart receives the stop function before Redis is ready */
export async function startRedis({ onStart }: Starting = {}): Promise<Redis> {
  const port = await findFreePort();
  const folder = mkdtempSync(join(tmpdir(), 'helix-redis-'));
  const begin = (): ChildProcess =>
    spawn('redis-server', ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', ''], {
      stdio: 'ignore',
    });
  const hasEnded = (): boolean => server.exitCode !== null || server.signalCode !== null;
  const ready = async (): Promise<void> => {
    while (!(await answers(port))) if (hasEnded()) throw new Error('redis-server did not start');
  };
  let server = begin();
  const kill = async (): Promise<void> => {
    if (hasEnded()) return;
    const gone = once(server, 'exit');
    server.kill('SIGKILL');
    await gone;
  };
  const stop = async (): Promise<void> => {
    await kill();
    rmSync(folder, { recursive: true, force: true });
  };
  onStart?.(stop);
  await ready();
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    kill,
    start: async () => {
      server = begin();
      await ready();
    },
    pause: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
    stop,
  };
}
