import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Pictures fetched from other sites for /api/image-proxy, by the hash of their address.
    create table proxied_pictures (
      address_hash bytea primary key,
      -- Storage key of the re-encoded picture; null while the address gives none.
      storage_key text,
      -- When it was fetched, or first requested.
      read_at timestamptz not null,
      -- When fetching it failed since.
      failed_at timestamptz,
      -- Until then a process is fetching it; that process may have died.
      reading_until timestamptz not null
    );
    create index proxied_pictures_read on proxied_pictures (read_at);
  `.execute(db);
}
