import { type Kysely, sql } from 'kysely';

/** The toolbox's servers, each with its last observed state. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table toolbox_servers (
      id uuid primary key,
      name text not null,
      ip inet not null,
      port int not null,
      location text not null,
      username text not null,
      -- Sealed, bound to this row and the column (server/kit/security/seal.ts). At least one of the two.
      password bytea,
      ssh_key bytea,
      service text not null,
      upload_dir text,
      priority int not null default 0,
      is_default boolean not null default false,
      -- Pinned at the first contact: type and base64 key, as in a known_hosts file.
      host_key text,
      status text not null default 'error' check (status in ('online', 'offline', 'starting', 'stopping', 'error')),
      status_reason text,
      -- The kind of reason, for pages: one of SERVER_REASONS.
      reason_code text,
      -- The key that the server presented last instead of the pinned one.
      shown_host_key text,
      -- Incremented with every decision and observation: an observation begun at an older version is dropped.
      version int8 not null default 0,
      -- Until then a command is running; the process that sent it may have died.
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
      -- The upload folder, which is scanned less often than the rest.
      files_observed_at timestamptz,
      upload_count int8,
      video_bytes int8,
      image_audio_bytes int8,
      other_bytes int8,
      created_by uuid references users on delete set null,
      created_at timestamptz not null,
      check (password is not null or ssh_key is not null)
    );
    create unique index toolbox_servers_address on toolbox_servers (ip, port);
    create unique index toolbox_servers_default on toolbox_servers (is_default) where is_default;
  `.execute(db);
}
