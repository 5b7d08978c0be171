// Starts the site under conditions in which startup must fail, and interrupts startup before it completes.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appliedMigrations } from '#server/kit/db/migrations.ts';
import { BEFORE_BASELINE, beforeBaseline } from '#test/harness/before-baseline.ts';
import { startTestApp, type TestApp } from '#test/harness/harness.ts';
import { environmentOf } from '#test/harness/installation.ts';
import { canRunAsNobody, endOf, expectOneSentence, NOBODY, runScript } from '#test/harness/run-script.ts';
import { fillElements, startServerProcess } from '#test/harness/server-process.ts';
import { canMount } from './faults/full-disks.ts';

const SECRET = 'a secret of at least thirty-two characters';
const HIDDEN = 'a-password-of-the-database';
const LIMIT_MS = 240_000;
/** The exit code after which the systemd units in deploy/ don't restart the site (test/repository/deploy.test.ts). */
const WRONG_VALUE = 78;
const canBeNobody = canRunAsNobody('Starts with an inaccessible data folder are');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'helix start-'));
  // If the tests run as root, the database runs as its own user, who must be able to enter the folder.
  chmodSync(folder, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a start that cannot succeed gives the reason in one sentence', () => {
  it.each([
    [{ PORT: 'banana' }, /PORT/, WRONG_VALUE],
    [{ PORT: '70000' }, /PORT/, WRONG_VALUE],
    [{ RATE_LIMITS: 'off', HOST: '0.0.0.0' }, /RATE_LIMITS/, WRONG_VALUE],
    [{ DATABASE_URL: `mysql://helix:${HIDDEN}@127.0.0.1/helix`, SECRET_KEY: SECRET }, /DATABASE_URL/, WRONG_VALUE],
    [{ DATABASE_URL: `postgres://helix:${HIDDEN}@127.0.0.1:1/helix` }, /SECRET_KEY/, WRONG_VALUE],
    // The database may be available again a minute later, so systemd has to retry.
    [
      { DATABASE_URL: `postgres://helix:${HIDDEN}@127.0.0.1:1/helix`, SECRET_KEY: SECRET },
      /DATABASE_URL.*ECONNREFUSED/,
      1,
    ],
  ])('%o', async (env, words, exitCode) => {
    const ended = await runScript('scripts/start.ts', { DATA_DIR: join(folder, 'never'), ...env });
    expectOneSentence(ended, words, exitCode);
    for (const secret of [SECRET, HIDDEN]) expect(ended.out + ended.errors).not.toContain(secret);
  });

  it('a data folder that cannot be written', async () => {
    const file = join(folder, 'a file');
    writeFileSync(file, '');
    // Not even root can create a folder inside a file.
    const ended = await runScript('scripts/start.ts', { DATA_DIR: join(file, 'data') });
    expectOneSentence(ended, /folder .*a file.* cannot be written/);
  });

  it('a port in use, before anything is created', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    try {
      const { port } = other.address() as AddressInfo;
      const data = join(folder, 'not-made');
      const ended = await runScript('scripts/start.ts', { DATA_DIR: data, PORT: String(port), DEMO: 'off' });
      expectOneSentence(ended, /^The port \d+ is in use by another program; set PORT to a free one\.$/m);
      expect(existsSync(data)).toBe(false);
    } finally {
      other.close();
    }
  });

  it('a data folder below /proc, where no folders can be created', async () => {
    const ended = await runScript('scripts/start.ts', { DATA_DIR: '/proc/helix/data' });
    expectOneSentence(ended, /^The folder \/proc\/helix\/data cannot be written: cannot create folders there/);
  });

  it.runIf(canMount)('a data folder on a read-only file system', async () => {
    const readOnly = join(folder, 'read-only');
    mkdirSync(readOnly);
    const mounted = 'mount -t tmpfs -o ro tmpfs "$1" && exec "$0" scripts/start.ts';
    for (const data of [readOnly, join(readOnly, 'a/data')]) {
      const { status, stderr } = spawnSync('unshare', ['--mount', 'sh', '-c', mounted, process.execPath, readOnly], {
        cwd: fileURLToPath(new URL('..', import.meta.url)),
        encoding: 'utf8',
        env: { ...process.env, PORT: '0', NODE_ENV: 'production', DATA_DIR: data },
      });
      expect(stderr).toMatch(
        /^The folder .* cannot be written: the file system there is read-only \(EROFS for .*\)\n$/,
      );
      expect(status).toBe(1);
    }
  });

  it.runIf(canBeNobody)('another user’s data folder, when started as root', async () => {
    const data = join(folder, 'another’s');
    mkdirSync(data);
    chownSync(data, NOBODY.uid, NOBODY.gid);
    const ended = await runScript('scripts/start.ts', { DATA_DIR: data });
    expectOneSentence(ended, /belongs to the user nobody, .* Start it as that user\./);
    expect(readdirSync(data)).toEqual([]);
  });

  it.runIf(canBeNobody)(
    'its user’s own folder with a wrong mode, with the command to fix the mode',
    async () => {
      const data = join(folder, 'own');
      for (const path of [data, join(data, 'keys'), join(data, 'files')]) {
        mkdirSync(path);
        chownSync(path, NOBODY.uid, NOBODY.gid);
      }
      for (const path of [join(data, 'files'), join(data, 'keys'), data]) {
        chmodSync(path, 0o000);
        const ended = await runScript('scripts/start.ts', { DATA_DIR: data }, [], NOBODY);
        expectOneSentence(ended, /^The site cannot start/);
        expect(ended.errors).toContain(
          `${path} cannot be read, written or entered by the user nobody, which the site runs as (it belongs to nobody). Restore access: chmod u+rwX '${path}'.`,
        );
        expect(ended.errors).not.toContain('chown');
        chmodSync(path, 0o700);
      }
    },
    LIMIT_MS,
  );

  it.runIf(canBeNobody)(
    'an inaccessible data folder, with the user and the command to fix it',
    async () => {
      const closed = (name: string, mode: number): string => {
        const path = join(folder, name);
        mkdirSync(path, { recursive: true });
        chmodSync(path, mode);
        return path;
      };
      const start = (data: string) => runScript('scripts/start.ts', { DATA_DIR: data }, [], NOBODY);
      const told = (what: string, todo: string): string =>
        `The site cannot start: ${what}, which the site runs as (it belongs to root). ${todo}.\n`;
      const giving = (data: string) => `ive the folder to that user, as root: chown -R nobody: '${data}'`;
      for (const [mode, denied] of [
        [0o700, 'read, written or entered'],
        [0o755, 'written'],
      ] as const) {
        const data = closed(`closed ${denied}`, mode);
        const ended = await start(data);
        expectOneSentence(ended, /^The site cannot start/);
        expect(ended.errors).toBe(told(`${data} cannot be ${denied} by the user nobody`, `G${giving(data)}`));
      }
      // One subfolder has the wrong owner, as after a chown without -R.
      const given = closed('given', 0o755);
      for (const path of [given, join(given, 'files')]) {
        mkdirSync(path, { recursive: true });
        chownSync(path, NOBODY.uid, NOBODY.gid);
      }
      const objects = closed('given/files/objects', 0o755);
      expect((await start(given)).errors).toBe(
        told(`${objects} cannot be used by the user nobody`, `G${giving(given)}`),
      );
      const theirs = closed('theirs', 0o755);
      chownSync(theirs, 1, 1);
      expect((await start(theirs)).errors).toContain(`. Start the site as daemon, or g${giving(theirs)}.`);
      const parent = closed('parent', 0o755);
      expect((await start(join(parent, 'data'))).errors).toMatch(
        /^The site cannot start: .*parent cannot be used .*\. Create DATA_DIR .*\(mkdir -p .* && chown -R nobody: .*\), or set it/,
      );
      const above = closed('above', 0o700);
      expect((await start(join(above, 'data'))).errors).toMatch(
        /^The site cannot start: .*above cannot be entered .*chmod o\+x/,
      );
    },
    // The test runs six starts one after another.
    LIMIT_MS,
  );
});

