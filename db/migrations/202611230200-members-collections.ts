import { type Kysely, sql } from 'kysely';

// Names that people had, applications, and collections.
export async function up(db: Kysely<unknown>): Promise<void> {
  // A former name leads to its owner until then, and nobody else can take it (product.md ID-8).
  await sql`
    create table former_usernames (
      username text primary key,
      user_id uuid not null references users on delete cascade,
      until timestamptz not null
    )`.execute(db);
  await sql`create index former_usernames_user on former_usernames (user_id)`.execute(db);
  await sql`
    create table leaker_applications (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users on delete cascade,
      status text not null default 'PENDING' check (status in ('PENDING', 'APPROVED', 'REJECTED')),
      reason text,
      created_at timestamptz not null,
      decided_at timestamptz,
      decided_by uuid references users on delete set null
    )`.execute(db);
  await sql`create unique index leaker_applications_open on leaker_applications (user_id)
    where status = 'PENDING'`.execute(db);
  await sql`create index leaker_applications_user on leaker_applications (user_id, created_at desc)`.execute(db);
  // Who asked before their address was verified: their application is sent as soon as it is.
  await sql`
    create table leaker_wishes (
      user_id uuid primary key references users on delete cascade,
      created_at timestamptz not null
    )`.execute(db);
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
    )`.execute(db);
  await sql`create unique index collections_name on collections (user_id, lower(name))`.execute(db);
  await sql`create index collections_user on collections (user_id, position)`.execute(db);
  await sql`
    create table collection_items (
      collection_id uuid not null references collections on delete cascade,
      resource_id uuid not null references resources on delete cascade,
      position integer not null,
      added_at timestamptz not null,
      primary key (collection_id, resource_id)
    )`.execute(db);
  await sql`create index collection_items_resource on collection_items (resource_id)`.execute(db);
  // A person's lists are read newest first.
  await sql`create index likes_newest on likes (user_id, created_at desc)`.execute(db);
  await sql`create index saves_newest on saves (user_id, created_at desc, resource_id)`.execute(db);
  await sql`create index follows_newest on follows (follower_id, created_at desc)`.execute(db);
}
