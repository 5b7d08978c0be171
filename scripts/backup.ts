// `npm run backup -- TO [--database | --files] [--with-secret] [--keep N]`: writes a backup into a folder while the site runs.
import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { noteBackup } from '#server/kit/backup/backup-note.ts';
import { openDatabase } from '#server/kit/db/db.ts';
import { findSecret } from '#server/kit/security/secret.ts';
import { createStorage } from '#server/kit/storage/open.ts';
import { makeBackup } from '#server/operations/backup/actions.ts';
import { findStranger, readInstallation, runOrSay, withInstallation } from './commands/installation.ts';

const USAGE = 'Usage: npm run backup -- FOLDER [--database | --files] [--with-secret] [--keep NUMBER]';

/** Reports a problem that did not prevent the backup from being completed. */
const complain = (sentence: string): void => {
  console.error(sentence);
  process.exitCode = 1;
};

await runOrSay('No backup was made', async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      database: { type: 'boolean', default: false },
      files: { type: 'boolean', default: false },
      'with-secret': { type: 'boolean', default: false },
      keep: { type: 'string' },
    },
  });
  const [to, ...more] = positionals;
  if (!to || more.length > 0) throw new Error(USAGE);
  if (values.keep !== undefined && !/^[1-9]\d{0,3}$/.test(values.keep))
    throw new Error(`--keep must be a number. ${USAGE}`);
  const config = readInstallation();
  // Check this first, because a folder that this user cannot access looks empty.
  const stranger = findStranger(config.dataDir);
  if (stranger) throw new Error(stranger);
  if (!relative(config.dataDir, resolve(to)).startsWith('..'))
    console.log(
      `Warning: ${resolve(to)} is inside DATA_DIR. Losing the site would mean losing this backup too: use a folder on another disk.`,
    );
  const secretFile = join(config.dataDir, 'keys', 'secret');
  const withSecret = values['with-secret'];
  const wish = { database: values.database || !values.files, files: values.files || !values.database };
  if (withSecret && config.secretKey) throw new Error('SECRET_KEY is set and in no file: keep a copy of it yourself');
  const secret = findSecret(config);
  const lost = `The site's secret is not at ${secretFile}: put it back from your copy before you start the site, which would generate a new one.`;
  if (withSecret && !secret) throw new Error(lost);
  await withInstallation(config, async ({ site, owner }) => {
    const database = openDatabase(site, { max: 2 });
    try {
      const { folder, isWhole, isSiteWhole } = await makeBackup(
        {
          connection: owner ?? site,
          db: database.db,
          storage: await createStorage(config),
          secret,
          secretText: withSecret ? readFileSync(secretFile, 'utf8') : null,
          now: () => new Date(),
          tell: (line) => console.log(line),
        },
        resolve(to),
        {
          ...wish,
          keep: values.keep === undefined ? null : Number(values.keep),
        },
      );
      const content = (['database', 'files'] as const).filter((name) => wish[name]);
      noteBackup(config.dataDir, { folder, isWhole, content });
      console.log(`The backup is in ${folder}.`);
      if (!withSecret && secret)
        console.log(`Keep the secret elsewhere: ${config.secretKey ? 'SECRET_KEY' : secretFile} is not in the backup.`);
      if (!secret) complain(lost);
      if (!isWhole) complain('Some files are missing or damaged, see above; everything else was backed up.');
      else if (!isSiteWhole)
        complain(
          `Files of the site are missing or damaged, see above, but the backup has them: restore them with npm run restore -- ${resolve(to)} --files.`,
        );
    } finally {
      await database.close();
    }
  });
});
