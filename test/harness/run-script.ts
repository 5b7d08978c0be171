// Runs the project's scripts as processes and reports how they exit.
import { type ChildProcess, spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { findClosedFolder } from '#server/kit/postgres/files.ts';
import { isTried } from '#test/repository/left-out.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));

/** An unprivileged user. Only root can run a script as this user. */
export const NOBODY = { uid: 65534, gid: 65534 };

/** Whether scripts can run as NOBODY on this machine. @param what the start of the message about skipped tests, see `isTried` */
export function canRunAsNobody(what: string): boolean {
  return isTried(
    what,
    process.getuid?.() === 0 &&
      [realpathSync(process.execPath), project].every((path) => !findClosedFolder(path, NOBODY)),
    'root, and Node and the project in folders readable by everyone',
  );
}

type Ended = { code: number | null; out: string; errors: string };

/**
 * Runs a project script until it exits.
 * @param account the user that the script runs as; by default the user who runs the tests
 */
export async function runScript(
  script: string,
  env: Record<string, string>,
  args: readonly string[] = [],
  account: { uid?: number; gid?: number } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [script, ...args], {
    ...account,
    cwd: project,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: '0', RATE_LIMITS: 'off', LOG_LEVEL: 'silent', NODE_ENV: 'production', ...env },
  });
  const ended: Ended = { code: null, out: '', errors: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    ended.out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    ended.errors += chunk.toString();
  });
  ended.code = await new Promise((resolve) => child.once('close', resolve));
  return ended;
}

export function expectOneSentence({ code, out, errors }: Ended, words: RegExp, exitCode = 1): void {
  expect(errors.trim().split('\n')).toHaveLength(1);
  expect(errors).toMatch(words);
  expect(errors).toMatch(/^[A-Z].*\S\n$/);
  expect(out).not.toContain('ready at');
  expect(code).toBe(exitCode);
}

export function endOf(child: ChildProcess): Promise<number | null> {
  return child.exitCode === null
    ? new Promise((resolve) => child.once('exit', resolve))
    : Promise.resolve(child.exitCode);
}
