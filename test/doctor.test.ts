// The doctor command: each finding is provoked by breaking a real installation.
import { chmodSync, chownSync, existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { backupAges, backupNote, noteBackup, noteCheck } from '#server/kit/backup/backup-note.ts';
import { findLongTransactions } from '#server/kit/db/database-state.ts';
import { openDatabase } from '#server/kit/db/db.ts';
import { prepareDatabase } from '#server/kit/db/db-roles.ts';
import { startEmbeddedPostgres } from '#server/kit/postgres/embedded-postgres.ts';
import { createSeal } from '#server/kit/security/seal.ts';
import { createDiskStorage } from '#server/kit/storage/disk/disk.ts';
import { checkDatabase } from '#server/operations/doctor/database.ts';
import { checkSampleFiles, checkStorage } from '#server/operations/doctor/files.ts';
import { type Finding, formatFinding, judgeRoom, judgeState, type Level } from '#server/operations/doctor/rules.ts';
import {
  checkAccel,
  checkBackups,
  checkFileTools,
  checkMachine,
  checkMail,
  checkMedia,
  checkRedis,
  checkSetUp,
} from '#server/operations/doctor/surroundings.ts';
import { beforeBaseline } from '#test/harness/before-baseline.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { environmentOf } from '#test/harness/installation.ts';
import { startMailServer } from '#test/harness/mail-server.ts';
import { addResource } from '#test/harness/resources.ts';
import { canRunAsNobody, expectOneSentence, NOBODY, runScript } from '#test/harness/run-script.ts';
import { makeTemporaryHome } from '#test/harness/temporary-homes.ts';

let test: TestApp;
let admin: Person;
const canBeNobody = canRunAsNobody('An inaccessible data folder is');
const set = (env: Record<string, string>) => readConfig({ DATA_DIR: test.folder, ...env }, '/srv/helix');

beforeAll(async () => {
  test = await startTestApp();
  admin = await test.addPerson('admin');
  await addResource(test, { authorId: admin.id, files: { 'a.txt': 'one', 'b.txt': 'two' } });
});
afterAll(() => test.stop());

type Given = { keys?: { secret: Buffer; oldSecrets?: Buffer[] }; now?: () => Date; isLocal?: boolean };
const database = (given: Given = {}) =>
  checkDatabase({
    db: test.db,
    pool: test.deps.pool,
    keys: { secret: test.deps.secret },
    isLocal: true,
    now: () => new Date(),
    ...given,
  });

/** Expects a finding with this level and text. The finding must also say why it matters and what to do. */
const expectFinding = (found: Finding | readonly Finding[], level: Level, words: RegExp): void => {
  const fitting = [found].flat().filter((finding) => words.test(finding.what));
  expect([found].flat().map(formatFinding).join('\n')).toMatch(words);
  expect(fitting[0]).toMatchObject({ level, why: expect.stringMatching(/\.$/), todo: expect.stringMatching(/\S/) });
};

describe('the command', { timeout: 60_000 }, () => {
  it('finds no fault in a good installation except test settings, checks every file, and changes nothing', async () => {
    const before = await sql<{ rows: number }>`select count(*)::int as rows from audit_log`.execute(test.db);
    const told = await runScript('scripts/doctor.ts', environmentOf(test), ['--all']);
    expect(told.out).toMatch(/\nProblems: 1, warnings: \d+, notes: \d+\n$/);
    expect(told.out).toContain('Files in the database: 2, all present, and no others in the storage.');
    // The test database runs with fsync off.
    expect(told.out.match(/^PROBLEM.*/gm)).toEqual(['PROBLEM  The database runs with fsync off.']);
    expect(told).toMatchObject({ code: 1, errors: '' });
    expect(await sql<{ rows: number }>`select count(*)::int as rows from audit_log`.execute(test.db)).toEqual(before);
  });

  it('lists missing, truncated and unreferenced files, and exits with 1', async () => {
    const id = await addResource(test, { authorId: admin.id, files: { 'c.txt': 'three', 'd.txt': 'four' } });
    const files = await test.db
      .selectFrom('resource_files')
      .select('storage_key')
      .where('resource_id', '=', id)
      .orderBy('path')
      .execute();
    const [missing, shorter] = files.map(({ storage_key }) => storage_key) as [string, string];
    await test.deps.storage.delete(missing);
    await test.deps.storage.put(shorter, Buffer.from('4'));
    await test.deps.storage.put('r/00000000-0000-4000-8000-000000000000/0', Buffer.from('nobody'));
    const old = new Date(Date.now() - 5 * 86_400_000);
    utimesSync((await test.deps.storage.localPath('r/00000000-0000-4000-8000-000000000000/0')) ?? '', old, old);
    const all = await runScript('scripts/doctor.ts', environmentOf(test), ['--all']);
    expect(all.out).toContain(`Files missing from the storage: 1 (of 4): ${missing}`);
    expect(all.out).toContain(`Files with an unexpected size: 1 (of 4): ${shorter}`);
    expect(all.out).toContain(
      'Files in the storage that nothing refers to: 1: r/00000000-0000-4000-8000-000000000000/0',
    );
    expect(all.code).toBe(1);
    const some = await runScript('scripts/doctor.ts', environmentOf(test));
    expect(some.out).toMatch(/Files missing from the storage: 1 \(of 4 checked/);
    await test.db.deleteFrom('resources').where('id', '=', id).execute();
  });

  it('reports no missing files if the database has no tables yet', async () => {
    const found = await test.db.transaction().execute(async (trx) => {
      await sql`set local search_path to pg_catalog`.execute(trx);
      return checkSampleFiles(trx, test.deps.storage, 'the storage');
    });
    expect(found.map(({ level }) => level)).toEqual(['good']);
  });

  it('recognises a storage that never had the files', async () => {
    const files = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`${index}.txt`, 'text']));
    const id = await addResource(test, { authorId: admin.id, files });
    const other = await makeTemporaryHome();
    try {
      const told = await runScript('scripts/doctor.ts', { ...environmentOf(test), DATA_DIR: other });
      expect(told.out).toMatch(/PROBLEM {2}None of the 1\d checked files is in the storage: the folder /);
      expect(told.out).not.toContain('restore -- FOLDER --files');
      expect(told.code).toBe(1);
    } finally {
      rmSync(other, { recursive: true, force: true });
      await test.db.deleteFrom('resources').where('id', '=', id).execute();
    }
  });

  it('exits with 0 without problems, reports a lost site secret, and creates none', async () => {
    const folder = await makeTemporaryHome();
    // If this test runs as root, the database server runs under another account, which needs access to the folder.
    chmodSync(folder, 0o711);
    const secret = join(folder, 'keys', 'secret');
    try {
      const postgres = await startEmbeddedPostgres({ home: join(folder, 'postgres'), durable: false });
      await prepareDatabase({ site: postgres.connection, owner: postgres.ownerConnection });
      const { db, close } = openDatabase(postgres.connection);
      await db.insertInto('users').values({ username: 'ada', email: 'ada@people.example', role: 'ADMIN' }).execute();
      await close();
      await postgres.stop();
      mkdirSync(join(folder, 'keys'), { mode: 0o700 });
      writeFileSync(secret, 'x'.repeat(43), { mode: 0o600 });
      // The command starts the database the way the site does, with fsync on.
      const fine = await runScript('scripts/doctor.ts', { DATA_DIR: folder }, ['--all']);
      expect(fine.out).not.toContain('PROBLEM');
      expect(fine).toMatchObject({ code: 0, errors: '', out: expect.stringMatching(/\nProblems: 0, warnings: \d/) });
      rmSync(join(folder, 'keys'), { recursive: true });
      const told = await runScript('scripts/doctor.ts', { DATA_DIR: folder });
      expect(told.out).toContain(`PROBLEM  There is a database, but the site's secret is not at ${secret}.`);
      expect(told.code).toBe(1);
      expect(existsSync(join(folder, 'keys'))).toBe(false);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it.runIf(canBeNobody)('reports an inaccessible data folder, the user, and what to do', async () => {
    const outside = await makeTemporaryHome();
    chmodSync(outside, 0o755);
    const folder = join(outside, 'data');
    mkdirSync(join(folder, 'postgres', 'data'), { recursive: true, mode: 0o755 });
    writeFileSync(join(folder, 'postgres', 'data', 'PG_VERSION'), '18');
    mkdirSync(join(folder, 'keys'));
    const env = { DATA_DIR: folder };
    const doctor = async () => {
      const told = await runScript('scripts/doctor.ts', env, [], NOBODY);
      expect(told).toMatchObject({ code: 1, errors: '' });
      expect(told.out.match(/^PROBLEM/gm)).toHaveLength(1);
      expect(told.out).not.toMatch(/EACCES|no database|No backup|secret is not at|does not exist yet/);
      return told.out;
    };
    const who = 'by the user nobody, which this command runs as (it belongs to root).';
    const todo = `if that is nobody, give the folder to that user, as root: chown -R nobody: ${folder}.`;
    try {
      for (const [mode, denied] of [
        [0o700, 'read, written or entered'],
        [0o755, 'written'],
      ] as const) {
        chmodSync(folder, mode);
        const told = await doctor();
        expect(told).toContain(`PROBLEM  ${folder} cannot be ${denied} ${who}`);
        expect(told).toContain(todo);
      }
      chmodSync(folder, 0o700);
      const backup = await runScript('scripts/backup.ts', env, [join(outside, 'backups')], NOBODY);
      expectOneSentence(backup, /^No backup was made: \S+data cannot be read, written or entered by the user nobody, /);
      // One subfolder with the wrong owner, as after a chown without -R.
      chownSync(folder, NOBODY.uid, NOBODY.gid);
      chmodSync(join(folder, 'keys'), 0o700);
      for (const part of ['postgres', 'postgres/data']) chownSync(join(folder, part), NOBODY.uid, NOBODY.gid);
      expect(await doctor()).toContain(`PROBLEM  ${folder}/keys cannot be read, written or entered ${who}`);
      chmodSync(outside, 0o700);
      const below = await doctor();
      expect(below).toContain(`PROBLEM  ${outside} cannot be entered ${who}`);
      expect(below).toContain(`DATA_DIR (${folder}) is inside it`);
    } finally {
      rmSync(outside, { recursive: true, force: true });
    }
  });

  it.each([
    [{ PORT: 'banana' }, /PROBLEM {2}The variable PORT cannot be used/],
    [
      { DATABASE_URL: 'postgres://helix:hidden@127.0.0.1:1/helix', DATABASE_OWNER_URL: '' },
      /PROBLEM {2}The database cannot be reached: .*ECONNREFUSED/,
    ],
  ])('%o', async (env, words) => {
    const told = await runScript('scripts/doctor.ts', { ...environmentOf(test), ...env });
    expect(told.out).toMatch(words);
    expect(told.out + told.errors).not.toContain('hidden');
    expect(told.code).toBe(1);
  });
});

describe('the database check', () => {
  it('finds no problem in the test database except fsync', async () => {
    const found = await database();
    expect(found.filter(({ level }) => level === 'problem').map(({ what }) => what)).toEqual([
      'The database runs with fsync off.',
    ]);
    expectFinding(found, 'warning', /synchronous_commit off/);
    expectFinding(found, 'note', /Administrators without two-factor: 1 of 1/);
  });

  it('reports a different clock', async () => {
    expectFinding(
      await database({ now: () => new Date(Date.now() + 60_000) }),
      'problem',
      /clock of the database is -60\.\d s ahead/,
    );
    expectFinding(
      await database({ now: () => new Date(Date.now() - 5000) }),
      'warning',
      /clock of the database is [45]\.\d s ahead/,
    );
  });

  it('reports migrations of a newer version, and missing ones', async () => {
    await sql`insert into kysely_migration (name, timestamp) values ('209901010000-forum-later', '')`.execute(
      test.ownerDb,
    );
    expectFinding(await database(), 'problem', /does not know 209901010000-forum-later/);
    // A running process keeps working while a newer version migrates the database. Only starting a process is refused.
    expect((await test.call({ url: '/readyz' })).statusCode).toBe(200);
    await sql`delete from kysely_migration where name = '209901010000-forum-later'`.execute(test.ownerDb);
    const last = await sql<{ name: string }>`
      delete from kysely_migration where name = (select max(name) from kysely_migration) returning name`.execute(
      test.ownerDb,
    );
    expectFinding(await database(), 'note', /Pending migrations: 1/);
    expect((await test.call({ url: '/readyz' })).statusCode).toBe(503);
    await sql`insert into kysely_migration (name, timestamp) values (${last.rows[0]?.name}, '')`.execute(test.ownerDb);
  });

  it('reports a database created before the first release', async () => {
    await beforeBaseline(test.ownerDb, async () => {
      const found = await database();
      expectFinding(found, 'problem', /The database was created before the first release\./);
      expect(found.map(({ todo }) => todo).join()).toMatch(/Start with an empty DATA_DIR/);
    });
  });

  it('reports waiting, hanging and given-up jobs, and waiting email', async () => {
    await sql`select graphile_worker.add_job('test.late', run_at => now() - interval '2 hours')`.execute(test.ownerDb);
    expectFinding(
      await database(),
      'problem',
      /Jobs waiting for more than ten minutes: 1, the oldest for 120 minutes\./,
    );
    await sql`update graphile_worker._private_jobs set locked_at = now() - interval '5 hours', locked_by = 'x'`.execute(
      test.ownerDb,
    );
    expectFinding(await database(), 'warning', /Jobs running for more than four hours: 1/);
    await sql`update graphile_worker._private_jobs set locked_at = null, locked_by = null, attempts = max_attempts`.execute(
      test.ownerDb,
    );
    // If a job is replaced while it runs, the queue leaves behind a row that has neither a key nor an error.
    expect((await database()).map(({ what }) => what)).toContain('No job is stuck.');
    await sql`update graphile_worker._private_jobs set last_error = 'no such host'`.execute(test.ownerDb);
    expectFinding(await database(), 'warning', /Jobs "test\.late" that failed their last attempt: 1/);
    await sql`delete from graphile_worker._private_jobs`.execute(test.ownerDb);
    await test.db
      .insertInto('mail_outbox')
      .values({
        to_address: 'a@b.example',
        subject: 's',
        created_at: new Date(Date.now() - 7_200_000),
      })
      .execute();
    expectFinding(await database(), 'warning', /Emails waiting for more than an hour: 1/);
    await test.db.deleteFrom('mail_outbox').execute();
  });

  it('reports demo accounts on a publicly reachable site', async () => {
    const { id } = await test.addPerson('admin');
    await test.db.updateTable('users').set({ demo: true }).where('id', '=', id).execute();
    const words = /Demo accounts on a site that others can reach: 1/;
    expectFinding(await database({ isLocal: false }), 'problem', words);
    expect((await database()).map(formatFinding).join()).not.toMatch(words);
    await test.db.deleteFrom('users').where('id', '=', id).execute();
  });

  it('reports values sealed with a previous or unknown secret', async () => {
    const [now, before] = [test.deps.secret, Buffer.alloc(32, 8)];
    const secret = createSeal({ secret: before }, 'totp').seal('ABC', admin.id);
    await test.db.insertInto('two_factors').values({ user_id: admin.id, secret, created_at: new Date() }).execute();
    expectFinding(await database({ keys: { secret: now } }), 'problem', /Encrypted values whose secret is missing: 1/);
    expectFinding(
      await database({ keys: { secret: now, oldSecrets: [before] } }),
      'note',
      /Encrypted values that need the previous secret: 1/,
    );
    expect((await database({ keys: { secret: before } })).map(({ what }) => what)).toContain(
      'Encrypted values: 1, all with the current secret.',
    );
    await test.db.deleteFrom('two_factors').execute();
  });

  it('reports missing administrators and excessive database privileges', async () => {
    await test.db.updateTable('users').set({ suspended_at: new Date() }).where('id', '=', admin.id).execute();
    expectFinding(await database(), 'problem', /no administrator/);
    await test.db.updateTable('users').set({ suspended_at: null }).where('id', '=', admin.id).execute();
    const owner = openDatabase(test.database.ownerConnection);
    const found = await checkDatabase({
      db: owner.db,
      pool: owner.pool,
      keys: { secret: test.deps.secret },
      isLocal: true,
      now: () => new Date(),
    });
    await owner.close();
    expectFinding(found, 'warning', /could change the audit log/);
  });
});

describe('a database server', () => {
  const right = {
    version: 180_004,
    versionText: '18.4',
    encoding: 'UTF8',
    fsync: 'on',
    syncCommit: 'on',
    bytes: 1e6,
    hasTrigram: true,
    now: new Date(0),
  };
  it.each<[Partial<typeof right>, Level, RegExp]>([
    [{ version: 150_018, versionText: '15.18' }, 'problem', /PostgreSQL 15\.18/],
    [{ encoding: 'SQL_ASCII' }, 'problem', /encoding is SQL_ASCII/],
    [{ hasTrigram: false }, 'problem', /pg_trgm is not installed/],
    [{ fsync: 'off' }, 'problem', /fsync off/],
    [{ syncCommit: 'off' }, 'warning', /synchronous_commit off/],
  ])('with a fault gives one finding: %o', (wrong, level, words) => {
    expect(judgeState({ ...right, ...wrong })).toHaveLength(1);
    expectFinding(judgeState({ ...right, ...wrong }), level, words);
  });

  it('without faults is reported as good', () => {
    expect(judgeState(right)).toEqual([{ level: 'good', what: 'The database responds: PostgreSQL 18.4, 1 MB.' }]);
  });

  it.each<[number, number, Level]>([
    [0.5e9, 20e9, 'problem'],
    [3e9, 20e9, 'warning'],
    [40e9, 1000e9, 'warning'],
    [60e9, 1000e9, 'good'],
  ])('is judged by its disk space: %d of %d bytes free', (free, total, level) => {
    expect(judgeRoom('The disk', { free, total }).level).toBe(level);
  });

  it('has its long transactions listed', async () => {
    const other = openDatabase({ ...test.database.connection, application_name: 'a long report' });
    const client = await other.pool.connect();
    await client.query('begin');
    await client.query('select 1');
    const found = await findLongTransactions(test.db, -1);
    expect(found).toContainEqual(expect.objectContaining({ name: 'a long report', minutes: 0 }));
    await client.query('rollback');
    client.release();
    await other.close();
  });
});

describe('the environment check', () => {
  it('reports a storage that is not writable', async () => {
    const folder = join(test.folder, 'broken');
    mkdirSync(join(folder, 'objects'), { recursive: true });
    writeFileSync(join(folder, 'incoming'), '');
    expectFinding(
      await checkStorage(createDiskStorage(folder), 'the folder'),
      'problem',
      /The storage cannot be used \(the folder\)/,
    );
    rmSync(folder, { recursive: true });
    expect(await checkStorage(createDiskStorage(folder), 'the folder')).toMatchObject([{ level: 'good' }]);
    expect(existsSync(folder)).toBe(true);
  });

  it.each<[Record<string, string>, Level, RegExp]>([
    [{ HOST: '0.0.0.0' }, 'problem', /PUBLIC_URL is not set/],
    [{ PUBLIC_URL: 'https://helix.example' }, 'problem', /TRUST_PROXY does not name/],
    [{ PUBLIC_URL: 'http://helix.example', TRUST_PROXY: 'loopback' }, 'warning', /starts with http/],
    [
      { PUBLIC_URL: 'https://helix.example', TRUST_PROXY: 'loopback', NODE_ENV: 'development' },
      'warning',
      /NODE_ENV is development/,
    ],
    [{ PUBLIC_URL: 'https://helix.example', DEMO: 'force' }, 'warning', /DEMO is force/],
    [{ RATE_LIMITS: 'off' }, 'warning', /RATE_LIMITS is off/],
    [{ WORKERS: '0' }, 'note', /WORKERS is 0/],
    [
      { ACCEL_PREFIX: '/x/', STORAGE_URL: 's3://bucket', STORAGE_KEY_ID: 'a', STORAGE_SECRET: 'b' },
      'note',
      /ACCEL_PREFIX is set/,
    ],
  ])('reports a questionable configuration: %o', (env, level, words) => {
    expectFinding(checkSetUp(set(env), '24.1.0'), level, words);
  });

  it('reports an old Node version', () => {
    expectFinding(checkSetUp(set({}), '22.11.0'), 'problem', /Node is 22/);
  });

  it('reports a key that other users can read', async () => {
    mkdirSync(join(test.folder, 'keys'), { recursive: true });
    writeFileSync(join(test.folder, 'keys', 'secret'), 'x'.repeat(43));
    chmodSync(join(test.folder, 'keys', 'secret'), 0o644);
    expectFinding(await checkMachine(set({})), 'problem', /Other users of this machine can read/);
    rmSync(join(test.folder, 'keys'), { recursive: true });
    expectFinding(await checkMachine(set({ DATA_DIR: '/nowhere/at/all' })), 'note', /does not exist yet/);
  });

  it('reports missing or unreachable mail servers', async () => {
    expectFinding(await checkMail(set({ PUBLIC_URL: 'https://helix.example' })), 'warning', /SMTP_URL is not set/);
    const told = await checkMail(set({ SMTP_URL: 'smtp://ada:hidden@127.0.0.1:1' }));
    expectFinding(told, 'problem', /127\.0\.0\.1:1 does not accept mail: .*ECONNREFUSED/);
    expect(formatFinding(told)).not.toContain('hidden');
    const server = await startMailServer();
    expect(await checkMail(set({ SMTP_URL: server.url }))).toMatchObject({ level: 'good' });
    await server.stop();
  });

  it('reports a Redis that does not answer', async () => {
    const told = await checkRedis(set({ REDIS_URL: 'redis://:hidden@127.0.0.1:1' }));
    expectFinding(told, 'problem', /Redis at 127\.0\.0\.1 does not respond/);
    expect(told.map(formatFinding).join()).not.toContain('hidden');
    expect(await checkRedis(set({}))).toEqual([]);
  });

  it('reports a wrong FFMPEG_PATH', async () => {
    expectFinding(await checkMedia(set({ FFMPEG_PATH: '/nowhere/ffmpeg' })), 'problem', /ffmpeg of FFMPEG_PATH cannot/);
  });

  it('reports programs for archives and PDFs that are missing', async () => {
    const told = await checkFileTools(set({ SEVENZIP_PATH: '/nowhere/7zz' }));
    expectFinding([told[0] ?? []].flat(), 'problem', /7zz of SEVENZIP_PATH cannot be run/);
    expect(told[1]).toMatchObject({ level: 'good' });
  });

  it('reports an old, incomplete or missing backup', async () => {
    const now = new Date('2026-01-10T00:00:00Z');
    expectFinding(checkBackups(set({}), now), 'warning', /No backup/);
    const say = (at: string, isWhole: boolean) =>
      writeFileSync(backupNote(test.folder), JSON.stringify({ at, folder: '/backups/x', isWhole }));
    say('2026-01-07T00:00:00Z', true);
    expectFinding(checkBackups(set({}), now), 'warning', /72 hours old, in \/backups\/x/);
    say('2026-01-09T20:00:00Z', false);
    expectFinding(checkBackups(set({}), now), 'warning', /missing or damaged/);
    say('2026-01-09T20:00:00Z', true);
    expect(checkBackups(set({}), now)).toMatchObject({ level: 'good' });
    rmSync(backupNote(test.folder));
  });

  it('reports a backup that failed its check, and counts the age from the last good one', () => {
    const ages = () => backupAges(test.folder, new Date(Date.now() + 60_000));
    const both = ['database', 'files'].map((content) => ({ content, seconds: expect.closeTo(60, -1) }));
    const content = ['database', 'files'] as const;
    expect(ages()).toEqual([]);
    noteBackup(test.folder, { folder: '/backups/one', isWhole: true, content });
    expect(formatFinding(checkBackups(set({}), new Date()))).toMatch(
      /^good .*less than an hour old, in \/backups\/one/,
    );
    expect(ages()).toEqual(both);
    noteCheck(test.folder, '/backups/other', { failed: true });
    expect(checkBackups(set({}), new Date())).toMatchObject({ level: 'good' });
    noteCheck(test.folder, '/backups/one', { failed: true });
    expectFinding(checkBackups(set({}), new Date()), 'problem', /did not pass its check/);
    expect(ages()).toEqual([]);
    noteCheck(test.folder, '/backups/one', { failed: false });
    noteBackup(test.folder, { folder: '/backups/two', isWhole: false, content });
    expectFinding(checkBackups(set({}), new Date()), 'warning', /missing or damaged/);
    expect(ages()).toEqual(both);
    rmSync(backupNote(test.folder));
  });

  it('reports an old or missing backup of files next to an hourly one of rows', () => {
    const later = new Date(Date.now() + 60 * 3_600_000);
    noteBackup(test.folder, { folder: '/backups/rows', isWhole: true, content: ['database'] });
    expectFinding(checkBackups(set({}), new Date()), 'warning', /There is no good backup of files/);
    expect(backupAges(test.folder, later).map(({ content }) => content)).toEqual(['database']);
    // The provider may replicate object storage, so a backup without files is accepted.
    const elsewhere = { STORAGE_URL: 's3://bucket', STORAGE_KEY_ID: 'a', STORAGE_SECRET: 'b' };
    expect(checkBackups(set(elsewhere), new Date())).toMatchObject({ level: 'good' });
    writeFileSync(
      backupNote(test.folder),
      JSON.stringify({
        at: later.toISOString(),
        folder: '/backups/rows',
        isWhole: true,
        content: ['database'],
        good: { database: later.toISOString(), files: new Date(later.getTime() - 50 * 3_600_000).toISOString() },
      }),
    );
    expectFinding(checkBackups(set({}), later), 'warning', /The last good backup of files is 50 hours old/);
    noteCheck(test.folder, '/backups/rows', { failed: true });
    expect(backupAges(test.folder, later).map(({ content }) => content)).toEqual(['files']);
    rmSync(backupNote(test.folder));
  });

  it('reports a file folder that nginx serves but cannot enter', async () => {
    const home = await makeTemporaryHome();
    const [passwd, group] = [join(home, 'passwd'), join(home, 'group')];
    writeFileSync(passwd, 'root:x:0:0::/root:/bin/sh\nwww-data:x:33:33::/var/www:/bin/false\n');
    writeFileSync(group, 'www-data:x:33:\nhelix:x:990:\n');
    const data = join(home, 'data');
    const objects = join(data, 'files', 'objects');
    mkdirSync(objects, { recursive: true });
    chmodSync(home, 0o755);
    chmodSync(data, 0o711);
    chmodSync(join(data, 'files'), 0o750);
    const look = (prefix = '/x/') => checkAccel(set({ DATA_DIR: data, ACCEL_PREFIX: prefix }), { passwd, group });
    try {
      if (process.getuid?.() === 0) for (const path of [join(data, 'files'), objects]) chownSync(path, 990, 990);
      expectFinding(look(), 'problem', /nginx \(www-data\) cannot enter \S+data\/files\./);
      expect(look('')).toEqual([]);
      const gid = process.getuid?.() === 0 ? 990 : process.getgid?.();
      writeFileSync(group, `helix:x:${gid}:ada,www-data\n`);
      expect(look()).toMatchObject([{ level: 'good' }]);
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });

  it('reports misspelt variables, and does not mention NODE_ENV, which `npm start` sets', {
    timeout: 60_000,
  }, async () => {
    const env = { ...environmentOf(test), PUBLIC_URL: 'https://helix.example', SMPT_URL: 'smtp://mail.example' };
    const told = await runScript('scripts/doctor.ts', { ...env, NODE_ENV: '' });
    expect(told.out).toMatch(/^good {5}Helix \d+\.\d+\.\d+\.$/m);
    expect(told.out).toContain('WARNING  Unknown variable SMPT_URL is ignored. Did you mean SMTP_URL?');
    expect(told.out).not.toContain('NODE_ENV');
    if (/ffmpeg version/.test(told.out)) expect(told.out).toMatch(/^good {5}ffmpeg version [^\s]+\.$/m);
  });
});
