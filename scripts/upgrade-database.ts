// `npm run database:upgrade [-- --old-programs FOLDER] [--rebuild]`: upgrades the embedded database to the installed PostgreSQL
// version.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { upgradeCluster } from '#server/kit/postgres/upgrade.ts';
import { untilBrokenOff } from './commands/breaking-off.ts';
import { findObstacle, readInstallation, runOrSay } from './commands/installation.ts';

await runOrSay('The database was not upgraded', async () => {
  const { values } = parseArgs({
    options: { 'old-programs': { type: 'string' }, rebuild: { type: 'boolean', default: false } },
  });
  const config = readInstallation();
  const { databaseUrl, dataDir } = config;
  if (databaseUrl !== null) throw new Error('DATABASE_URL is an external database: upgrade it with its own tools');
  const obstacle = findObstacle(config);
  if (obstacle) throw new Error(obstacle);
  const done = await untilBrokenOff((signal) =>
    upgradeCluster({
      home: join(dataDir, 'postgres'),
      oldPrograms: values['old-programs'] ?? null,
      rebuild: values.rebuild,
      signal,
      tell: (line) => console.log(line),
    }),
  );
  if (!done) return console.log('The database already has the installed version: nothing to do.');
  console.log(`The database was upgraded to PostgreSQL ${done.to}: ${done.tables} tables, ${done.rows} rows.`);
  console.log(`The old one is in ${done.kept}; delete it once the site has run well for a while.`);
});
