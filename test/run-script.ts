// Running the project's own scripts as processes, and reading how they end.
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

const project = fileURLToPath(new URL('..', import.meta.url));

type Ended = { code: number | null; out: string; errors: string };

/**
 * Runs a script of the project until it ends.
 * @param account who it runs as; without it as who runs the tests
 */
export const runScript = async (
  script: string,
  env: Record<string, string>,
  args: readonly string[] = [],
  account: { uid?: number; gid?: number } = {},
): Promise<Ended> => {
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
};

export const expectOneSentence = ({ code, out, errors }: Ended, words: RegExp): void => {
  expect(errors.trim().split('\n')).toHaveLength(1);
  expect(errors).toMatch(words);
  expect(errors).toMatch(/^[A-Z].*\S\n$/);
  expect(out).not.toContain('ready at');
  expect(code).toBe(1);
};

export const endOf = (child: ChildProcess): Promise<number | null> =>
  child.exitCode === null ? new Promise((resolve) => child.once('exit', resolve)) : Promise.resolve(child.exitCode);
