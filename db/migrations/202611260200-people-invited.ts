import { type Kysely, sql } from 'kysely';

// The few who were invited and have not come yet are found among a million users.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index users_invited on users (created_at desc, id desc)
    where invited_at is not null and deleted_at is null`.execute(db);
}
