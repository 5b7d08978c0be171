import { type Kysely, sql } from 'kysely';

/** Project bins: collections with a private link, a note and a status for each asset. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- 128 random bits as base64url. Null if the collection isn't a project bin.
    alter table collections add project_key text unique check (length(project_key) = 22);
    alter table collection_items
      add note text not null default '' check (char_length(note) <= 500),
      add status text not null default 'maybe' check (status in ('maybe', 'using', 'used'));
  `.execute(db);
}
