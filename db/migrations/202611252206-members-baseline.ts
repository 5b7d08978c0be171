import { type Kysely, sql } from 'kysely';

/** Former usernames, and who follows whom. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Until then a former name redirects to its owner and nobody else can take it (product.md ID-8).
    create table former_usernames (
      username text primary key,
      user_id uuid not null references users on delete cascade,
      until timestamptz not null
    );
    create index former_usernames_user on former_usernames (user_id);

    create table follows (
      follower_id uuid not null references users on delete cascade,
      leaker_id uuid not null references users on delete cascade,
      created_at timestamptz not null default now(),
      primary key (follower_id, leaker_id),
      check (follower_id <> leaker_id)
    );
    create index follows_leaker on follows (leaker_id);
    create index follows_newest on follows (follower_id, created_at desc);
  `.execute(db);
}
