import { type Kysely, sql } from 'kysely';

// Requests of resources: one for each normalised address, so that whoever asks again meets the first one.
export async function up(db: Kysely<unknown>): Promise<void> {
  await makeRequests(db);
  await countRequests(db);
  await makeVotes(db);
  await makeProxiedPictures(db);
}

async function makeRequests(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table resource_requests (
      id uuid primary key default gen_random_uuid(),
      user_id uuid references users on delete set null,
      name text not null,
      link text not null,
      -- Name of the site that the link leads to.
      host text not null,
      -- Hash of the link without what does not change where it leads: an index takes no text of any length.
      link_key text not null,
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
      -- Counted up with every change of the status, so that nobody is told of one twice.
      decision int not null default 0,
      -- Votes that stand, the requester's included; those of Premium members among them.
      votes int not null default 0,
      premium_votes int not null default 0,
      removed_at timestamptz,
      removed_by uuid references users on delete set null,
      demo boolean not null default false,
      created_at timestamptz not null,
      -- What the board is in order of.
      is_open boolean not null generated always as (status in ('Pending', 'Searching')) stored,
      is_premium boolean not null generated always as (premium_votes > 0) stored,
      weight int not null generated always as (votes + 2 * premium_votes) stored
    )`.execute(db);
  // One that was removed may be asked for again.
  await sql`create unique index resource_requests_link on resource_requests (link_key) where removed_at is null`.execute(
    db,
  );
  for (const [name, columns] of [
    ['board', 'is_open, is_premium, weight, created_at, id'],
    ['board_status', 'status, is_premium, weight, created_at, id'],
    ['votes', 'votes, created_at, id'],
    ['newest', 'created_at, id'],
    ['newest_status', 'status, created_at, id'],
  ])
    await sql`create index ${sql.id(`resource_requests_${name}`)} on resource_requests (${sql.raw(columns ?? '')})
      where removed_at is null`.execute(db);
  await sql`create index resource_requests_user on resource_requests (user_id, created_at desc)`.execute(db);
  await sql`create index resource_requests_resource on resource_requests (resource_id)`.execute(db);
  await sql`create index resource_requests_words on resource_requests
    using gin (lower(name) gin_trgm_ops, host gin_trgm_ops)`.execute(db);
}

// How many there are in each status, as steps like those of the other long lists (kit/db/list-counts.ts).
async function countRequests(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function resource_requests_count() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' and old.removed_at is null then
        insert into list_steps values ('resource_requests', old.status, -1);
      end if;
      if tg_op <> 'DELETE' and new.removed_at is null then
        insert into list_steps values ('resource_requests', new.status, 1);
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger resource_requests_counted after insert or delete or update of status, removed_at on resource_requests
    for each row execute function resource_requests_count()`.execute(db);
}

async function makeVotes(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table request_votes (
      request_id uuid not null references resource_requests on delete cascade,
      user_id uuid not null references users on delete cascade,
      -- Whether they were Premium when they voted: their vote weighs more.
      is_premium boolean not null,
      -- Whether they want to be told what becomes of it.
      tells boolean not null,
      -- The decision that they were told last; see resource_requests.
      told_decision int not null default 0,
      created_at timestamptz not null,
      primary key (request_id, user_id)
    )`.execute(db);
  await sql`create index request_votes_user on request_votes (user_id)`.execute(db);
}

async function makeProxiedPictures(db: Kysely<unknown>): Promise<void> {
  // Pictures that were read from elsewhere for /api/image-proxy, by the hash of their address.
  await sql`
    create table proxied_pictures (
      address_hash bytea primary key,
      -- Storage key of the picture as it was drawn anew; null while the address gives none.
      storage_key text,
      -- When that was read, or when it was asked for first.
      read_at timestamptz not null,
      -- When it could not be read since.
      failed_at timestamptz,
      -- Until then somebody has the reading in hand, who may have died.
      reading_until timestamptz not null
    )`.execute(db);
  await sql`create index proxied_pictures_read on proxied_pictures (read_at)`.execute(db);
}
