import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Open Graph images in the storage. A row is written before its file, so that no file is forgotten.
    create table share_cards (
      kind text not null,
      -- Id of the row it shows, or the name of a page.
      subject text not null,
      version text not null,
      drawn_at timestamptz not null,
      primary key (kind, subject, version)
    );
    create index share_cards_drawn on share_cards (drawn_at);
  `.execute(db);
}
