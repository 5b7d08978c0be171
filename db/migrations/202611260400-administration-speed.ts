import { type Kysely, sql } from 'kysely';

// A million rows are searched and narrowed without reading those that do not fit: uploads that wait or are hidden by their
// category, from the index alone, and the audit log by who and what together.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index resources_waiting_category on resources (category, status, id)
    where status <> 'APPROVED' and submitted_at is not null and deleted_at is null`.execute(db);
  await sql`create index resources_hidden_category on resources (category, status, id)
    where hidden_at is not null and submitted_at is not null and deleted_at is null`.execute(db);
  await sql`create index audit_log_name_action on audit_log (actor_name, action, at desc, id desc)`.execute(db);
}
