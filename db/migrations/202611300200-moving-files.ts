import { type Kysely, sql } from 'kysely';

// Files that storage:move has brought from one storage to another and compared there, so that it knows them when it is begun again.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table moved_files (
      -- Names both storages, without their credentials.
      route text not null,
      key text not null,
      -- Bytes where it came from, and where it is now: others when the site has replaced it meanwhile.
      size bigint not null,
      size_there bigint not null,
      moved_at timestamptz not null,
      primary key (route, key)
    )`.execute(db);
}
