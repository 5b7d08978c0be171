import { type Kysely, sql } from 'kysely';

/**
 * Previews of LUTs have other files now. The earlier ones count as outdated, as if the resource had become Premium or free, so
 * `npm run previews:make` replaces them and deletes their files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update file_previews set is_premium = not is_premium where kind = 'look'`.execute(db);
}
