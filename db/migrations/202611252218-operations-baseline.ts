import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Files that storage:move has copied and compared, so that it can be resumed.
    create table moved_files (
      -- Both storages, without their credentials.
      route text not null,
      key text not null,
      -- Bytes at the source and at the target: they differ when the site has replaced the file since.
      size bigint not null,
      size_there bigint not null,
      moved_at timestamptz not null,
      primary key (route, key)
    );
  `.execute(db);
}
