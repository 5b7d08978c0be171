// `npm run restore -- FROM [--check] [--database | --files] [--leave-out-damaged]`: restores a backup into an empty site, or only
// verifies it.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Config } from '#server/config.ts';
import { noteCheck } from '#server/kit/backup/backup-note.ts';
import { BackupOutOfReach, openBackup } from '#server/kit/backup/backup-store.ts';
import { prepareDatabase } from '#server/kit/db/db-roles.ts';
import { listMigrationNames, predatesBaseline } from '#server/kit/db/migrations.ts';
import { findSecret, readOldSecrets } from '#server/kit/security/secret.ts';
import { createStorage } from '#server/kit/storage/open.ts';
import { checkBackup, refuseUnfit, restoreFiles, restoreRows } from '#server/operations/backup/restoring.ts';
import { describeBytes, secretMark } from '#server/operations/backup/rules.ts';
import {
  type Installation,
  readInstallation,
  runOrSay,
  sentenceOf,
  withInstallation,
} from './commands/installation.ts';

const USAGE = 'Usage: npm run restore -- FOLDER [--check] [--database | --files] [--leave-out-damaged]';
const tell = (line: string): void => console.log(line);

type Backup = Awaited<ReturnType<typeof openBackup>>;

/** Rejects backups from a newer version or from before the first release, and reports how far behind an older backup is. */
const compareVersions = async (migrations: readonly string[]): Promise<void> => {
  if (await predatesBaseline(migrations))
    throw new Error(
      `it was made before the first release (it has ${migrations.at(-1)}), and this version cannot read it: restore it with the version that created it`,
    );
  const known = await listMigrationNames();
  const unknown = migrations.findLast((name) => !known.includes(name));
  if (unknown)
    throw new Error(
      `it was made by a newer version of this site (${unknown} is unknown here): restore it with that version`,
    );
  const later = known.filter((name) => !migrations.includes(name)).length;
  if (later > 0) tell(`It was made by an older version: ${later} migrations will run after loading it.`);
};

/** Restores the site's secret if the backup contains it and this installation has none. */
const restoreSecret = ({ folder, manifest }: Backup, config: Config): void => {
  const path = join(config.dataDir, 'keys', 'secret');
  if (!manifest.hasSecret || config.secretKey || existsSync(path)) return;
  mkdirSync(join(config.dataDir, 'keys'), { recursive: true, mode: 0o700 });
  writeFileSync(path, readFileSync(join(folder, 'secret')), { mode: 0o600, flag: 'wx' });
  tell("The backup's secret is restored.");
};

const tellSecret = ({ manifest }: Backup, config: Config): void => {
  const secret = findSecret(config);
  if (secret && secretMark(secret) === manifest.secret) return;
  const without =
    'existing links stop working, and authenticator apps, provider tokens and server logins are unreadable. Put the old secret into';
  if (readOldSecrets(config).some((old) => secretMark(old) === manifest.secret))
    tell("The backup's secret is used as an old one: existing links stop working, but encrypted data can be read.");
  else if (secret) tell(`This site's secret differs from the backup's: ${without} SECRET_KEY_OLD.`);
  else
    tell(
      `There is no secret here yet, and the first start would generate a new one: ${without} ${join(config.dataDir, 'keys', 'secret')} before that, or into SECRET_KEY_OLD.`,
    );
};

type Wish = { database: boolean; files: boolean; leaveOut: boolean; named: { database: boolean; files: boolean } };

/** Opens a backup and checks that it contains all explicitly requested parts. */
const findBackup = async (from: string, { named }: Wish): Promise<Backup> => {
  const backup = await openBackup(resolve(from));
  if (named.database && !backup.manifest.database) throw new BackupOutOfReach('this backup has no database');
  if (named.files && !backup.manifest.files) throw new BackupOutOfReach('this backup has no files');
  tell(`Checking the backup of ${backup.manifest.madeAt} …`);
  return backup;
};

/** Verifies a backup without restoring anything. */
const checkAlone = async (from: string, wish: Wish): Promise<void> => {
  let rest = '';
  let folder = '';
  const config = readInstallation();
  try {
    const backup = await findBackup(from, wish);
    folder = backup.folder;
    rest = ' Its undamaged parts can still be restored, with --database or with --files --leave-out-damaged.';
    const { size } = await checkBackup(backup, tell, wish);
    if (size > 0) throw new Error(`${size} of its files are damaged or missing, see above`);
    noteCheck(config.dataDir, folder, { failed: false });
    tell(wish.database && wish.files ? 'The backup is complete.' : 'The requested parts of the backup are complete.');
  } catch (error) {
    if (error instanceof BackupOutOfReach) throw error;
    noteCheck(config.dataDir, folder, { failed: true });
    const todo =
      'Do not rely on it: create a new one in another folder (npm run backup -- FOLDER), check that one, and examine the disk of this one.';
    console.error(`The backup did not pass its check: ${sentenceOf(error)}. ${todo}${rest}`);
    process.exitCode = 1;
  }
};

const failure = process.argv.includes('--check') ? 'Nothing was checked' : 'Nothing was restored';
await runOrSay(failure, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      check: { type: 'boolean', default: false },
      database: { type: 'boolean', default: false },
      files: { type: 'boolean', default: false },
      'leave-out-damaged': { type: 'boolean', default: false },
    },
  });
  const [from, ...more] = positionals;
  if (!from || more.length > 0) throw new Error(USAGE);
  const wish = {
    database: values.database || !values.files,
    files: values.files || !values.database,
    leaveOut: values['leave-out-damaged'],
    named: values,
  };
  if (values.check) return checkAlone(from, wish);
  const backup = await findBackup(from, wish);
  const leftOut = await checkBackup(backup, tell, wish);
  if (leftOut.size > 0) process.exitCode = 1;
  const { manifest } = backup;
  const { database, files } = manifest;
  const config = readInstallation();
  if (database && wish.database) await compareVersions(database.migrations);
  const bring = async ({ site, owner }: Installation): Promise<void> => {
    if (database && wish.database) await refuseUnfit(owner ?? site, database.migrations);
    restoreSecret(backup, config);
    if (files && wish.files) {
      tell('Files …');
      await restoreFiles(backup, await createStorage(config), tell, leftOut);
    }
    if (database && wish.database) {
      tell('Database …');
      await prepareDatabase({ site, owner }, undefined, { only: database.migrations });
      await restoreRows({ ...backup, manifest: { ...manifest, database } }, owner ?? site);
      // Migrate the restored database to this version.
      await prepareDatabase({ site, owner });
    }
  };
  await withInstallation(config, bring, { mayBegin: wish.database });
  const rows = database && wish.database ? database.tables.reduce((sum, table) => sum + table.rows, 0) : 0;
  const count = files && wish.files ? files.count - leftOut.size : 0;
  const bytes = leftOut.size > 0 || count === 0 ? '' : ` (${describeBytes(files?.bytes ?? 0)})`;
  tell(`Restored: ${rows} rows and ${count} files${bytes}, each verified.`);
  if (leftOut.size > 0)
    tell(`Left out because they are damaged or missing in the backup: ${leftOut.size} files, listed above.`);
  const missing = wish.files ? (files?.missing ?? []) : [];
  if (missing.length > 0)
    tell(`Referenced by the database but not in the backup: ${missing.length} files, such as ${missing[0]}.`);
  tellSecret(backup, config);
});
