// `npm run doctor [-- --all]`: diagnoses this installation and explains problems in plain language. Changes nothing.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Config } from '#server/config.ts';
import { withSnapshot } from '#server/kit/db/database-copy.ts';
import { openDatabase } from '#server/kit/db/db.ts';
import { findClosed } from '#server/kit/ops/data-dir-check.ts';
import { readVersion } from '#server/kit/ops/version.ts';
import { findSecret, readOldSecrets } from '#server/kit/security/secret.ts';
import { createStorage, describeStorage } from '#server/kit/storage/open.ts';
import { readNamedKeys } from '#server/operations/backup/actions.ts';
import { checkDatabase } from '#server/operations/doctor/database.ts';
import { checkAllFiles, checkSampleFiles, checkStorage } from '#server/operations/doctor/files.ts';
import { type Finding, formatFinding, good, problem, summarise, warning } from '#server/operations/doctor/rules.ts';
import {
  checkAccel,
  checkBackups,
  checkFileTools,
  checkIsolation,
  checkMachine,
  checkMail,
  checkMedia,
  checkRedis,
  checkSetUp,
} from '#server/operations/doctor/surroundings.ts';
import {
  findObstacle,
  type Installation,
  readInstallation,
  sentenceOf,
  withInstallation,
} from './commands/installation.ts';

// Same default as `npm start`.
process.env.NODE_ENV ||= 'production';

const now = () => new Date();
const all: Finding[] = [];
const tell = (found: Finding | readonly Finding[]): void => {
  for (const finding of [found].flat()) {
    all.push(finding);
    console.log(formatFinding(finding));
  }
};

/** Runs a check. If the check itself fails, that is reported as a finding and the other checks still run. */
const attempt = async (about: string, check: () => Promise<Finding | readonly Finding[]>): Promise<void> => {
  try {
    tell(await check());
  } catch (error) {
    tell(problem(`${about} could not be checked: ${sentenceOf(error)}.`, 'It may not work.', 'Fix the error above.'));
  }
};

const secretMissing = (path: string): Finding =>
  problem(
    `There is a database, but the site's secret is not at ${path}.`,
    'The next start generates a new one: existing links stop working, and authenticator apps, provider tokens and server logins become unreadable.',
    'Before you start the site, put the file back from your copy, or set SECRET_KEY.',
  );

const capitalised = (words: string): string => `${words[0]?.toUpperCase()}${words.slice(1)}`;

const folderClosed = ({ what, todo }: { what: string; todo: string }): Finding =>
  problem(
    `${what}.`,
    'It contains the database, keys, files and the date of the last backup: none of them was checked.',
    `${capitalised(todo)}. See "Commands under systemd" in docs/operations.md.`,
  );

const tellUnreachable = ({ databaseUrl }: Config, error: unknown): void =>
  tell(
    problem(
      `The database cannot be reached: ${sentenceOf(error)}.`,
      'The site does not start, or responds with 503.',
      databaseUrl === null
        ? 'See postgres/postgres.log in DATA_DIR.'
        : 'Check DATABASE_URL, and that the server is running and reachable from here.',
    ),
  );

const examineStores = async ({ config, site, owner }: Installation, everything: boolean): Promise<void> => {
  const { db, pool, close } = openDatabase(site, { max: 2, statementTimeoutMs: 60_000 });
  const storage = await createStorage(config);
  await attempt('The storage', () => checkStorage(storage, describeStorage(config)));
  try {
    const secret = findSecret(config);
    if (!secret) tell(secretMissing(join(config.dataDir, 'keys', 'secret')));
    // If the secret is missing, a random key is used instead, so all sealed values are reported as unreadable.
    const keys = { secret: secret ?? randomBytes(32), oldSecrets: readOldSecrets(config) };
    tell(await checkDatabase({ db, pool, keys, isLocal: config.isLocal, now }));
    await attempt('The files', () =>
      everything
        ? withSnapshot(owner ?? site, (snapshot) =>
            checkAllFiles({ db, storage, dataDir: config.dataDir, now }, readNamedKeys(snapshot)),
          )
        : checkSampleFiles(db, storage, describeStorage(config)),
    );
  } catch (error) {
    tellUnreachable(config, error);
  } finally {
    await close();
  }
};

const examine = async (config: Config, everything: boolean): Promise<void> => {
  tell(good(`Helix ${readVersion(config.projectDir)}.`));
  tell(good('The configuration is valid.'));
  for (const sentence of config.misspelt)
    tell(warning(sentence, 'The intended setting keeps its default.', 'Correct the name, or remove the variable.'));
  tell(checkSetUp(config, process.versions.node));
  const closed = findClosed(config.dataDir);
  if (closed) tell(folderClosed(closed));
  else await attempt('This machine', () => checkMachine(config));
  const obstacle = closed ? null : findObstacle(config);
  if (obstacle) {
    tell(
      problem(
        `${capitalised(obstacle)}.`,
        'The site itself could not be checked.',
        'See "Commands under systemd" in docs/operations.md. If the site has never been started, there is nothing to check yet.',
      ),
    );
  } else if (!closed) {
    try {
      await withInstallation(config, (installation) => examineStores(installation, everything));
    } catch (error) {
      tellUnreachable(config, error);
    }
  }
  await attempt('Mail', () => checkMail(config));
  await attempt('Redis', () => checkRedis(config));
  await attempt('Isolation', () => checkIsolation());
  await attempt('ffmpeg', () => checkMedia(config));
  await attempt('7zz and pdftoppm', () => checkFileTools(config));
  if (!closed) {
    await attempt('X-Accel', async () => checkAccel(config));
    await attempt('The backups', async () => checkBackups(config, now()));
  }
};

const { values } = parseArgs({ options: { all: { type: 'boolean', default: false } } });
let config: Config | null = null;
try {
  config = readInstallation();
} catch (error) {
  tell(problem(sentenceOf(error), 'The site does not start.', 'See "Environment" in docs/operations.md.'));
}
if (config) await examine(config, values.all);
const { line, exitCode } = summarise(all);
console.log(`\n${line}`);
process.exitCode = exitCode;
