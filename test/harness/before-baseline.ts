// A database as a version from before the first release left it: its migrations are none that this code has.
import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { appliedMigrations } from '#server/kit/db/migrations.ts';

/** The first and the last migration of that time. */
export const BEFORE_BASELINE: readonly string[] = ['202611210100-accounts-people', '202612010600-requests-news'];

/** Gives a database those migrations while `run` is under way. */
export async function beforeBaseline(ownerDb: Kysely<DB>, run: () => Promise<void>): Promise<void> {
  const names = await appliedMigrations(ownerDb);
  await replaceMigrations(ownerDb, BEFORE_BASELINE);
  try {
    await run();
  } finally {
    await replaceMigrations(ownerDb, names);
  }
}

/** Changes which migrations a database says that it has; its tables stay. */
export async function replaceMigrations(ownerDb: Kysely<DB>, names: readonly string[]): Promise<void> {
  await sql`delete from kysely_migration`.execute(ownerDb);
  await sql`insert into kysely_migration (name, timestamp) select unnest(${names}::text[]), ''`.execute(ownerDb);
}
