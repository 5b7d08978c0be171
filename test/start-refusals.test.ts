// Starts that cannot succeed, and one that is told to stop before it has succeeded.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endOf, expectOneSentence, runScript } from './run-script.ts';

const SECRET = 'a secret of at least thirty-two characters';
const HIDDEN = 'a-password-of-the-database';
const LIMIT_MS = 240_000;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'helix start-'));
  // As root the database has a user of its own, who must be able to come in.
  chmodSync(folder, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a start that cannot succeed says why in one sentence', () => {
  it.each([
    [{ PORT: 'banana' }, /PORT/],
    [{ PORT: '70000' }, /PORT/],
    [{ RATE_LIMITS: 'off', HOST: '0.0.0.0' }, /RATE_LIMITS/],
    [{ DATABASE_URL: `mysql://helix:${HIDDEN}@127.0.0.1/helix`, SECRET_KEY: SECRET }, /DATABASE_URL/],
    [{ DATABASE_URL: `postgres://helix:${HIDDEN}@127.0.0.1:1/helix` }, /SECRET_KEY/],
    [
      { DATABASE_URL: `postgres://helix:${HIDDEN}@127.0.0.1:1/helix`, SECRET_KEY: SECRET },
      /DATABASE_URL.*ECONNREFUSED/,
    ],
  ])('%o', async (env, words) => {
    const ended = await runScript('scripts/start.ts', { DATA_DIR: join(folder, 'never'), ...env });
    expectOneSentence(ended, words);
    for (const secret of [SECRET, HIDDEN]) expect(ended.out + ended.errors).not.toContain(secret);
  });

  it('a data folder that cannot be written', async () => {
    const file = join(folder, 'a file');
    writeFileSync(file, '');
    // Not even root can make a folder inside a file.
    const ended = await runScript('scripts/start.ts', { DATA_DIR: join(file, 'data') });
    expectOneSentence(ended, /folder .*a file.* cannot be written/);
  });
});

describe('a start that is told to stop', { timeout: LIMIT_MS }, () => {
  it('while it makes its first content ends in order and takes its database with it', async () => {
    const data = join(folder, 'stopped');
    const child = spawn(process.execPath, ['scripts/start.ts'], {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, PORT: '0', LOG_LEVEL: 'info', NODE_ENV: 'production', DATA_DIR: data },
    });
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => chunk.includes('making the first content') && resolve());
    });
    child.kill('SIGTERM');
    expect(await endOf(child)).toBe(0);
    expect(existsSync(join(data, 'postgres/data/PG_VERSION'))).toBe(true);
    expect(existsSync(join(data, 'postgres/data/postmaster.pid'))).toBe(false);
  });
});
