import { type Kysely, sql } from 'kysely';

// People, their sessions and their premium grants. A grant is what makes somebody premium (product.md, "Stored
// roles"): it stands beside the role and ends by itself, so no job has to take it away.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table users (
      id uuid primary key default gen_random_uuid(),
      username text not null unique check (username = lower(username) and length(username) between 3 and 30),
      email text not null unique check (email = lower(email)),
      email_verified_at timestamptz,
      password_hash text,
      role text not null default 'USER' check (role in ('USER', 'LEAKER', 'ADMIN')),
      display_name text,
      bio text not null default '',
      avatar text,
      banner text,
      verified boolean not null default false,
      badges text[] not null default '{}',
      suspended_at timestamptz,
      suspended_until timestamptz,
      suspend_reason text,
      deleted_at timestamptz,
      demo boolean not null default false,
      followers_count integer not null default 0,
      following_count integer not null default 0,
      total_likes integer not null default 0,
      reputation integer not null default 0,
      uploads_count integer not null default 0,
      posts_count integer not null default 0,
      views_count integer not null default 0,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index users_top on users (reputation desc, id) where uploads_count > 0`.execute(db);
  await sql`
    create table sessions (
      id uuid primary key default gen_random_uuid(),
      token_hash bytea not null unique,
      user_id uuid not null references users on delete cascade,
      user_agent text not null default '',
      created_at timestamptz not null,
      last_seen_at timestamptz not null,
      confirmed_at timestamptz not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index sessions_user on sessions (user_id)`.execute(db);
  await sql`
    create table grants (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users on delete cascade,
      source text not null check (source in ('patreon', 'admin')),
      reference text not null,
      starts_at timestamptz not null,
      ends_at timestamptz,
      created_at timestamptz not null default now(),
      unique (source, reference)
    )`.execute(db);
  await sql`create index grants_user on grants (user_id)`.execute(db);
  await sql`
    create table follows (
      follower_id uuid not null references users on delete cascade,
      leaker_id uuid not null references users on delete cascade,
      created_at timestamptz not null default now(),
      primary key (follower_id, leaker_id),
      check (follower_id <> leaker_id)
    )`.execute(db);
  await sql`create index follows_leaker on follows (leaker_id)`.execute(db);
}
