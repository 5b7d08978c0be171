import { type Kysely, sql } from 'kysely';

/** What browsers can show and play of a resource's files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table file_previews (
      file_id uuid primary key references resource_files on delete cascade,
      -- 'none' if no preview could be made.
      kind text not null check (kind in ('none', 'clip', 'sound', 'picture', 'look')),
      -- Previews of Premium files are too small, too short or too coarse to be used in their place.
      is_premium boolean not null,
      -- The stored files, which no other row has.
      keys text[] not null default '{}',
      -- Bytes of all of them.
      size bigint not null default 0,
      -- The contract's preview, with keys in place of URLs.
      details jsonb not null default '{}',
      made_at timestamptz not null,
      check ((kind = 'none') = (keys = '{}'))
    );
    create index file_previews_keys on file_previews using gin (keys);
  `.execute(db);
}
