import { type Kysely, sql } from 'kysely';

// Pictures that people sent for no resource yet. They count in the quota until the job that drops them has run.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sent_pictures (
      key text primary key,
      user_id uuid not null references users on delete cascade,
      size bigint not null
    )`.execute(db);
  await sql`create index sent_pictures_user_id on sent_pictures (user_id)`.execute(db);
}
