// Everything that `npm test` starts ends with it, even databases, which have their own process group (and user, if run as root).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished, vi } from 'vitest';
import { endRun, findProcesses } from '../scripts/run/processes.ts';

const DATABASE = 'node test/harness/postgres-child.ts FOLDER/home';
const VITEST = 'vitest run --reporter=dot server/kit/postgres/embedded-postgres.test.ts';

/** Starts a run in a shell, like npm does, and waits until its database is ready. */
const startUnderShell = async (program: string) => {
  const node = `'${process.execPath}' test/harness/run-child.ts ${program}`;
  // The shell must not exec the command, because it has to print the pid of its child.
  const shell = spawn('/bin/sh', ['-c', `${node} <&0 & echo $!; wait`], { stdio: ['pipe', 'pipe', 'ignore'] });
  const lines = createInterface(shell.stdout)[Symbol.asyncIterator]();
  const pid = Number((await lines.next()).value);
  const folder = String((await lines.next()).value);
  onTestFinished(() => endRun(folder));
  const left = () => findProcesses(folder);
  const started = await vi.waitFor(
    () => {
      const found = left();
      const servers = found.filter(({ command }) => command.endsWith('/postgres'));
      expect(servers.some(({ pid }) => isReady(pid))).toBe(true);
      return found;
    },
    { timeout: 120_000, interval: 50 },
  );
  return { shell, pid, folder, left, started };
};

/** Whether a PostgreSQL server accepts connections, according to its postmaster.pid. */
const isReady = (pid: number): boolean => {
  const [, , data = ''] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  const path = join(data, 'postmaster.pid');
  return existsSync(path) && /^ready/m.test(readFileSync(path, 'utf8'));
};

/** Starting a run takes long on a busy machine. */
const LIMIT_MS = 180_000;

it.each([
  ['SIGINT', DATABASE],
  ['SIGTERM', VITEST],
  ['SIGHUP', DATABASE],
  ['SIGKILL', DATABASE],
] as const)('%s ends everything that %s started', { timeout: LIMIT_MS }, async (signal, program) => {
  const { shell, pid, folder, left, started } = await startUnderShell(program);
  process.kill(pid, signal);
  await once(shell, 'exit');
  await expectEnded(folder, left, started);
});

it('killing only npm ends everything it started', { timeout: LIMIT_MS }, async () => {
  const { shell, folder, left, started } = await startUnderShell(DATABASE);
  shell.kill('SIGKILL');
  await expectEnded(folder, left, started);
});

const expectEnded = async (folder: string, left: () => unknown[], started: { pid: number }[]) => {
  await vi.waitFor(
    () => {
      expect(left()).toEqual([]);
      expect(started.filter(({ pid }) => existsSync(`/proc/${pid}`))).toEqual([]);
      expect(existsSync(folder)).toBe(false);
    },
    { timeout: 30_000, interval: 50 },
  );
};
