// Finds the processes of a run: those with the run's temporary folder in their environment, command line or working directory.
// This also finds processes whose parent has exited, and processes in another session, process group or user account.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long a PostgreSQL server may take to remove its shared memory. */
const QUIT_LIMIT_MS = 3000;
const END_LIMIT_MS = 10_000;

type Process = { pid: number; command: string };

const readText = (read: () => string): string => {
  try {
    return read();
  } catch {
    // The process has exited, or belongs to another user.
    return '';
  }
};

const listProcesses = (): (Process & { text: string })[] => {
  if (!existsSync('/proc/self/environ')) {
    const { stdout } = spawnSync('ps', ['-AEww', '-o', 'pid=,command='], { encoding: 'utf8' });
    return stdout.split('\n').map((line) => {
      const [, pid = '0', text = ''] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? [];
      return { pid: Number(pid), command: text.split(' ', 1)[0] ?? '', text };
    });
  }
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map((pid) => {
    const line = readText(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
    const environment = readText(() => readFileSync(`/proc/${pid}/environ`, 'utf8'));
    const cwd = readText(() => readlinkSync(`/proc/${pid}/cwd`));
    return { pid: Number(pid), command: line.split('\0', 1)[0] ?? '', text: `${line}\n${environment}\n${cwd}` };
  });
};

/** Processes of the run with this temporary folder, except the current process. */
export function findProcesses(folder: string): Process[] {
  return listProcesses()
    .filter(({ pid, text }) => pid !== process.pid && text.includes(folder))
    .map(({ pid, command }) => ({ pid, command }));
}

const endProcess = ({ pid, command }: Process, since: number): void => {
  // Try SIGQUIT first: with SIGKILL, PostgreSQL would leave its shared memory behind.
  const signal = /(^|\/)postgres(:|$)/.test(command) && Date.now() - since < QUIT_LIMIT_MS ? 'SIGQUIT' : 'SIGKILL';
  try {
    process.kill(pid, signal);
  } catch {
    // The process has exited, or this user is not allowed to kill it.
  }
};

/** Kills all processes of a run and removes its temporary folder. */
export async function endRun(folder: string): Promise<void> {
  const since = Date.now();
  for (let left = findProcesses(folder); left.length > 0; left = findProcesses(folder)) {
    if (Date.now() - since > END_LIMIT_MS) break;
    for (const one of left) endProcess(one, since);
    await sleep(100);
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
