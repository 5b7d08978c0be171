import { type Kysely, sql } from 'kysely';

/** Downloads, and the advertisements shown before them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createDownloads(db);
  await createAds(db);
}

async function createDownloads(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- One row per person (or visitor), resource and day: the number of rows is what "downloads" counts (product.md DL-8).
    create table downloads (
      id bigint generated always as identity primary key,
      resource_id uuid not null references resources on delete cascade,
      user_id uuid references users on delete set null,
      person text not null,
      day date not null,
      file_path text,
      demo boolean not null default false,
      created_at timestamptz not null,
      unique (resource_id, person, day)
    );
    create index downloads_user on downloads (user_id, created_at desc);
    create index downloads_resource on downloads (resource_id, created_at desc);
    create index downloads_day on downloads (created_at);

    -- Made at a link's first use; keeps the link resumable for its holder (DL-5).
    create table download_tickets (
      ticket_hash text primary key,
      resource_id uuid not null references resources on delete cascade,
      first_used_at timestamptz not null,
      -- Entity tag of what the first use sent. Clients that resume without a condition (\`curl -C -\`) would append a part of
      -- another version, so that is refused.
      version text
    );
    create index download_tickets_used on download_tickets (first_used_at);

    -- Files and folders of a resource chosen for one download (DL-12). The id is a hash of resource and paths, so the same choice
    -- is the same row.
    create table download_selections (
      id text primary key,
      resource_id uuid not null references resources on delete cascade,
      paths text[] not null check (cardinality(paths) > 0),
      used_at timestamptz not null
    );
    create index download_selections_resource on download_selections (resource_id);
    create index download_selections_used on download_selections (used_at);
  `.execute(db);
}

async function createAds(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ad_creatives (
      id uuid primary key default gen_random_uuid(),
      title text not null,
      text text not null default '',
      link text not null,
      action text not null,
      image_key text,
      weight integer not null default 1 check (weight between 1 and 100),
      active boolean not null default true,
      impressions bigint not null default 0,
      clicks bigint not null default 0,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
  `.execute(db);
}
