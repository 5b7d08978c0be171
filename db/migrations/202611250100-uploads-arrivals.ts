import { type Kysely, sql } from 'kysely';

// Uploads on their way: what is being received and checked, what was decided, and what is known of each file.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table resources
      -- When its leaker handed it in; null for a draft, which nobody but they (and admins) see and nobody decides.
      add column submitted_at timestamptz default now(),
      -- The declaration that the site may offer it for payment (product.md UP-2).
      add column sale_declared_at timestamptz,
      -- Whether the thumbnail was chosen by the leaker; others are made of the files.
      add column thumbnail_chosen boolean not null default false,
      add column preview_state text not null default 'READY'
        check (preview_state in ('NONE', 'WAITING', 'MAKING', 'READY', 'FAILED')),
      -- What could not be made, and why, in a sentence.
      add column preview_note text`.execute(db);
  // The lists of administrators: all that was handed in, and the few of it that are not approved.
  await sql`create index resources_submitted on resources (submitted_at desc, id desc)
    where submitted_at is not null and deleted_at is null`.execute(db);
  await sql`create index resources_waiting on resources (status, submitted_at desc, id desc)
    where status <> 'APPROVED' and submitted_at is not null and deleted_at is null`.execute(db);
  await sql`create index leaker_applications_queue
    on leaker_applications ((status = 'PENDING') desc, created_at desc, id desc)`.execute(db);
  await sql`create index resources_unpreviewed on resources (updated_at)
    where preview_state in ('WAITING', 'MAKING') and deleted_at is null`.execute(db);
  await sql`create index resources_deleted on resources (deleted_at) where deleted_at is not null`.execute(db);
  await sql`
    alter table resource_files
      -- By content, never by name; null when it is none that we know.
      add column media_type text,
      -- Size in pixels, seconds, frame rate and the like, as far as they could be read.
      add column facts jsonb not null default '{}',
      -- What a person who approves should know: [{code, sentence}].
      add column findings jsonb not null default '[]'`.execute(db);
  // The same content is kept once on the disk, however often it was uploaded.
  await sql`create index resource_files_content on resource_files (sha256, size)`.execute(db);
  await sql`create index resource_files_key on resource_files (storage_key)`.execute(db);
  // A picture is removed when nobody shows it any more.
  await sql`create index resources_thumbnail on resources (thumbnail_key)`.execute(db);
  await sql`create index resources_strip on resources (strip_key)`.execute(db);
  // What is asked each second while something is under way, whatever the number of files.
  await sql`create index resource_files_findings on resource_files (resource_id, path) where findings <> '[]'`.execute(
    db,
  );
  // A leaker's activity: their own uploads, and the newest downloads of each of their resources.
  await sql`create index activity_uploads on activity (user_id, created_at desc) where type = 'UPLOAD'`.execute(db);
  await sql`create index downloads_resource on downloads (resource_id, created_at desc)`.execute(db);
  await makeSessions(db);
  await makeDecisions(db);
}

async function makeSessions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table upload_sessions (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users on delete cascade,
      resource_id uuid not null references resources on delete cascade,
      -- Where the file will stand in the resource; for a bundle of small files what a person reads in its place.
      path text not null,
      is_bundle boolean not null default false,
      -- The paths and sizes of a bundle, told when it is complete: [{path, size}].
      manifest jsonb,
      -- What the browser says of the file: one that was changed since is not gone on with.
      modified_at timestamptz,
      size bigint not null check (size >= 0),
      -- Bytes that were acknowledged, and survive a power cut.
      received bigint not null default 0 check (received between 0 and size),
      -- RECEIVING until all bytes are there and completed; then CHECKING; the row goes when its files are part of the
      -- resource, and stays as REFUSED with a sentence when they could not become one.
      state text not null default 'RECEIVING' check (state in ('RECEIVING', 'CHECKING', 'REFUSED')),
      step text check (step in ('reading', 'unpacking', 'storing')),
      checked bigint not null default 0,
      refusal text,
      created_at timestamptz not null,
      touched_at timestamptz not null
    )`.execute(db);
  await sql`create index upload_sessions_user on upload_sessions (user_id)`.execute(db);
  await sql`create index upload_sessions_resource on upload_sessions (resource_id)`.execute(db);
  await sql`create unique index upload_sessions_path on upload_sessions (resource_id, path)
    where not is_bundle and state <> 'REFUSED'`.execute(db);
  await sql`create index upload_sessions_abandoned on upload_sessions (touched_at)
    where state = 'RECEIVING'`.execute(db);
}

async function makeDecisions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table resource_decisions (
      id bigint generated always as identity primary key,
      resource_id uuid not null references resources on delete cascade,
      leaker_id uuid not null references users on delete cascade,
      status text not null check (status in ('PENDING', 'APPROVED', 'REJECTED')),
      reason text,
      decided_by uuid references users on delete set null,
      decided_at timestamptz not null
    )`.execute(db);
  await sql`create index resource_decisions_leaker on resource_decisions (leaker_id, decided_at desc)`.execute(db);
  await sql`create index resource_decisions_resource on resource_decisions (resource_id, decided_at desc)`.execute(db);
  await sql`
    insert into resource_decisions (resource_id, leaker_id, status, decided_at)
    select id, author_id, status, coalesce(approved_at, updated_at) from resources where status <> 'PENDING'`.execute(
    db,
  );
}
