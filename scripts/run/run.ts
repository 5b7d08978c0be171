// A run of programs that leaves nothing behind. All of them have a temporary folder of the run, by which they are found and ended when
// the run ends: in order, by a signal, because its parent is gone, or killed (watch.ts).
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
  /** Runs a program of node_modules/.bin and tells whether it ended with 0. */
  run(program: string, args: string[], env?: Record<string, string>): Promise<boolean>;
  /** Ends what is left of the programs' processes and removes the temporary folder. */
  end(): Promise<void>;
};

/** Starts a run; a signal to this process, or the end of its parent, ends all. */
export function startRun(): Run {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'helix-run-'));
  // As open as /tmp: databases and the servers of some tests run as other accounts.
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
      // What would come after the program must not start any more.
      return stopping ? new Promise<never>(() => {}) : code === 0;
    },
    end: () => endRun(folder),
  };
}
