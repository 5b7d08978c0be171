import { type Kysely, sql } from 'kysely';

// Who has a badge is counted, and it can be taken from everybody, without looking at all people: most have none.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index users_badges on users using gin (badges) where badges <> '{}'`.execute(db);
}
