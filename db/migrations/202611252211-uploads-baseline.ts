import { type Kysely, sql } from 'kysely';

/** Files on their way into a resource, and the decisions of reviewers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createUploadSessions(db);
  await createDecisions(db);
}

async function createUploadSessions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table upload_sessions (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users on delete cascade,
      resource_id uuid not null references resources on delete cascade,
      -- The file's path in the resource; for a bundle of small files, the text shown in its place.
      path text not null,
      is_bundle boolean not null default false,
      -- The paths and sizes of a bundle, sent when it is complete: [{path, size}].
      manifest jsonb,
      -- As the browser reports it: a file that changed since cannot be resumed.
      modified_at timestamptz,
      size bigint not null check (size >= 0),
      -- Bytes that were acknowledged and survive a power cut.
      received bigint not null default 0 check (received between 0 and size),
      -- RECEIVING until all bytes have arrived, then CHECKING. The row is deleted once its files are part of the resource, or
      -- stays as REFUSED with a sentence.
      state text not null default 'RECEIVING' check (state in ('RECEIVING', 'CHECKING', 'REFUSED')),
      step text check (step in ('reading', 'unpacking', 'storing')),
      checked bigint not null default 0,
      refusal text,
      created_at timestamptz not null,
      touched_at timestamptz not null
    );
    create index upload_sessions_user on upload_sessions (user_id);
    create index upload_sessions_resource on upload_sessions (resource_id);
    create unique index upload_sessions_path on upload_sessions (resource_id, path)
      where not is_bundle and state <> 'REFUSED';
    create index upload_sessions_abandoned on upload_sessions (touched_at) where state = 'RECEIVING';

    -- Pictures uploaded for no resource yet. They count in the quota until a job deletes them.
    create table sent_pictures (
      key text primary key,
      user_id uuid not null references users on delete cascade,
      size bigint not null
    );
    create index sent_pictures_user_id on sent_pictures (user_id);
  `.execute(db);
}

async function createDecisions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table resource_decisions (
      id bigint generated always as identity primary key,
      resource_id uuid not null references resources on delete cascade,
      leaker_id uuid not null references users on delete cascade,
      status text not null check (status in ('PENDING', 'APPROVED', 'REJECTED')),
      reason text,
      decided_by uuid references users on delete set null,
      decided_at timestamptz not null
    );
    create index resource_decisions_leaker on resource_decisions (leaker_id, decided_at desc);
    create index resource_decisions_resource on resource_decisions (resource_id, decided_at desc);
  `.execute(db);
}
