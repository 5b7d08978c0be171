import { type Kysely, sql } from 'kysely';

// By the name that was written, which outlives its account, and by the kind of thing: newest first, at any length.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index audit_log_name on audit_log (actor_name, at desc, id desc)`.execute(db);
  await sql`create index audit_log_kind on audit_log (subject_kind, at desc, id desc)`.execute(db);
}
