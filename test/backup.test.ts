// Backups made the way administrators make them: with the command, on a running site, then restored into an empty site.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashStored } from '#server/kit/backup/backup-files.ts';
import { openBackup, readFileList } from '#server/kit/backup/backup-store.ts';
import { openDatabase } from '#server/kit/db/db.ts';
import { prepareDatabase } from '#server/kit/db/db-roles.ts';
import { startEmbeddedPostgres } from '#server/kit/postgres/embedded-postgres.ts';
import { createDiskStorage } from '#server/kit/storage/disk/disk.ts';
import { makeBackup } from '#server/operations/backup/actions.ts';
import { checkBackup, refuseUnfit, restoreRows } from '#server/operations/backup/restoring.ts';
import { type KeptBackup, outdatedBackups } from '#server/operations/backup/rules.ts';
import { PASSWORD, type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { emptyInstallation, environmentOf, type TestInstallation } from '#test/harness/installation.ts';
import { addResource } from '#test/harness/resources.ts';
import { expectOneSentence, runScript } from '#test/harness/run-script.ts';
import { makeTemporaryHome } from '#test/harness/temporary-homes.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
const LIMIT_MS = 120_000;
const RESOURCES = process.env.SIZE === 'full' ? 400 : 30;

let test: TestApp;
let member: Person;
let store: string;
let env: Record<string, string>;
const installations: TestInstallation[] = [];

const empty = async (): Promise<TestInstallation> => {
  const made = await emptyInstallation();
  installations.push(made);
  return made;
};
const backUp = (...args: string[]) => runScript('scripts/backup.ts', env, args);
const restore = (to: TestInstallation, ...args: string[]) => runScript('scripts/restore.ts', to.env, args);
const fileOf = (folder: string, key: string): string => {
  const place = createHash('sha256').update(key).digest('hex');
  return join(folder, 'objects', place.slice(0, 2), place.slice(2, 4), key.replaceAll('/', '~'));
};

beforeAll(async () => {
  test = await startTestApp();
  env = environmentOf(test);
  store = mkdtempSync(join(tmpdir(), 'helix-backups-'));
  member = await test.addPerson('member');
  const leaker = await test.addPerson('leaker');
  for (let at = 0; at < RESOURCES; at++)
    await addResource(test, {
      authorId: leaker.id,
      title: `Pack ${at}: “tabs\tand\nlines” \\N \\. 日本語`,
      tags: ['a,b', '{c}', 'NULL', ''],
      files: { 'a.txt': `first ${at}`, 'b.bin': Buffer.alloc(20_000 + at, at) },
    });
  await test.ownerDb
    .insertInto('two_factors')
    .values({ user_id: member.id, secret: Buffer.from([0, 1, 255, 92, 10]), created_at: new Date(0) })
    .execute();
}, LIMIT_MS);
afterAll(async () => {
  for (const made of installations) await made.remove();
  await test.stop();
  rmSync(store, { recursive: true, force: true });
});

/** A hash of each table's rows, independent of row order. */
const digests = async (connection: TestApp['database']['ownerConnection']): Promise<Record<string, string>> => {
  const database = openDatabase(connection, { statementTimeoutMs: 60_000 });
  try {
    const tables = await sql<{ name: string }>`
      select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'graphile_worker') and c.relkind = 'r' and c.relname not like 'kysely%' and c.relname <> 'migrations'
      order by 1`.execute(database.db);
    const found: Record<string, string> = {};
    for (const { name } of tables.rows) {
      const { rows } = await sql<{ digest: string }>`
        select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text collate "C")), '') as digest
        from ${sql.raw(name)} t`.execute(database.db);
      found[name] = rows[0]?.digest ?? '';
    }
    return found;
  } finally {
    await database.close();
  }
};

/** Simulates users who like, upload and delete until stopped. */
const startLoad = () => {
  let on = true;
  const done = { acts: 0 };
  const work = async (): Promise<void> => {
    const leaker = await test.addPerson('leaker');
    while (on) {
      const id = await addResource(test, { authorId: leaker.id, files: { 'new.txt': `new ${done.acts}` } });
      const liked = await test.call({ method: 'POST', url: `/api/uploads/${id}/like` }, member);
      expect(liked.statusCode).toBe(200);
      if (done.acts % 3 === 0) {
        const files = await test.db
          .deleteFrom('resource_files')
          .where('resource_id', '=', id)
          .returning('storage_key')
          .execute();
        for (const { storage_key } of files) await test.deps.storage.delete(storage_key);
      }
      done.acts += 1;
    }
  };
  const working = Promise.all([work(), work()]);
  return {
    done,
    async stop() {
      on = false;
      await working;
    },
  };
};

/** Kills a restore as soon as its first file is in place. Rows are restored after all files. */
const breakOff = async ({ env: given, folder }: TestInstallation): Promise<void> => {
  const child = spawn(process.execPath, ['scripts/restore.ts', store], {
    cwd: project,
    stdio: 'ignore',
    env: { ...process.env, ...given },
  });
  const gone = new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
  const objects = join(folder, 'files', 'objects');
  await expect
    .poll(() => existsSync(objects) && readdirSync(objects).length > 0, { timeout: 30_000, interval: 5 })
    .toBe(true);
  child.kill('SIGKILL');
  expect(await gone).toBe('SIGKILL');
};

describe('a backup of a running site', { timeout: LIMIT_MS }, () => {
  let target: TestInstallation;

  it('is made by command and restored into an empty site', async () => {
    const load = startLoad();
    const made = await backUp(store);
    await load.stop();
    expect(load.done.acts).toBeGreaterThan(10);
    expect(made).toMatchObject({ code: 0, errors: '' });
    expect(made.out).toMatch(/The backup is in .*Z\.\nKeep the secret elsewhere: SECRET_KEY is not in the backup\.\n$/);
    target = await empty();
    await breakOff(target);
    const restored = await restore(target, store);
    expect(restored).toMatchObject({ code: 0, errors: '' });
    expect(restored.out).toMatch(/Restored: \d+ rows and \d+ files .* each verified\./);
  });

  it('is consistent: files in rows exist with their content, and counters match their rows', async () => {
    const database = openDatabase(target.database.connection);
    const storage = createDiskStorage(join(target.folder, 'files'));
    try {
      const files = await database.db.selectFrom('resource_files').select(['storage_key', 'sha256', 'size']).execute();
      expect(files.length).toBeGreaterThan(RESOURCES * 2);
      const { manifest } = await openBackup(store);
      const gone = new Set(manifest.files?.missing);
      for (const { storage_key, sha256 } of files) {
        if (gone.has(storage_key)) continue;
        const path = await storage.localPath(storage_key);
        expect(
          createHash('sha256')
            .update(readFileSync(path ?? ''))
            .digest('hex'),
        ).toBe(sha256);
      }
      // A file is missing only if it was added and removed between the two listings of the storage.
      expect(gone.size).toBeLessThan(5);
      const { rows } = await sql<{ wrong: number }>`
        select count(*)::int as wrong from resources r
        where likes <> (select count(*) from likes l where l.resource_id = r.id)`.execute(database.db);
      expect(rows).toEqual([{ wrong: 0 }]);
    } finally {
      await database.close();
    }
  });

  it('copies only new files the second time, and keeps the given number of backups', async () => {
    const before = readdirSync(store);
    const kept = readdirSync(join(store, 'files', 'objects'), { recursive: true, withFileTypes: true }).filter((e) =>
      e.isFile(),
    );
    const oldest = Math.min(...kept.map((entry) => statSync(join(entry.parentPath, entry.name)).ino));
    const id = await addResource(test, { authorId: member.id, files: { 'late.txt': 'late' } });
    const made = await backUp(store, '--keep', '1');
    expect(made).toMatchObject({ code: 0, errors: '' });
    expect(made.out).toMatch(/Old backups removed: 1, files deleted with them: \d+\./);
    expect(readdirSync(store).filter((name) => before.includes(name))).toEqual(['files']);
    const { folder, manifest } = await openBackup(store);
    const listed = await Array.fromAsync(readFileList(folder, manifest.files?.list ?? { file: '' }));
    expect(listed.filter(({ key }) => key.startsWith(`r/${id}/`))).toHaveLength(1);
    const now = readdirSync(join(store, 'files', 'objects'), { recursive: true, withFileTypes: true }).filter((e) =>
      e.isFile(),
    );
    expect(now).toHaveLength(listed.length);
    // Same inode: the file was kept, not copied again.
    expect(now.map((entry) => statSync(join(entry.parentPath, entry.name)).ino)).toContain(oldest);
  });

  it('restores every row unchanged, into a working site', async () => {
    const here = await empty();
    const restored = await restore(here, store);
    expect(restored).toMatchObject({ code: 0, errors: '' });
    expect(await digests(here.database.ownerConnection)).toEqual(await digests(test.database.ownerConnection));
    const again = await startTestApp({ beside: here });
    try {
      const entered = await again.call({
        method: 'POST',
        url: '/api/auth/login',
        payload: { email: member.email, password: PASSWORD },
      });
      expect(entered.statusCode).toBe(200);
      expect((await again.call({ url: '/api/auth/me' }, member)).statusCode).toBe(200);
      const { rows } = await sql<{ next: number }>`
        insert into audit_log (at, actor_name, action, subject_kind, subject_id) values (${new Date()}, 'a', 'b', 'c', 'd')
        returning id as next`.execute(again.db);
      expect(rows[0]?.next).toBeGreaterThan(0);
      await expect(sql`update audit_log set action = 'x'`.execute(again.db)).rejects.toThrow(/permission denied/);
      await expect(sql`update audit_log set action = 'x'`.execute(again.ownerDb)).rejects.toThrow(/append/i);
      const find = async (where: TestApp) =>
        (await where.call({ url: '/api/resources?search=tabs' })).json().pagination.total;
      expect(await find(again)).toBe(RESOURCES);
    } finally {
      await again.stop();
    }
    expectOneSentence(await restore(here, store), /not empty, and existing data is never overwritten/);
  });
});

describe('several backups in a folder', { timeout: LIMIT_MS }, () => {
  it('are kept by kind', () => {
    const named = (kinds: KeptBackup['kind'][]): KeptBackup[] => kinds.map((kind, at) => ({ name: String(at), kind }));
    expect(outdatedBackups(named(['whole', 'rows', 'rows', 'rows']), 2)).toEqual(['1']);
    expect(outdatedBackups(named(['rows', 'files', 'whole', 'whole']), 1)).toEqual(['2']);
    expect(outdatedBackups(named(['rows', null, 'rows']), 1)).toEqual(['0']);
    expect(outdatedBackups(named(['whole', 'rows']), 5)).toEqual([]);
  });

  it('of rows only keep the full one and its files, and the partial file of a killed one is removed', async () => {
    const mine = mkdtempSync(join(tmpdir(), 'helix-backups-'));
    try {
      const make = (wish: { database: boolean; files: boolean }) =>
        makeBackup(
          {
            connection: test.database.ownerConnection,
            db: test.db,
            storage: test.deps.storage,
            secret: test.deps.secret,
            secretText: null,
            now: () => new Date(),
            tell: () => {},
          },
          mine,
          { ...wish, keep: 1 },
        );
      const whole = (await make({ database: true, files: true })).folder;
      for (const _ of [1, 2]) await make({ database: true, files: false });
      expect(readdirSync(mine).filter((name) => name.endsWith('Z'))).toHaveLength(2);
      await checkBackup(await openBackup(whole), () => {});
      const half = join(mine, 'files', 'incoming', 'half');
      writeFileSync(half, 'ha');
      await make({ database: false, files: true });
      expect(existsSync(half)).toBe(false);
    } finally {
      rmSync(mine, { recursive: true, force: true });
    }
  });
});

describe('a backup that cannot be used', { timeout: LIMIT_MS }, () => {
  it('because it was killed is refused, and removed by the next', async () => {
    const mine = mkdtempSync(join(tmpdir(), 'helix-backups-'));
    const blocker = openDatabase(test.database.ownerConnection);
    const held = await blocker.pool.connect();
    try {
      await held.query('begin');
      await held.query('lock table likes in access exclusive mode');
      const child = spawn(process.execPath, ['scripts/backup.ts', mine], {
        cwd: project,
        stdio: 'ignore',
        env: { ...process.env, ...env },
      });
      const half = await expect
        .poll(
          () =>
            readdirSync(mine).find(
              (name) => name.endsWith('.unfinished') && existsSync(join(mine, name, 'before.gz')),
            ) ?? '',
          { timeout: 20_000 },
        )
        .not.toBe('')
        .then(() => readdirSync(mine).find((name) => name.endsWith('.unfinished')) ?? '');
      const second = await backUp(mine);
      expectOneSentence(second, /another backup into .* is in progress/);
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
      await held.query('rollback');
      expectOneSentence(await restore(await empty(), mine), /was not finished and is incomplete/);
      await expect(openBackup(join(mine, half))).rejects.toThrow(/was not finished and is incomplete/);
      expect(await backUp(mine)).toMatchObject({ code: 0 });
      expect(readdirSync(mine)).not.toContain(half);
      await checkBackup(await openBackup(mine), () => {});
    } finally {
      held.release(true);
      await blocker.close();
      rmSync(mine, { recursive: true, force: true });
    }
  });

  it('because it is damaged is refused by file name, and nothing is changed', async () => {
    const target = await empty();
    const { folder, manifest } = await openBackup(store);
    const listed = await Array.fromAsync(readFileList(folder, manifest.files?.list ?? { file: '' }));
    const file = fileOf(join(store, 'files'), listed[7]?.key ?? '');
    const bytes = readFileSync(file);
    writeFileSync(file, Buffer.from(bytes.map((byte, at) => (at === 3 ? byte ^ 1 : byte))));
    const said = new RegExp(`files of the backup .* damaged or missing: ${listed[7]?.key}`);
    expectOneSentence(await restore(target, store), said);
    expect(existsSync(join(target.folder, 'files'))).toBe(false);
    const check = async () => checkBackup(await openBackup(store), () => {});
    rmSync(file);
    await expect(check()).rejects.toThrow(said);
    writeFileSync(file, bytes);
    const table = join(folder, 'database', 'public.likes.copy.gz');
    appendFileSync(table, 'x');
    await expect(check()).rejects.toThrow(/public\.likes\.copy\.gz is damaged/);
    truncateSync(table, statSync(table).size - 1);
    await check();
    const manifestFile = join(folder, 'manifest.json');
    const text = readFileSync(manifestFile, 'utf8');
    writeFileSync(manifestFile, text.slice(0, -40));
    await expect(check()).rejects.toThrow(/manifest .* cannot be read/);
    writeFileSync(manifestFile, text);
    await expect(openBackup(join(tmpdir(), 'nowhere'))).rejects.toThrow(/there is no backup in/);
  });

  it('because the database has later migrations is refused', async () => {
    const target = await empty();
    const { manifest, folder, store: place } = await openBackup(store);
    if (!manifest.database) throw new Error('no rows');
    const { ownerConnection, connection } = target.database;
    await prepareDatabase({ site: connection, owner: ownerConnection });
    // A database that contains only starter content is accepted.
    const migrations = manifest.database.migrations.slice(0, -1);
    const older = { ...manifest, database: { ...manifest.database, migrations } };
    await expect(refuseUnfit(ownerConnection, manifest.database.migrations)).resolves.toBeUndefined();
    await expect(restoreRows({ store: place, folder, manifest: older }, ownerConnection)).rejects.toThrow(
      /different migrations than the backup/,
    );
    const file = join(folder, 'manifest.json');
    const text = readFileSync(file, 'utf8');
    try {
      writeFileSync(file, JSON.stringify(older));
      expectOneSentence(await restore(target, store), /is newer than the backup, which lacks /);
      expect(existsSync(join(target.folder, 'files'))).toBe(false);
    } finally {
      writeFileSync(file, text);
    }
  });

  it('because the site’s secret is lost says so, and no command creates another', async () => {
    const folder = await makeTemporaryHome();
    // If this test runs as root, the database server runs under another account, which needs access to the folder.
    chmodSync(folder, 0o711);
    const mine = join(folder, 'backups');
    const given = { DATA_DIR: folder };
    const sentence = `The site's secret is not at ${folder}/keys/secret: put it back`;
    try {
      const postgres = await startEmbeddedPostgres({ home: join(folder, 'postgres'), durable: false });
      await postgres.stop();
      expectOneSentence(await runScript('scripts/backup.ts', given, [mine, '--with-secret']), /secret is not at/);
      const made = await runScript('scripts/backup.ts', given, [mine, '--files']);
      expect(made).toMatchObject({ code: 1, errors: expect.stringContaining(sentence) });
      expect((await openBackup(mine)).manifest.secret).toBeNull();
      const restored = await runScript('scripts/restore.ts', given, [mine, '--files']);
      expect(restored).toMatchObject({ code: 0, errors: '' });
      expect(restored.out).toContain('There is no secret here yet, and the first start would generate a new one');
      expect(existsSync(join(folder, 'keys'))).toBe(false);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('because the site lacks files says so, with exit code 1', async () => {
    const mine = mkdtempSync(join(tmpdir(), 'helix-backups-'));
    const files = await test.db.selectFrom('resource_files').select('storage_key').limit(2).execute();
    const [gone, wrong] = files.map(({ storage_key }) => storage_key) as [string, string];
    await test.deps.storage.delete(gone);
    await test.deps.storage.put(wrong, Buffer.from('something else'));
    const made = await backUp(mine);
    expect(made.code).toBe(1);
    expect(made.out).toContain(`Missing from the storage: ${gone}`);
    expect(made.out).toContain(`so not in the backup: ${wrong}`);
    // Intact copies from earlier backups are kept.
    await checkBackup(await openBackup(store), () => {});
    rmSync(mine, { recursive: true, force: true });
    // The damaged files are restored from those copies into the running site.
    expect(await runScript('scripts/restore.ts', env, [store, '--files'])).toMatchObject({ code: 0, errors: '' });
    for (const key of [gone, wrong]) {
      const row = await test.db
        .selectFrom('resource_files')
        .select('sha256')
        .where('storage_key', '=', key)
        .executeTakeFirst();
      expect((await hashStored(test.deps.storage, key))?.sha256).toBe(row?.sha256);
    }
  });
});
