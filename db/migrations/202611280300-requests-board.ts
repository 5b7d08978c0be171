import { type Kysely, sql } from 'kysely';

// Requests of resources: one for each normalised address, for good, so that whoever asks again meets the first one.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table resource_requests (
      id uuid primary key default gen_random_uuid(),
      user_id uuid references users on delete set null,
      name text not null,
      link text not null,
      -- The link without what does not change where it leads.
      link_key text not null unique,
      og_title text,
      og_description text,
      og_price text,
      -- The address of the picture, which browsers get by /api/image-proxy alone.
      og_image text,
      status text not null default 'Pending' check (status in ('Pending', 'Searching', 'Fulfilled', 'Rejected')),
      note text not null default '',
      resource_id uuid references resources on delete set null,
      decided_at timestamptz,
      decided_by uuid references users on delete set null,
      -- Votes that stand, the requester's included; those of Premium members among them.
      votes int not null default 0,
      premium_votes int not null default 0,
      removed_at timestamptz,
      removed_by uuid references users on delete set null,
      demo boolean not null default false,
      created_at timestamptz not null
    )`.execute(db);
  await sql`
    create index resource_requests_board on resource_requests
      ((premium_votes > 0) desc, (votes + 2 * premium_votes) desc, created_at desc, id) where removed_at is null`.execute(
    db,
  );
  await sql`create index resource_requests_newest on resource_requests (created_at desc, id)`.execute(db);
  await sql`create index resource_requests_user on resource_requests (user_id, created_at desc)`.execute(db);
  await sql`create index resource_requests_resource on resource_requests (resource_id)`.execute(db);
  await sql`create index resource_requests_words on resource_requests using gin (lower(name) gin_trgm_ops)`.execute(db);
  await sql`
    create table request_votes (
      request_id uuid not null references resource_requests on delete cascade,
      user_id uuid not null references users on delete cascade,
      -- Whether they were Premium when they voted: their vote weighs more.
      is_premium boolean not null,
      -- Whether they want to be told what becomes of it.
      tells boolean not null default true,
      created_at timestamptz not null,
      primary key (request_id, user_id)
    )`.execute(db);
  await sql`create index request_votes_user on request_votes (user_id)`.execute(db);
  // Pictures that were read from elsewhere for /api/image-proxy, by the hash of their address.
  await sql`
    create table proxied_pictures (
      address_hash bytea primary key,
      -- Storage key of the picture as it was drawn anew; null while the address gives none.
      storage_key text,
      read_at timestamptz not null
    )`.execute(db);
  await sql`create index proxied_pictures_read on proxied_pictures (read_at)`.execute(db);
}
