import { type Kysely, sql } from 'kysely';

// Whoever opens a mailed link has the mailbox; whether the account is theirs is known only when they are signed in to it.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column proven_elsewhere boolean not null default false`.execute(db);
}
