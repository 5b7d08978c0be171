import { type Kysely, sql } from 'kysely';

/** Requests for resources: one per normalised link, so that asking again finds the first one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createRequests(db);
  await createBoard(db);
  await countRequests(db);
  await createVotes(db);
}

async function createRequests(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table resource_requests (
      id uuid primary key default gen_random_uuid(),
      user_id uuid references users on delete set null,
      name text not null,
      link text not null,
      -- Host of the link.
      host text not null,
      -- Hash of the normalised link: an index cannot hold text of any length.
      link_key text not null,
      og_title text,
      og_description text,
      og_price text,
      -- Address of the picture; browsers get it only through /api/image-proxy.
      og_image text,
      status text not null default 'Pending' check (status in ('Pending', 'Searching', 'Fulfilled', 'Rejected')),
      note text not null default '',
      resource_id uuid references resources on delete set null,
      decided_at timestamptz,
      decided_by uuid references users on delete set null,
      -- Incremented with every change of the status, so that nobody is notified twice of the same one.
      decision int not null default 0,
      -- When the status last changed; null while it never has.
      changed_at timestamptz,
      -- Current votes, the requester's included; and how many of them are from Premium members.
      votes int not null default 0,
      premium_votes int not null default 0,
      removed_at timestamptz,
      removed_by uuid references users on delete set null,
      demo boolean not null default false,
      created_at timestamptz not null,
      -- What the board is sorted by.
      is_open boolean not null generated always as (status in ('Pending', 'Searching')) stored,
      is_premium boolean not null generated always as (premium_votes > 0) stored,
      weight int not null generated always as (votes + 2 * premium_votes) stored
    );
    -- A removed request may be made again.
    create unique index resource_requests_link on resource_requests (link_key) where removed_at is null;
    create index resource_requests_user on resource_requests (user_id, created_at desc);
    create index resource_requests_resource on resource_requests (resource_id);
    create index resource_requests_words on resource_requests
      using gin (lower(name) gin_trgm_ops, host gin_trgm_ops);
  `.execute(db);
}

async function createBoard(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index resource_requests_board on resource_requests (is_open, is_premium, weight, created_at, id)
      where removed_at is null;
    create index resource_requests_board_status on resource_requests (status, is_premium, weight, created_at, id)
      where removed_at is null;
    create index resource_requests_votes on resource_requests (votes, created_at, id) where removed_at is null;
    create index resource_requests_newest on resource_requests (created_at, id) where removed_at is null;
    create index resource_requests_newest_status on resource_requests (status, created_at, id) where removed_at is null;
  `.execute(db);
}

// The number of requests by status, as steps in list_steps.
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
    end $$;
    create trigger resource_requests_counted after insert or delete or update of status, removed_at on resource_requests
      for each row execute function resource_requests_count();
  `.execute(db);
}

async function createVotes(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table request_votes (
      request_id uuid not null references resource_requests on delete cascade,
      user_id uuid not null references users on delete cascade,
      -- Premium at the time of the vote: it weighs more.
      is_premium boolean not null,
      -- Wants to be notified of changes.
      tells boolean not null,
      -- The last value of resource_requests.decision that the user was notified of, and that they dismissed.
      told_decision int not null default 0,
      dismissed_decision int not null default 0,
      created_at timestamptz not null,
      primary key (request_id, user_id)
    );
    create index request_votes_user on request_votes (user_id);
  `.execute(db);
}
