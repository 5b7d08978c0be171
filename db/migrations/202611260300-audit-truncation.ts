import { type Kysely, sql } from 'kysely';

// The audit log cannot be emptied as a whole either: row triggers do not see TRUNCATE.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create trigger audit_log_no_truncation before truncate on audit_log
    for each statement execute function audit_log_is_append_only()`.execute(db);
}
