import { type Kysely, sql } from 'kysely';

/** Memberships at Patreon, the Premium grants that follow from them, and the Discord role. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createMemberships(db);
  await createGrants(db);
  await createPatreonSync(db);
  await createDiscordRole(db);
}

async function createMemberships(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Memberships as Patreon's API last reported them.
    create table patreon_members (
      member_id text primary key,
      -- The person at Patreon: the subject of the linked identity.
      patron_id text not null,
      email text check (email = lower(email)),
      patron_status text,
      last_charge_status text,
      last_charge_at timestamptz,
      next_charge_at timestamptz,
      cents int not null default 0,
      lifetime_cents int not null default 0,
      cadence_months int,
      is_free_trial boolean not null default false,
      is_gifted boolean not null default false,
      tiers text[] not null default '{}',
      -- The latest moment ever known to be paid for: a cancelled membership may no longer name it.
      paid_through timestamptz,
      -- Date of the charge that was refunded: until a later one is paid, nothing counts as paid.
      refunded_at timestamptz,
      -- Since when charges have been declined, retries included; a paid charge clears it.
      declined_since timestamptz,
      -- When Patreon stopped knowing the membership.
      gone_at timestamptz,
      -- When the request was sent that this row answers: the response to an earlier request changes nothing.
      observed_at timestamptz not null
    );
    create index patreon_members_patron on patreon_members (patron_id);
    create index patreon_members_email on patreon_members (email) where email is not null;
    create index patreon_members_observed on patreon_members (observed_at);
  `.execute(db);
}

async function createGrants(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A running grant makes its user Premium, beside the role (product.md, "Stored roles"). It ends by its date, without a job.
    create table grants (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users on delete cascade,
      source text not null check (source in ('patreon', 'admin')),
      reference text not null,
      -- One membership serves one user at a time, under a lock of its own.
      membership_id text references patreon_members on delete set null,
      starts_at timestamptz not null,
      ends_at timestamptz,
      created_at timestamptz not null default now(),
      unique (source, reference)
    );
    create index grants_user on grants (user_id);
    create index grants_membership on grants (membership_id) where membership_id is not null;
    create index grants_running on grants (starts_at desc, user_id);
    create index grants_ended on grants (ends_at) where ends_at is not null;
  `.execute(db);
}

async function createPatreonSync(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Webhook deliveries by the hash of their body: providers deliver more than once.
    create table webhook_deliveries (
      provider text not null,
      body_hash bytea not null,
      event text not null,
      received_at timestamptz not null,
      primary key (provider, body_hash)
    );
    create index webhook_deliveries_received on webhook_deliveries (received_at);

    -- The site's own token pair at a provider; each refresh replaces it.
    create table service_tokens (
      name text primary key,
      tokens bytea not null,
      expires_at timestamptz,
      -- Hash of the configured pair this one descends from: a new one in the configuration replaces it.
      seed_hash bytea not null
    );
  `.execute(db);
}

async function createDiscordRole(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Whom the bot has given the Premium role.
    create table chat_members (
      -- Outlives the linked identity, so that the role can be removed after it is unlinked.
      discord_id text primary key,
      -- As far as the bot knows.
      is_in_guild boolean not null default false,
      has_role boolean not null default false,
      -- Not requested again before this.
      retry_at timestamptz,
      updated_at timestamptz not null
    );

    -- The last known number of members.
    create table chat_counts (
      guild text primary key,
      members int not null,
      online int,
      read_at timestamptz not null
    );
  `.execute(db);
}
