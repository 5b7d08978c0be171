// `npm run migrate`: migrates an external database as its owner, so that processes that serve visitors do not need the owner's
// credentials.
import { readDatabaseSetUp } from '#server/config.ts';
import { prepareDatabase } from '#server/kit/db/db-roles.ts';
import { runOrSay } from './commands/installation.ts';

await runOrSay('The database was not migrated', async () => {
  const { site, owner, acceptNewer } = readDatabaseSetUp(process.env);
  if (site === null) {
    console.log('DATABASE_URL is not set: the embedded database is migrated whenever the site starts.');
    return;
  }
  const connections = { site: { connectionString: site }, owner: owner === null ? null : { connectionString: owner } };
  const isGuarded = await prepareDatabase(connections, undefined, { acceptNewer });
  console.log('The database is up to date.');
  if (!isGuarded) console.log('The role of DATABASE_URL could change the audit log: set DATABASE_OWNER_URL.');
});
