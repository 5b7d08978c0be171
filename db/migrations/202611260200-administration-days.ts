import { type Kysely, sql } from 'kysely';

// What a day brought is counted by these: without them a look at today would read every resource and every grant.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index resources_approved on resources (approved_at) where approved_at is not null`.execute(db);
  await sql`create index grants_ended on grants (ends_at) where ends_at is not null`.execute(db);
}
