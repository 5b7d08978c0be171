import { type Kysely, sql } from 'kysely';

// The ways into an account beside its password, and what proves them. Every token and code is kept as a hash; provider
// tokens and secrets of authenticator apps are sealed (server/kit/security/seal.ts).
export async function up(db: Kysely<unknown>): Promise<void> {
  // An identity is (provider, subject): never an e-mail address, which can change hands.
  await sql`
    create table identities (
      provider text not null check (provider in ('google', 'discord', 'patreon')),
      subject text not null,
      user_id uuid not null references users on delete cascade,
      username text not null default '',
      email text,
      email_verified boolean not null default false,
      tokens bytea,
      tokens_expire_at timestamptz,
      scope text not null default '',
      linked_at timestamptz not null,
      checked_at timestamptz not null,
      primary key (provider, subject),
      unique (user_id, provider)
    )`.execute(db);
  // One visit to a consent page: spent by its first answer.
  await sql`
    create table oauth_flows (
      state_hash bytea primary key,
      browser_hash bytea not null,
      provider text not null,
      intent text not null check (intent in ('sign-in', 'link', 'confirm')),
      session_id uuid references sessions on delete cascade,
      verifier text not null,
      nonce text not null,
      return_to text,
      applies boolean not null default false,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index oauth_flows_expires on oauth_flows (expires_at)`.execute(db);
  // A sign-in whose first factor is proven and whose second is awaited.
  await sql`
    create table pending_sign_ins (
      token_hash bytea primary key,
      user_id uuid not null references users on delete cascade,
      applies boolean not null default false,
      failures integer not null default 0,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index pending_sign_ins_user on pending_sign_ins (user_id)`.execute(db);
  // Links in mail: the newest of a purpose counts, bound to the address that it went to.
  await sql`
    create table mail_tokens (
      token_hash bytea primary key,
      purpose text not null check (purpose in ('verify-email', 'change-email', 'reset-password')),
      user_id uuid not null references users on delete cascade,
      email text not null,
      expires_at timestamptz not null,
      unique (user_id, purpose)
    )`.execute(db);
  // `last_step` is the time step of the last accepted code: only later ones pass (RFC 6238, section 5.2).
  await sql`
    create table two_factors (
      user_id uuid primary key references users on delete cascade,
      secret bytea not null,
      enabled_at timestamptz,
      last_step bigint not null default 0,
      created_at timestamptz not null
    )`.execute(db);
  await sql`
    create table recovery_codes (
      user_id uuid not null references users on delete cascade,
      code_hash bytea not null,
      primary key (user_id, code_hash)
    )`.execute(db);
  // Browsers that somebody has signed in with: a sign-in from another one is told by mail.
  await sql`
    create table known_devices (
      user_id uuid not null references users on delete cascade,
      device_hash bytea not null,
      seen_at timestamptz not null,
      primary key (user_id, device_hash)
    )`.execute(db);
}
