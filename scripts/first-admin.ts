// `npm run admin -- <email>`: makes an administrator, or gives an existing person the role and a new password.
import { join } from 'node:path';
import { z } from 'zod';
import { readConfig } from '#server/config.ts';
import { makeAdmin } from '#server/features/accounts/actions.ts';
import { openDatabase } from '#server/kit/db.ts';
import { startEmbeddedPostgres } from '#server/kit/embedded-postgres.ts';
import { migrateToLatest } from '#server/kit/migrations.ts';

const projectDir = decodeURIComponent(new URL('..', import.meta.url).pathname);

const run = async (email: string): Promise<void> => {
  const config = readConfig(process.env, projectDir);
  const embedded = config.databaseUrl ? null : await startEmbeddedPostgres({ home: join(config.dataDir, 'postgres') });
  const { db, close } = openDatabase(embedded?.connection ?? { connectionString: config.databaseUrl ?? '' });
  try {
    await migrateToLatest(db);
    const made = await makeAdmin({ db, now: () => new Date() }, email);
    console.log(made.isNew ? 'A new administrator, shown only now:' : 'Made an administrator, shown only now:');
    console.log(`  e-mail    ${made.email}\n  password  ${made.password}`);
  } finally {
    await close();
    await embedded?.stop();
  }
};

const asked = z.email().max(254).safeParse(process.argv[2]);
if (!asked.success || process.argv.length > 3) {
  console.error('Say whom to make an administrator: npm run admin -- <e-mail address>');
  process.exitCode = 1;
} else {
  try {
    await run(asked.data);
  } catch (error) {
    console.error(`No administrator was made: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
