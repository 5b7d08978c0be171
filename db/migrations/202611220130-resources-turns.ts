import { type Kysely, sql } from 'kysely';

// Who changes what is counted waits for their turn before they lock a resource: with the resource first, one who has the
// counters and wants the resource, and one who has the resource and wants the counters, would wait for each other.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create trigger resources_await_counters before insert or delete or update of status, hidden_at, deleted_at,
      title, editor, description, tags, author_id, category, type, licence, facts, created_at on resources
    for each statement execute function users_await_counters()`.execute(db);
}
