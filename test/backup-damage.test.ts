// Damage on either side of a backup: damaged site files never overwrite intact copies, and damaged copies never break a restore.
import { createHash } from 'node:crypto';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashStored } from '#server/kit/backup/backup-files.ts';
import { openBackup } from '#server/kit/backup/backup-store.ts';
import { openDatabase } from '#server/kit/db/db.ts';
import { prepareDatabase } from '#server/kit/db/db-roles.ts';
import { appliedMigrations } from '#server/kit/db/migrations.ts';
import { createDiskStorage } from '#server/kit/storage/disk/disk.ts';
import { relativePath } from '#server/kit/storage/disk/path.ts';
import { makeBackup } from '#server/operations/backup/actions.ts';
import { checkBackup } from '#server/operations/backup/restoring.ts';
import { BEFORE_BASELINE, beforeBaseline } from '#test/harness/before-baseline.ts';
import { startTestApp, type TestApp } from '#test/harness/harness.ts';
import { emptyInstallation, environmentOf, type TestInstallation } from '#test/harness/installation.ts';
import { addResource } from '#test/harness/resources.ts';
import { expectOneSentence, runScript } from '#test/harness/run-script.ts';

const LIMIT_MS = 120_000;
/** A picture whose hash is not stored in the database. */
const PICTURE = 't/0123/4567-320.webp';

let test: TestApp;
let store: string;
let env: Record<string, string>;
let keys: { whole: string; shorter: string; gone: string };
const installations: TestInstallation[] = [];

const empty = async (): Promise<TestInstallation> => {
  const made = await emptyInstallation();
  installations.push(made);
  return made;
};
/** Runs the backup command; returns its result and everything it printed. */
const backUp = async () => {
  let said = '';
  const made = await makeBackup(
    {
      connection: test.database.ownerConnection,
      db: test.db,
      storage: test.deps.storage,
      secret: test.deps.secret,
      secretText: null,
      now: () => new Date(),
      tell: (line) => {
        said += `${line}\n`;
      },
    },
    store,
    { database: true, files: true, keep: null },
  );
  return { ...made, said };
};
const FINE = { isWhole: true, isSiteWhole: true };
const restore = (to: Record<string, string>, ...args: string[]) =>
  runScript('scripts/restore.ts', to, [store, ...args]);
const inSite = (key: string): string => join(test.folder, 'files', 'objects', relativePath(key));
const inStore = (key: string): string => join(store, 'files', 'objects', relativePath(key));
const hashOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

beforeAll(async () => {
  test = await startTestApp();
  env = environmentOf(test);
  store = mkdtempSync(join(tmpdir(), 'helix-backups-'));
  const leaker = await test.addPerson('leaker');
  const id = await addResource(test, {
    authorId: leaker.id,
    files: { 'a.bin': Buffer.alloc(9000, 1), 'b.bin': Buffer.alloc(9000, 2), 'c.bin': Buffer.alloc(9000, 3) },
  });
  await test.deps.storage.put(PICTURE, Buffer.alloc(5000, 9));
  const rows = await test.db.selectFrom('resource_files').select('storage_key').where('resource_id', '=', id).execute();
  const [whole = '', shorter = '', gone = ''] = rows.map(({ storage_key }) => storage_key);
  keys = { whole, shorter, gone };
  await backUp();
}, LIMIT_MS);
afterAll(async () => {
  for (const made of installations) await made.remove();
  await test.stop();
  rmSync(store, { recursive: true, force: true });
});

