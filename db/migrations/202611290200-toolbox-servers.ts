import { type Kysely, sql } from 'kysely';

// Servers of the toolbox, each with what was observed of it last.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table toolbox_servers (
      id uuid primary key,
      name text not null,
      ip inet not null,
      port int not null,
      location text not null,
      username text not null,
      -- Sealed, bound to this row and to the column (kit/security/seal.ts). At least one of the two.
      password bytea,
      ssh_key bytea,
      service text not null,
      upload_dir text,
      priority int not null default 0,
      is_default boolean not null default false,
      -- As it was shown at the first contact: kind and key in base64, as in a known_hosts file.
      host_key text,
      status text not null default 'error' check (status in ('online', 'offline', 'starting', 'stopping', 'error')),
      status_reason text,
      -- The kind of reason, for pages: one of SERVER_REASONS.
      reason_code text,
      -- The host key that it shows in place of the pinned one, as it was seen last.
      shown_host_key text,
      -- Grows with all that is decided or seen of its state: a look that began at an older one is no news.
      version int8 not null default 0,
      -- Until then somebody's order is under way, whose process may have died.
      acting_until timestamptz,
      observed_at timestamptz,
      last_ping timestamptz,
      cpu float8,
      memory_used int8,
      memory_total int8,
      disk_used int8,
      disk_total int8,
      network_in float8,
      network_out float8,
      uptime float8,
      -- Of the folder of uploads, which is looked through less often than the rest.
      files_observed_at timestamptz,
      upload_count int8,
      video_bytes int8,
      image_audio_bytes int8,
      other_bytes int8,
      created_by uuid references users on delete set null,
      created_at timestamptz not null,
      check (password is not null or ssh_key is not null)
    )`.execute(db);
  await sql`create unique index toolbox_servers_address on toolbox_servers (ip, port)`.execute(db);
  await sql`create unique index toolbox_servers_default on toolbox_servers (is_default) where is_default`.execute(db);
}