describe('a start with a working database gives the reason if it fails', { timeout: LIMIT_MS }, () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp();
    await fillElements(test);
  }, LIMIT_MS);
  afterAll(() => test.stop());
  const start = (env: Record<string, string>) => runScript('scripts/start.ts', { ...environmentOf(test), ...env });

  it.each([
    // An address reserved for documentation, which this machine does not have.
    [{ HOST: '192.0.2.1', RATE_LIMITS: 'on' }, /cannot listen on 192\.0\.2\.1:0 \(EADDRNOTAVAIL\)\./],
    [{ OPS_PORT: '0', OPS_HOST: '192.0.2.1' }, /OPS_PORT cannot be used: .*EADDRNOTAVAIL.*192\.0\.2\.1/],
    [{ FFMPEG_PATH: '/nowhere/ffmpeg' }, /^The program \/nowhere\/ffmpeg of FFMPEG_PATH cannot be run/],
    [{ SEVENZIP_PATH: '/nowhere/7zz' }, /^The program \/nowhere\/7zz of SEVENZIP_PATH cannot be run/],
    [{ PDFTOPPM_PATH: '/nowhere/pdftoppm' }, /^The program \/nowhere\/pdftoppm of PDFTOPPM_PATH cannot be run/],
    [
      { STORAGE_URL: 'gs://helix-files', STORAGE_KEY_FILE: '/nowhere/key.json' },
      /STORAGE_URL cannot be used: Google Cloud Storage needs an HMAC key .*STORAGE_KEY_FILE/,
      WRONG_VALUE,
    ],
  ])('%o', async (env, words, code = 1) => {
    expectOneSentence(await start(env), words, code);
  });

  it('a database migrated by a newer version, unless that is accepted', async () => {
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
    await sql`delete from kysely_migration where name = '209901010000-forum-later'`.execute(test.ownerDb);
  });

  it('a database from before the first release, which stays unchanged', async () => {
    await beforeBaseline(test.ownerDb, async () => {
      const tries: Record<string, string>[] = [{}, { NEWER_DATABASE: 'accept' }];
      for (const env of tries)
        expectOneSentence(
          await start(env),
          /The database was created before the first release \(it has 202612010600-requests-news\) and cannot be upgraded: start with an empty DATA_DIR /,
        );
      expect(await appliedMigrations(test.ownerDb)).toEqual(BEFORE_BASELINE);
    });
  });
});

describe('a start that is stopped', { timeout: LIMIT_MS }, () => {
  it('while creating its starter content exits cleanly and stops its database', async () => {
    const data = join(folder, 'stopped');
    const child = spawn(process.execPath, ['scripts/start.ts'], {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, PORT: '0', LOG_LEVEL: 'info', NODE_ENV: 'production', DATA_DIR: data },
    });
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => chunk.includes('creating starter content') && resolve());
    });
    child.kill('SIGTERM');
    expect(await endOf(child)).toBe(0);
    expect(existsSync(join(data, 'postgres/data/PG_VERSION'))).toBe(true);
    expect(existsSync(join(data, 'postgres/data/postmaster.pid'))).toBe(false);
  });
});
