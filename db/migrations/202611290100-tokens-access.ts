import { type Kysely, sql } from 'kysely';

// Tokens that act for their owner within scopes: a person's own, and short ones that end with the session that asked.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table access_tokens (
      id uuid primary key default gen_random_uuid(),
      token_hash bytea not null unique,
      user_id uuid not null references users on delete cascade,
      -- Null for personal tokens, which no session stands behind.
      session_id uuid references sessions on delete cascade,
      name text not null,
      scopes text[] not null,
      created_at timestamptz not null,
      last_used_at timestamptz,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index access_tokens_user on access_tokens (user_id, created_at desc)`.execute(db);
  await sql`create index access_tokens_session on access_tokens (session_id)`.execute(db);
  await sql`create index access_tokens_expiry on access_tokens (expires_at)`.execute(db);
}
