import { type Kysely, sql } from 'kysely';

// Several files and folders of a resource that somebody chose for one download (product.md DL-12). The id is a hash of
// resource and paths, so the same choice is the same row. A folder is chosen by its prefix, which the index finds
// whatever the database's own order of letters is.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table download_selections (
      id text primary key,
      resource_id uuid not null references resources on delete cascade,
      paths text[] not null check (cardinality(paths) > 0),
      used_at timestamptz not null
    )`.execute(db);
  await sql`create index download_selections_resource on download_selections (resource_id)`.execute(db);
  await sql`create index download_selections_used on download_selections (used_at)`.execute(db);
  await sql`create index resource_files_prefix on resource_files (resource_id, path collate "C")`.execute(db);
}
