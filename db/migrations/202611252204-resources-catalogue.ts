import { type Kysely, sql } from 'kysely';

/** Resources, their files, and what users do with them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createResources(db);
  await createLists(db);
  await countResources(db);
  await createFiles(db);
  await createReactions(db);
  await createCollections(db);
}

async function createResources(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table resources (
      id uuid primary key default gen_random_uuid(),
      slug text unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
      author_id uuid not null references users on delete cascade,
      title text not null,
      description text not null default '',
      category text not null,
      is_premium boolean not null generated always as (position('premium' in lower(category)) > 0) stored,
      editor text not null,
      editor_min_version text,
      type text not null,
      tags text[] not null default '{}',
      licence text,
      -- The leaker's declarations: they hold the rights; the site may offer it for payment.
      rights_declared_at timestamptz,
      sale_declared_at timestamptz,
      status text not null default 'PENDING' check (status in ('PENDING', 'APPROVED', 'REJECTED')),
      status_reason text,
      -- When the leaker submitted it for review; null for a draft, which only its leaker and administrators see.
      submitted_at timestamptz default now(),
      approved_at timestamptz,
      hidden_at timestamptz,
      hidden_by uuid references users on delete set null,
      hidden_reason text,
      deleted_at timestamptz,
      deleted_by uuid references users on delete set null,
      -- Deleted together with its leaker's account, and restored with it.
      deleted_with_author boolean not null default false,
      thumbnail_key text,
      thumbnail_hash text,
      -- The leaker chose the thumbnail; others are made from the files.
      thumbnail_chosen boolean not null default false,
      strip_key text,
      strip_kind text not null default 'frames' check (strip_kind in ('frames', 'lut', 'waveform')),
      media_label text not null default '',
      preview_state text not null default 'READY'
        check (preview_state in ('NONE', 'WAITING', 'MAKING', 'READY', 'FAILED')),
      -- What could not be made and why, as a sentence.
      preview_note text,
      -- What was read from the media files: size in pixels, seconds, frame rate and the like.
      facts jsonb not null default '{}',
      views integer not null default 0,
      likes integer not null default 0,
      saves integer not null default 0,
      downloads integer not null default 0,
      trend integer not null default 0,
      file_count integer not null default 0,
      file_size bigint not null default 0,
      demo boolean not null default false,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      -- Filled by the trigger resources_terms. Last, because they are long and no page reads them.
      terms tsvector not null default '',
      facets text[] not null default '{}'
    );
  `.execute(db);
}

async function createLists(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The public orders of the catalogue, over visible resources only.
    create index resources_newest on resources (created_at desc, id desc)
      where status = 'APPROVED' and hidden_at is null and deleted_at is null;
    create index resources_updated_at on resources (updated_at desc, created_at desc, id desc)
      where status = 'APPROVED' and hidden_at is null and deleted_at is null;
    create index resources_downloads on resources (downloads desc, created_at desc, id desc)
      where status = 'APPROVED' and hidden_at is null and deleted_at is null;
    create index resources_likes on resources (likes desc, created_at desc, id desc)
      where status = 'APPROVED' and hidden_at is null and deleted_at is null;
    create index resources_trend on resources (trend desc, created_at desc, id desc)
      where status = 'APPROVED' and hidden_at is null and deleted_at is null;
    create index resources_author on resources (author_id, created_at desc, id desc);

    -- The administrators' lists: everything submitted, and the few that wait, are rejected or hidden. Those with a category are
    -- answered from the index alone.
    create index resources_submitted on resources (submitted_at desc, id desc)
      where submitted_at is not null and deleted_at is null;
    create index resources_waiting on resources (status, submitted_at desc, id desc)
      where status <> 'APPROVED' and submitted_at is not null and deleted_at is null;
    create index resources_waiting_category on resources (category, status, id)
      where status <> 'APPROVED' and submitted_at is not null and deleted_at is null;
    create index resources_hidden on resources (hidden_at desc, id desc)
      where hidden_at is not null and deleted_at is null;
    create index resources_hidden_category on resources (category, status, id)
      where hidden_at is not null and submitted_at is not null and deleted_at is null;
    create index resources_title on resources using gin (title gin_trgm_ops) where submitted_at is not null;

    -- Jobs: previews to make, deleted rows to clear away, pictures that no row shows any more. And the dashboard's days.
    create index resources_unpreviewed on resources (updated_at)
      where preview_state in ('WAITING', 'MAKING') and deleted_at is null;
    create index resources_deleted on resources (deleted_at) where deleted_at is not null;
    create index resources_thumbnail on resources (thumbnail_key);
    create index resources_strip on resources (strip_key);
    create index resources_approved on resources (approved_at) where approved_at is not null;
  `.execute(db);
}

// The number of submitted resources by status, as steps in list_steps.
async function countResources(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function resources_count_rows() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into list_steps (list, value, step)
        select 'resources', r.status, count(*) from changed r
        where r.submitted_at is not null and r.deleted_at is null group by 2;
      else
        insert into list_steps (list, value, step)
        select 'resources', r.status, -count(*) from changed r
        where r.submitted_at is not null and r.deleted_at is null group by 2;
      end if;
      return null;
    end $$;
    create trigger resources_counted_insert after insert on resources
      referencing new table as changed for each statement execute function resources_count_rows();
    create trigger resources_counted_delete after delete on resources
      referencing old table as changed for each statement execute function resources_count_rows();

    create function resources_count_row() returns trigger language plpgsql as $$
    begin
      if old.submitted_at is not null and old.deleted_at is null then
        insert into list_steps values ('resources', old.status, -1);
      end if;
      if new.submitted_at is not null and new.deleted_at is null then
        insert into list_steps values ('resources', new.status, 1);
      end if;
      return null;
    end $$;
    create trigger resources_counted_update after update of status, submitted_at, deleted_at on resources for each row
      when (old.status is distinct from new.status or old.submitted_at is distinct from new.submitted_at
        or old.deleted_at is distinct from new.deleted_at)
      execute function resources_count_row();
  `.execute(db);
}

async function createFiles(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table resource_files (
      id uuid primary key default gen_random_uuid(),
      resource_id uuid not null references resources on delete cascade,
      path text not null,
      size bigint not null check (size >= 0),
      sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
      crc32 bigint not null,
      storage_key text not null,
      -- By content, never by name; null when it is none we recognise.
      media_type text,
      -- Size in pixels, seconds, frame rate and the like, as far as they could be read.
      facts jsonb not null default '{}',
      -- What a reviewer should know: [{code, sentence}].
      findings jsonb not null default '[]',
      created_at timestamptz not null default now(),
      unique (resource_id, path)
    );
    -- Finds a folder by its prefix, whatever the database's own collation.
    create index resource_files_prefix on resource_files (resource_id, path collate "C");
    -- The same content is stored once, however often it was uploaded.
    create index resource_files_content on resource_files (sha256, size);
    create index resource_files_key on resource_files (storage_key);
    -- Asked every second while an upload is processed, whatever the number of files.
    create index resource_files_findings on resource_files (resource_id, path) where findings <> '[]';
  `.execute(db);
}

async function createReactions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table likes (
      user_id uuid not null references users on delete cascade,
      resource_id uuid not null references resources on delete cascade,
      created_at timestamptz not null default now(),
      primary key (user_id, resource_id)
    );
    create index likes_resource on likes (resource_id);
    create index likes_newest on likes (user_id, created_at desc);

    create table saves (
      user_id uuid not null references users on delete cascade,
      resource_id uuid not null references resources on delete cascade,
      created_at timestamptz not null default now(),
      primary key (user_id, resource_id)
    );
    create index saves_resource on saves (resource_id);
    create index saves_newest on saves (user_id, created_at desc, resource_id);

    -- One view per visitor and hour counts.
    create table resource_views (
      resource_id uuid not null references resources on delete cascade,
      visitor text not null,
      hour timestamptz not null,
      primary key (resource_id, visitor, hour)
    );
    create index resource_views_hour on resource_views (hour);
  `.execute(db);
}

async function createCollections(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table collections (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users on delete cascade,
      name text not null,
      description text not null default '',
      is_public boolean not null default true,
      position integer not null,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create unique index collections_name on collections (user_id, lower(name));
    create index collections_user on collections (user_id, position);

    create table collection_items (
      collection_id uuid not null references collections on delete cascade,
      resource_id uuid not null references resources on delete cascade,
      position integer not null,
      added_at timestamptz not null,
      primary key (collection_id, resource_id)
    );
    create index collection_items_resource on collection_items (resource_id);
  `.execute(db);
}
