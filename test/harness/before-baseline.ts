// A database as left behind by a version before the first release, with migrations that this code does not contain.
import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { appliedMigrations } from '#server/kit/db/migrations.ts';

/** The first and the last migration of those versions. */
export const BEFORE_BASELINE: readonly string[] = ['202611210100-accounts-people', '202612010600-requests-news'];

/** Executes `run` while the database's list of applied migrations contains only those in BEFORE_BASELINE. */
export async function beforeBaseline(ownerDb: Kysely<DB>, run: () => Promise<void>): Promise<void> {
  const names = await appliedMigrations(ownerDb);
  await replaceMigrations(ownerDb, BEFORE_BASELINE);
  try {
    await run();
  } finally {
    await replaceMigrations(ownerDb, names);
  }
}

/** Replaces the list of applied migrations, without changing any tables. */
export async function replaceMigrations(ownerDb: Kysely<DB>, names: readonly string[]): Promise<void> {
  await sql`delete from kysely_migration`.execute(ownerDb);
  await sql`insert into kysely_migration (name, timestamp) select unnest(${names}::text[]), ''`.execute(ownerDb);
}
