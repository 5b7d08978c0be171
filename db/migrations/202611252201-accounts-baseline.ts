import { type Kysely, sql } from 'kysely';

/**
 * Users, and everything that signs them in. Tokens and codes are stored as hashes; provider tokens and secrets of authenticator
 * apps are sealed (server/kit/security/seal.ts).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createUsers(db);
  await countUsers(db);
  await createRoleHistory(db);
  await createSessions(db);
  await createIdentities(db);
  await createEmailLinks(db);
  await createTwoFactor(db);
}

async function createUsers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table users (
      id uuid primary key default gen_random_uuid(),
      username text not null unique check (username = lower(username) and length(username) between 3 and 30),
      email text not null unique check (email = lower(email)),
      email_verified_at timestamptz,
      -- The email was verified by a browser that was not signed in: it has the mailbox, but perhaps not the account.
      proven_elsewhere boolean not null default false,
      password_hash text,
      -- Premium is not a role: it follows from the rows in grants and ends without a job.
      role text not null default 'USER' check (role in ('USER', 'LEAKER', 'ADMIN')),
      display_name text,
      bio text not null default '',
      avatar text,
      banner text,
      verified boolean not null default false,
      badges text[] not null default '{}',
      -- Created by an administrator and not taken over by its owner yet.
      invited_at timestamptz,
      suspended_at timestamptz,
      suspended_until timestamptz,
      suspend_reason text,
      suspended_by uuid references users on delete set null,
      deleted_at timestamptz,
      deleted_by uuid references users on delete set null,
      -- Personal data has been erased for good; the row remains for what refers to it.
      erased_at timestamptz,
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
    );
    create index users_top on users (reputation desc, id) where uploads_count > 0;
    -- The administrators' list: by default order, role, state, and search.
    create index users_newest on users (created_at desc, id desc) where deleted_at is null;
    create index users_role on users (role, created_at desc, id desc) where deleted_at is null;
    create index users_invited on users (created_at desc, id desc) where invited_at is not null and deleted_at is null;
    create index users_suspended on users (suspended_at desc, id desc)
      where suspended_at is not null and deleted_at is null;
    create index users_deleted on users (deleted_at) where deleted_at is not null and erased_at is null;
    create index users_name on users (username text_pattern_ops) where deleted_at is null;
    create index users_find on users using gin (username gin_trgm_ops, email gin_trgm_ops);
    -- Most users have no badge, so counting or removing one must not read them all.
    create index users_badges on users using gin (badges) where badges <> '{}';
  `.execute(db);
}

// The number of users by role, as steps in list_steps. Statement triggers write one step for many rows; an update counts only
// when it changes what is counted, so likes and views cost nothing.
async function countUsers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function users_count_rows() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into list_steps (list, value, step)
        select 'users', r.role, count(*) from changed r where r.deleted_at is null group by 2;
      else
        insert into list_steps (list, value, step)
        select 'users', r.role, -count(*) from changed r where r.deleted_at is null group by 2;
      end if;
      return null;
    end $$;
    create trigger users_counted_insert after insert on users
      referencing new table as changed for each statement execute function users_count_rows();
    create trigger users_counted_delete after delete on users
      referencing old table as changed for each statement execute function users_count_rows();

    create function users_count_row() returns trigger language plpgsql as $$
    begin
      if old.deleted_at is null then insert into list_steps values ('users', old.role, -1); end if;
      if new.deleted_at is null then insert into list_steps values ('users', new.role, 1); end if;
      return null;
    end $$;
    create trigger users_counted_update after update of role, deleted_at on users for each row
      when (old.role is distinct from new.role or old.deleted_at is distinct from new.deleted_at)
      execute function users_count_row();
  `.execute(db);
}

async function createRoleHistory(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Who had which role when, for the dashboard's "from last month". A role is null before the account exists and after its
    -- deletion.
    create table role_changes (
      id bigint generated always as identity primary key,
      user_id uuid not null references users on delete cascade,
      role_before text,
      role_after text,
      at timestamptz not null
    );
    create index role_changes_at on role_changes (at);
    create index role_changes_user on role_changes (user_id);

    create function users_note_role() returns trigger language plpgsql as $$
    declare
      was text := case when tg_op = 'UPDATE' and old.deleted_at is null then old.role end;
      is_now text := case when new.deleted_at is null then new.role end;
    begin
      if was is distinct from is_now then
        insert into role_changes (user_id, role_before, role_after, at)
        values (new.id, was, is_now, case
          when tg_op = 'INSERT' then new.created_at
          when is_now is null then new.deleted_at
          else new.updated_at end);
      end if;
      return null;
    end $$;
    create trigger users_note_role after insert or update of role, deleted_at on users
      for each row execute function users_note_role();
  `.execute(db);
}

async function createSessions(db: Kysely<unknown>): Promise<void> {
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
    );
    create index sessions_user on sessions (user_id);

    -- Tokens that act for their owner within scopes.
    create table access_tokens (
      id uuid primary key default gen_random_uuid(),
      token_hash bytea not null unique,
      user_id uuid not null references users on delete cascade,
      -- The session that a short-lived token ends with; null for a personal token.
      session_id uuid references sessions on delete cascade,
      name text not null,
      scopes text[] not null,
      created_at timestamptz not null,
      last_used_at timestamptz,
      expires_at timestamptz not null
    );
    create index access_tokens_user on access_tokens (user_id, created_at desc);
    create index access_tokens_session on access_tokens (session_id);
    create index access_tokens_expiry on access_tokens (expires_at);

    -- Browsers that have signed in to the account: a sign-in from another one sends a mail.
    create table known_devices (
      user_id uuid not null references users on delete cascade,
      device_hash bytea not null,
      seen_at timestamptz not null,
      primary key (user_id, device_hash)
    );
  `.execute(db);
}

async function createIdentities(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- An identity is (provider, subject), never an email address, which can change hands.
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
    );

    -- One visit to a provider's consent page; its first callback uses it up.
    create table oauth_flows (
      state_hash bytea primary key,
      browser_hash bytea not null,
      provider text not null,
      intent text not null check (intent in ('sign-in', 'link', 'confirm')),
      session_id uuid references sessions on delete cascade,
      verifier text not null,
      nonce text not null,
      return_to text,
      -- The new account also applies to become a leaker.
      applies boolean not null default false,
      expires_at timestamptz not null
    );
    create index oauth_flows_expires on oauth_flows (expires_at);
  `.execute(db);
}

async function createEmailLinks(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Only the newest link of a purpose is valid, and only for the address it was sent to.
    create table mail_tokens (
      token_hash bytea primary key,
      purpose text not null check (purpose in ('verify-email', 'change-email', 'reset-password', 'invitation')),
      user_id uuid not null references users on delete cascade,
      email text not null,
      expires_at timestamptz not null,
      unique (user_id, purpose)
    );
  `.execute(db);
}

async function createTwoFactor(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table two_factors (
      user_id uuid primary key references users on delete cascade,
      secret bytea not null,
      enabled_at timestamptz,
      -- Time step of the last accepted code: only later ones are accepted (RFC 6238, section 5.2).
      last_step bigint not null default 0,
      created_at timestamptz not null
    );

    create table recovery_codes (
      user_id uuid not null references users on delete cascade,
      code_hash bytea not null,
      primary key (user_id, code_hash)
    );

    -- Sign-ins that passed the first factor and wait for the second.
    create table pending_sign_ins (
      token_hash bytea primary key,
      user_id uuid not null references users on delete cascade,
      applies boolean not null default false,
      failures integer not null default 0,
      expires_at timestamptz not null
    );
    create index pending_sign_ins_user on pending_sign_ins (user_id);
  `.execute(db);
}