describe('damaged files in the site', { timeout: LIMIT_MS }, () => {
  it('do not overwrite their copies in a backup, are reported with exit code 1, and can be restored', async () => {
    const [first = ''] = readdirSync(store).filter((name) => name.endsWith('Z'));
    const all = [PICTURE, keys.shorter, keys.gone];
    const right = all.map((key) => hashOf(inStore(key)));
    for (const key of [PICTURE, keys.shorter]) truncateSync(inSite(key), 100);
    rmSync(inSite(keys.gone));
    const made = await runScript('scripts/backup.ts', env, [store]);
    expect(made.code).toBe(1);
    expect(made.errors).toMatch(
      /^Files of the site are missing or damaged, .* the backup has them: .* npm run restore -- .* --files/,
    );
    expect(made.out).toContain(`Missing from the storage, but in the backup: ${keys.gone}\n`);
    expect(made.out).toMatch(/Damaged in the storage, intact in the backup: (\S+), (\S+)\n/);
    for (const key of [PICTURE, keys.shorter]) expect(made.out).toContain(key);
    expect(all.map((key) => hashOf(inStore(key)))).toEqual(right);
    for (const name of readdirSync(store).filter((entry) => entry.endsWith('Z')))
      await checkBackup(await openBackup(join(store, name)), () => {});
    expect((await openBackup(join(store, first))).manifest.files?.count).toBe(
      (await openBackup(store)).manifest.files?.count,
    );
    expect(await restore(env, '--files')).toMatchObject({ code: 0, errors: '' });
    expect(all.map((key) => hashOf(inSite(key)))).toEqual(right);
    expect(await backUp()).toMatchObject(FINE);
  });

  it('do not replace copies from a killed backup; bad copies are only replaced by correct files', async () => {
    const kept = createDiskStorage(join(store, 'files'));
    const right = hashOf(inSite(keys.whole));
    // Damaged in the backup, intact on the site.
    await kept.put(keys.whole, Buffer.from('bad'));
    expect(await backUp()).toMatchObject(FINE);
    expect(hashOf(inStore(keys.whole))).toBe(right);
    // Damaged both in the backup and on the site.
    await kept.put(keys.whole, Buffer.from('bad'));
    const bytes = readFileSync(inSite(keys.whole));
    writeFileSync(inSite(keys.whole), Buffer.from('worse'));
    const made = await backUp();
    expect(made.isWhole).toBe(false);
    expect(made.said).toContain(`so not in the backup: ${keys.whole}\n`);
    writeFileSync(inSite(keys.whole), bytes);
    expect(await backUp()).toMatchObject(FINE);
    expect((await hashStored(kept, keys.whole))?.sha256).toBe(right);
    // As after an interrupted backup, no backup lists the copy. In addition, the site's file has a different length.
    for (const name of readdirSync(store).filter((entry) => entry.endsWith('Z')))
      rmSync(join(store, name), { recursive: true });
    truncateSync(inSite(PICTURE), 100);
    const again = await backUp();
    expect(again).toMatchObject({ isWhole: true, isSiteWhole: false });
    expect(again.said).toContain(`Damaged in the storage, intact in the backup: ${PICTURE}\n`);
    expect((await hashStored(kept, PICTURE))?.size).toBe(5000);
    expect(await restore(env, '--files')).toMatchObject({ code: 0, errors: '' });
  });
});

describe('a damaged backup', { timeout: LIMIT_MS }, () => {
  it.each(['manifest.json', 'files.gz'])('is reported for its %s, and the next backup still succeeds', async (part) => {
    const { folder } = await backUp();
    truncateSync(join(folder, part), 20);
    const next = await backUp();
    expect(next).toMatchObject(FINE);
    expect(next.said).toContain(`${basename(folder)} is damaged`);
    await checkBackup(await openBackup(next.folder), () => {});
    rmSync(folder, { recursive: true });
  });
});

