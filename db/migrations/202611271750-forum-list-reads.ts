import { type Kysely, sql } from 'kysely';

/** When each member last marked all threads of a subcategory as read. Positions within threads are in forum_visits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table forum_list_reads (
      user_id uuid not null references users,
      subcategory_id uuid not null references forum_subcategories,
      read_at timestamptz not null,
      primary key (user_id, subcategory_id)
    );
  `.execute(db);
}
