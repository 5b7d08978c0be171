import { type Kysely, sql } from 'kysely';

/** What browsers can play of a resource's files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table file_previews (
      file_id uuid primary key references resource_files on delete cascade,
      -- 'none' if no preview could be made.
      kind text not null check (kind in ('none', 'clip', 'sound')),
      -- Previews of Premium files are too small, too short or too coarse to be used in their place.
      is_premium boolean not null,
      key text,
      size bigint not null default 0,
      -- Size in pixels, waveform, loudness and the like.
      details jsonb not null default '{}',
      check ((kind = 'none') = (key is null))
    );
    create index file_previews_key on file_previews (key) where key is not null;
  `.execute(db);
}
