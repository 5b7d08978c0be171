// Names in the order people expect: "shot 2" before "shot 10". Used to sort only, never in an index: a new version of ICU may
// order text differently.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create collation natural_order (provider = icu, locale = 'en-u-kn-true')`.execute(db);
}
