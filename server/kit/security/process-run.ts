/** Isolates and runs a program that reads untrusted files: limited memory and time, no environment variables, no writing. */

import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { Problem } from '#server/kit/http/problem.ts';
import type { Command, Isolation } from './isolation.ts';
import type { ProcessLimits, ProcessOptions, ProcessOutcome } from './process-limits.ts';

const RETRY_SECONDS = 10;
const MAX_ERROR_CHARACTERS = 2000;

/**
 * Sets the limits. The program cannot write to any file, and if the system runs out of memory, it is killed first. macOS has no
 * oom_score_adj and ignores the memory limit.
 */
const LIMITED =
  'echo 1000 2>/dev/null >/proc/self/oom_score_adj; ulimit -d "$0" 2>/dev/null; ulimit -t "$1" 2>/dev/null; ' +
  'ulimit -f 0 2>/dev/null; ulimit -c 0 2>/dev/null; shift; exec nice -n 5 "$@"';

/** Signal names by exit code (128 + signal), as reported by bubblewrap and shells. */
const SIGNAL_CODES = new Map(Object.entries(constants.signals).map(([name, number]) => [128 + number, name]));

/**
 * Runs a command and waits until it and all its child processes have ended.
 * @throws Problem UNAVAILABLE when the process cannot be started
 */
export function runWithin(
  isolation: Isolation,
  command: Command,
  limits: ProcessLimits,
  options: ProcessOptions = {},
): Promise<ProcessOutcome> {
  const wrapped = isolation.wrap(command, options.reads ?? []);
  const args = ['-c', LIMITED, String(limits.memoryKb), String(limits.cpuSeconds), ...wrapped];
  // A separate process group, so that its child processes can be killed with it.
  const child = spawn('/bin/sh', args, { env: { ...options.env }, stdio: 'pipe', detached: true, cwd: '/' });
  const chunks: Buffer[] = [];
  let size = 0;
  let errors = '';
  let ended: ProcessOutcome['ended'] = null;

  const end = (reason: ProcessOutcome['ended']): void => {
    ended ??= reason;
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The process has already exited.
    }
  };
  const onAbort = () => end('asked');
  const clock = setTimeout(() => end('time'), limits.timeMs);
  options.signal?.addEventListener('abort', onAbort);
  if (options.signal?.aborted) end('asked');

  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > limits.outputBytes) end('output');
    else chunks.push(chunk);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-MAX_ERROR_CHARACTERS);
  });
  return new Promise<ProcessOutcome>((resolve, reject) => {
    child.on('error', () => reject(new Problem('UNAVAILABLE', { retryAfterSeconds: RETRY_SECONDS })));
    child.on('close', (code, signal) => {
      const reported = isolation.signalsAsCodes && code !== null ? SIGNAL_CODES.get(code) : undefined;
      const how = reported === undefined ? { code, signal } : { code: null, signal: reported };
      resolve({ ...how, output: Buffer.concat(chunks), errors, ended });
    });
    // If the process exits early, writing to its input fails; its exit code shows what happened.
    child.stdin.on('error', () => {});
    child.stdin.end(options.input);
  }).finally(() => {
    clearTimeout(clock);
    options.signal?.removeEventListener('abort', onAbort);
  });
}