describe('a damaged file in the backup', { timeout: LIMIT_MS }, () => {
  it('does not prevent rows from being restored, nor with a flag the other files', async () => {
    const path = inStore(keys.shorter);
    const bytes = readFileSync(path);
    writeFileSync(path, Buffer.alloc(bytes.length));
    try {
      const target = await empty();
      expectOneSentence(await restore(target.env), /files of the backup .* damaged or missing/);
      expectOneSentence(await restore(target.env, '--files'), /files of the backup .* damaged or missing/);
      expect(await restore(target.env, '--check', '--database')).toMatchObject({ code: 0, errors: '' });
      const rows = await restore(target.env, '--database');
      expect(rows).toMatchObject({ code: 0, errors: '' });
      expect(rows.out).toMatch(/Restored: [1-9]\d* rows and 0 files/);
      const files = await restore(target.env, '--files', '--leave-out-damaged');
      expect(files).toMatchObject({ code: 1, errors: '' });
      expect(files.out).toContain(`Damaged or missing in the backup, skipped: ${keys.shorter}\n`);
      expect(files.out).toMatch(/Left out because they are damaged or missing in the backup: 1 files, listed above\./);
      const there = createDiskStorage(join(target.folder, 'files'));
      expect(await there.stat(keys.shorter)).toBeNull();
      for (const key of [PICTURE, keys.gone, keys.whole])
        expect((await hashStored(there, key))?.sha256).toBe(hashOf(inSite(key)));
    } finally {
      writeFileSync(path, bytes);
    }
  });

  it('is reported by --check as a failed check', async () => {
    const path = inStore(keys.shorter);
    const bytes = readFileSync(path);
    writeFileSync(path, Buffer.alloc(bytes.length));
    const words =
      /^The backup did not pass its check: .*\. Do not rely on it: create a new one in another folder .*with --files/;
    try {
      const told = await restore(env, '--check');
      expectOneSentence(told, words);
      expect(told.errors).toContain(keys.shorter);
      const each = await restore(env, '--check', '--leave-out-damaged');
      expectOneSentence(each, words);
      expect(each.out).toContain(keys.shorter);
      expect(told.errors + told.out + each.errors + each.out).not.toMatch(/restored: |complete\.\n/i);
    } finally {
      writeFileSync(path, bytes);
    }
    expect(await restore(env, '--check')).toMatchObject({ code: 0, errors: '' });
  });

  it.each([
    ['the manifest', (folder: string) => rmSync(join(folder, 'manifest.json'))],
    [
      'everything',
      (folder: string) => {
        for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
      },
    ],
  ])('or a backup without %s, makes it incomplete, and an empty folder is no backup', async (_what, take) => {
    const copy = mkdtempSync(join(tmpdir(), 'helix-backups-'));
    try {
      const name = basename((await openBackup(store)).folder);
      cpSync(join(store, name), join(copy, name), { recursive: true });
      take(join(copy, name));
      const incomplete = /the backup in \S+Z is incomplete: it has no manifest\.json/;
      const check = (folder: string, ...args: string[]) => runScript('scripts/restore.ts', env, [folder, ...args]);
      const told = await check(copy, '--check');
      expectOneSentence(told, incomplete);
      expect(told.errors).toMatch(/^The backup did not pass its check: .* Do not rely on it: .* of this one\.\n$/);
      const undone = await check(join(copy, name));
      expectOneSentence(undone, incomplete);
      expect(undone.errors).toMatch(/^Nothing was restored: /);
      rmSync(join(copy, name), { recursive: true });
      expectOneSentence(await check(copy, '--check'), /^Nothing was checked: there is no backup in /);
      // A backup folder as left behind by an interrupted command or a manual deletion.
      cpSync(join(store, 'files'), join(copy, 'files'), { recursive: true });
      await expect(openBackup(copy)).rejects.toThrow(/is incomplete: it has no manifest/);
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  });

  it('or an unknown version, does not prevent restoring files to a site', async () => {
    const { folder, manifest } = await openBackup(store);
    const file = join(folder, 'manifest.json');
    const text = readFileSync(file, 'utf8');
    const write = (migrations: readonly string[]) =>
      writeFileSync(file, JSON.stringify({ ...manifest, database: { ...manifest.database, migrations } }));
    const target = await empty();
    try {
      write([...(manifest.database?.migrations ?? []), '209901010000-forum-later']);
      expectOneSentence(await restore(target.env), /made by a newer version of this site/);
      write(BEFORE_BASELINE);
      expectOneSentence(
        await restore(target.env),
        /^Nothing was restored: it was made before the first release \(it has 202612010600-requests-news\), and .*: restore it with the version that created it$/m,
      );
      expect(await restore(env, '--files')).toMatchObject({ code: 0, errors: '' });
    } finally {
      writeFileSync(file, text);
    }
  });

  it('is refused for a database from before the first release', async () => {
    const target = await empty();
    const { ownerConnection, connection } = target.database;
    await prepareDatabase({ site: connection, owner: ownerConnection });
    const { db, close } = openDatabase(ownerConnection);
    try {
      await beforeBaseline(db, async () => {
        expectOneSentence(
          await restore(target.env),
          /The database was created before the first release .* empty DATA_DIR/,
        );
        expect(await appliedMigrations(db)).toEqual(BEFORE_BASELINE);
        expect(existsSync(join(target.folder, 'files'))).toBe(false);
      });
    } finally {
      await close();
    }
  });
});

describe('tables of other applications', { timeout: LIMIT_MS }, () => {
  const ask = async (installation: Pick<TestApp, 'database'>, ...statements: string[]) => {
    const client = new pg.Client(installation.database.ownerConnection);
    await client.connect();
    try {
      const answers: pg.QueryResult[] = [];
      for (const statement of statements) answers.push(await client.query(statement));
      return answers.at(-1)?.rows;
    } finally {
      await client.end();
    }
  };

  it('are not backed up, and keep their rows during a restore', async () => {
    const make = (rows: number) =>
      `create table notes_of_others (id serial primary key); insert into notes_of_others select from generate_series(1, ${rows})`;
    await ask(test, make(3));
    const made = await backUp();
    expect(made).toMatchObject(FINE);
    expect(made.said).toContain('Tables of other programs, not in the backup: notes_of_others\n');
    const target = await empty();
    await ask(target, make(7));
    expect(await restore(target.env)).toMatchObject({ code: 0, errors: '' });
    expect(await ask(target, 'select count(*)::int as notes from notes_of_others')).toEqual([{ notes: 7 }]);
    expect(await ask(target, 'select count(*)::int as files from resource_files')).toEqual([{ files: 3 }]);
    const fresh = await empty();
    expect(await restore(fresh.env)).toMatchObject({ code: 0, errors: '' });
    expect(await ask(fresh, 'select count(*)::int as files from resource_files')).toEqual([{ files: 3 }]);
    await ask(test, 'drop table notes_of_others');
  });
});

describe('a command without the site’s variables or user', { timeout: LIMIT_MS }, () => {
  it('says so and creates nothing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'helix-empty-'));
    try {
      const given = { DATA_DIR: folder, DATABASE_URL: '', DATABASE_OWNER_URL: '' };
      const words = /there is no database in .*postgres, and DATABASE_URL is not set: run this command with the site's/;
      expectOneSentence(await runScript('scripts/backup.ts', given, [store]), words);
      expectOneSentence(await restore(given, '--files'), words);
      const told = await runScript('scripts/doctor.ts', given);
      expect(told.out).toMatch(/^PROBLEM {2}There is no database in .*postgres, and DATABASE_URL is not set/m);
      expect(told.code).toBe(1);
      expect(readdirSync(folder)).toEqual([]);
      if (process.getuid?.() !== 0) return;
      // If root wrote files into a folder that belongs to the site's account, the site could not open them.
      chownSync(folder, 65_534, 65_534);
      const others = { ...env, DATA_DIR: folder };
      const stranger = /belongs to the user nobody, .*: run this command as that user/;
      for (const [script, argument] of [
        ['backup', store],
        ['first-admin', 'ada@people.example'],
      ] as const)
        expectOneSentence(await runScript(`scripts/${script}.ts`, others, [argument]), stranger);
      expect((await runScript('scripts/doctor.ts', others)).out).toMatch(stranger);
      expect(readdirSync(folder)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
