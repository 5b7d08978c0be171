// `npm run restore -- FROM [--check] [--database | --files] [--leave-out-damaged]`: brings a backup into an empty site, or only reads
// whether it is whole.
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

const USAGE = 'Say where from: npm run restore -- FOLDER [--check] [--database | --files] [--leave-out-damaged]';
const tell = (line: string): void => console.log(line);

type Backup = Awaited<ReturnType<typeof openBackup>>;

/** Refuses what a newer version made or one from before the first release, and says how far behind an older one is. */
const compareVersions = async (migrations: readonly string[]): Promise<void> => {
  if (await predatesBaseline(migrations))
    throw new Error(
      `it was made before the first release (it has ${migrations.at(-1)}), and this version cannot read it: restore it with the version that made it`,
    );
  const known = await listMigrationNames();
  const unknown = migrations.findLast((name) => !known.includes(name));
  if (unknown)
    throw new Error(`it was made by a newer version of this site (${unknown} is unknown here): restore with that one`);
  const later = known.filter((name) => !migrations.includes(name)).length;
  if (later > 0) tell(`It was made by an older version: ${later} migrations follow after it is loaded.`);
};

/** The site's own key, when the backup has it and this installation has none. */
const restoreSecret = ({ folder, manifest }: Backup, config: Config): void => {
  const path = join(config.dataDir, 'keys', 'secret');
  if (!manifest.hasSecret || config.secretKey || existsSync(path)) return;
  mkdirSync(join(config.dataDir, 'keys'), { recursive: true, mode: 0o700 });
  writeFileSync(path, readFileSync(join(folder, 'secret')), { mode: 0o600, flag: 'wx' });
  tell('The secret of the backup is in place.');
};

const tellSecret = ({ manifest }: Backup, config: Config): void => {
  const secret = findSecret(config);
  if (secret && secretMark(secret) === manifest.secret) return;
  const without =
    'links begin anew, and authenticator apps, tokens of providers and access to servers cannot be read. Put the former one into';
  if (readOldSecrets(config).some((old) => secretMark(old) === manifest.secret))
    tell('The secret of the backup counts as an old one: links begin anew, what was sealed is opened still.');
  else if (secret) tell(`This site has another secret than the backup: ${without} SECRET_KEY_OLD.`);
  else
    tell(
      `There is no secret here yet, and the first start makes another than the backup's: ${without} ${join(config.dataDir, 'keys', 'secret')} before it, or into SECRET_KEY_OLD.`,
    );
};

type Wish = { database: boolean; files: boolean; leaveOut: boolean; named: { database: boolean; files: boolean } };

/** Finds a backup that has what was asked for by name. */
const findBackup = async (from: string, { named }: Wish): Promise<Backup> => {
  const backup = await openBackup(resolve(from));
  if (named.database && !backup.manifest.database) throw new BackupOutOfReach('this backup has no database');
  if (named.files && !backup.manifest.files) throw new BackupOutOfReach('this backup has no files');
  tell(`Checking the backup of ${backup.manifest.madeAt} …`);
  return backup;
};

/** Says whether a backup can be relied on, and restores nothing. */
const checkAlone = async (from: string, wish: Wish): Promise<void> => {
  let rest = '';
  let folder = '';
  const config = readInstallation();
  try {
    const backup = await findBackup(from, wish);
    folder = backup.folder;
    rest = ' What is whole in it can still be restored, by --database or by --files --leave-out-damaged.';
    const { size } = await checkBackup(backup, tell, wish);
    if (size > 0) throw new Error(`files in it that are damaged or missing, as named above: ${size}`);
    noteCheck(config.dataDir, folder, { failed: false });
    tell(wish.database && wish.files ? 'The backup is whole.' : 'What was asked for is whole in the backup.');
  } catch (error) {
    if (error instanceof BackupOutOfReach) throw error;
    noteCheck(config.dataDir, folder, { failed: true });
    const todo =
      'Do not rely on it: make one into another folder (npm run backup -- FOLDER), check that, and look after the disk that this one lies on.';
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
      // Forward to this version.
      await prepareDatabase({ site, owner });
    }
  };
  await withInstallation(config, bring, { mayBegin: wish.database });
  const rows = database && wish.database ? database.tables.reduce((sum, table) => sum + table.rows, 0) : 0;
  const count = files && wish.files ? files.count - leftOut.size : 0;
  const bytes = leftOut.size > 0 || count === 0 ? '' : ` (${describeBytes(files?.bytes ?? 0)})`;
  tell(`Restored: ${rows} rows and ${count} files${bytes}, each verified.`);
  if (leftOut.size > 0)
    tell(`Left out, as the backup has them damaged or not at all: ${leftOut.size} files, named above.`);
  const missing = wish.files ? (files?.missing ?? []) : [];
  if (missing.length > 0) tell(`Named by rows, and not in the backup: ${missing.length} files, as ${missing[0]}.`);
  tellSecret(backup, config);
});
