// Starts that cannot succeed, and one that is told to stop before it has succeeded.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from './harness.ts';
import { environmentOf } from './installation.ts';
import { endOf, expectOneSentence, runScript } from './run-script.ts';
import { fillElements, startServerProcess } from './server-process.ts';

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

describe('a start beside a database that is there says in one sentence why it ends', { timeout: LIMIT_MS }, () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp();
    await fillElements(test);
  }, LIMIT_MS);
  afterAll(() => test.stop());
  const start = (env: Record<string, string>) => runScript('scripts/start.ts', { ...environmentOf(test), ...env });

  it.each([
    // Addresses that nobody has: they are for documentation.
    [{ HOST: '192.0.2.1', RATE_LIMITS: 'on' }, /cannot listen on 192\.0\.2\.1:0 \(EADDRNOTAVAIL\)\./],
    [{ OPS_PORT: '0', OPS_HOST: '192.0.2.1' }, /OPS_PORT cannot be used: .*EADDRNOTAVAIL.*192\.0\.2\.1/],
    [{ FFMPEG_PATH: '/nowhere/ffmpeg' }, /^The program \/nowhere\/ffmpeg of FFMPEG_PATH cannot be run/],
    [
      { STORAGE_URL: 'gs://helix-files', STORAGE_KEY_FILE: '/nowhere/key.json' },
      /cannot be used: the file \/nowhere\/key\.json of STORAGE_KEY_FILE cannot be read/,
    ],
  ])('%o', async (env, words) => {
    expectOneSentence(await start(env), words);
  });

  it('a database that a newer version has migrated, unless that is accepted', async () => {
    await sql`insert into kysely_migration (name, timestamp) values ('209901010000-forum-later', '')`.execute(
      test.ownerDb,
    );
    expectOneSentence(
      await start({}),
      /was migrated by a newer version of this site \(it has 209901010000-forum-later, .* set NEWER_DATABASE=accept/,
    );
    const accepted = await startServerProcess(test, { NEWER_DATABASE: 'accept' });
    expect((await fetch(`${accepted.url}/readyz`)).status).toBe(200);
    await accepted.stop();
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
