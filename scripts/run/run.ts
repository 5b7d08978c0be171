// Runs programs without leaving anything behind. All of them use the run's temporary folder, which identifies the processes to
// kill when the run ends. This also works if the run ends because of a signal, its parent's exit or SIGKILL (watch.ts).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, realpathSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endRun } from './processes.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const PARENT_CHECK_MS = 500;

export type Run = {
  folder: string;
  /** Runs a program from node_modules/.bin and returns whether it exited with 0. */
  run(program: string, args: string[], env?: Record<string, string>): Promise<boolean>;
  /** Kills remaining processes and removes the temporary folder. */
  end(): Promise<void>;
};

/** Starts a run. The run also ends on a signal to this process, or when this process's parent exits. */
export function startRun(): Run {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'helix-run-'));
  // Same permissions as /tmp, because databases and servers in some tests run as other users.
  chmodSync(folder, 0o1777);
  const watcher = spawn(process.execPath, [join(import.meta.dirname, 'watch.ts'), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  watcher.unref();
  let stopping = false;
  const stop = async (code: number): Promise<void> => {
    stopping = true;
    await endRun(folder);
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => stop(128 + constants.signals[signal]));
  }
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    void stop(1);
  }, PARENT_CHECK_MS).unref();
  return {
    folder,
    run: async (program, args, env = {}) => {
      const child = spawn(join(project, 'node_modules/.bin', program), args, {
        cwd: project,
        stdio: 'inherit',
        env: { ...process.env, ...env, TMPDIR: folder },
      });
      const [code] = await once(child, 'close');
      // While the run is stopping, this never resolves, so that the caller cannot start another program.
      return stopping ? new Promise<never>(() => {}) : code === 0;
    },
    end: () => endRun(folder),
  };
}
