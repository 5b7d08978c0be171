// A real server process with its own folder and a free port, for journeys, screenshots and benches.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Starting } from '#test/repository/closers.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));

/** Creates a private folder. If tests run as root, the database's user must still be able to enter it. */
const makeFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'helix-site-'));
  chmodSync(folder, 0o711);
  return folder;
};

export type Site = {
  url: string;
  process: ChildProcess;
  folder: string;
  /** Output of the process so far, from both stdout and stderr. */
  output(): string;
  stop(): Promise<void>;
};

/**
 * Starts the server like `npm start` and waits until it reports that it is ready.
 * @param env variables in addition to RATE_LIMITS=off, PORT=0 and a temporary DATA_DIR; setting `DATA_DIR` keeps that folder
 * @param options.project a copy of the project to start instead of this one
 * @param options.onStart receives the stop function before the server is ready
 * @throws with the output of the process, if it exits before it is ready
 */
export async function startSite(
  env: Record<string, string> = {},
  options: { project?: string } & Starting = {},
): Promise<Site> {
  const folder = env.DATA_DIR ?? makeFolder();
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    cwd: options.project ?? project,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: '0', RATE_LIMITS: 'off', LOG_LEVEL: 'warn', DATA_DIR: folder, ...env },
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await gone;
    }
    if (env.DATA_DIR === undefined) rmSync(folder, { recursive: true, force: true });
  };
  options.onStart?.(stop);
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const ready = /ready at (http\S+)/.exec(output);
      if (ready?.[1]) resolve(ready[1]);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`the server ended with code ${code}:\n${output}`)));
  });
  return {
    url,
    process: child,
    folder,
    output: () => output,
    stop,
  };
}
