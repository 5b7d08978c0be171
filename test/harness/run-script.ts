// Running the project's own scripts as processes, and reading how they end.
import { type ChildProcess, spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { findClosedFolder } from '#server/kit/postgres/files.ts';
import { isTried } from '#test/repository/left-out.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));

/** Somebody without rights, whom only root can run a script as. */
export const NOBODY = { uid: 65534, gid: 65534 };

/** Whether scripts can be run as NOBODY here. @param what is left out where not, as `isTried` says it */
export function canRunAsNobody(what: string): boolean {
  return isTried(
    what,
    process.getuid?.() === 0 &&
      [realpathSync(process.execPath), project].every((path) => !findClosedFolder(path, NOBODY)),
    'root, and Node and the project where everybody may read them',
  );
}

type Ended = { code: number | null; out: string; errors: string };

/**
 * Runs a script of the project until it ends.
 * @param account who it runs as; without it as who runs the tests
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
