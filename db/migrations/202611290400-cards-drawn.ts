import { type Kysely, sql } from 'kysely';

// Share pictures that were drawn and lie in the storage: a row is written before its file, so that none is forgotten there.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table share_cards (
      kind text not null,
      -- The row that it shows, or the name of a page.
      subject text not null,
      version text not null,
      drawn_at timestamptz not null,
      primary key (kind, subject, version)
    )`.execute(db);
  await sql`create index share_cards_drawn on share_cards (drawn_at)`.execute(db);
}
