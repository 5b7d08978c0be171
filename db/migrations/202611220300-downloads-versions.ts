import { type Kysely, sql } from 'kysely';

// The entity tag of what a ticket's first use sent. A later part of another version would be spliced to the first one by
// clients that resume without a condition (`curl -C -`), so it is refused.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table download_tickets add column version text`.execute(db);
}
