import { type Kysely, sql } from 'kysely';

// What becomes of a request, on the dashboards of those who asked to be told.
export async function up(db: Kysely<unknown>): Promise<void> {
  // When the status changed last; null as long as nobody has decided anything.
  await sql`alter table resource_requests add column changed_at timestamptz`.execute(db);
  await sql`update resource_requests set changed_at = decided_at where decision > 0`.execute(db);
  // The decision that this person has put away; see resource_requests.decision.
  await sql`alter table request_votes add column dismissed_decision int not null default 0`.execute(db);
}
