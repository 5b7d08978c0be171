import { type Kysely, sql } from 'kysely';

// Memberships at Patreon as its API last told of them. What of them is Premium here follows by a rule and stands in grants:
// a grant of a membership names it, and one membership serves one person at a time (under a lock of its own).
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table patreon_members (
      member_id text primary key,
      -- The person at Patreon: the subject of the identity that links them.
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
      -- The latest moment that was ever known to be paid for: a cancelled membership may not name it any more.
      paid_through timestamptz,
      -- The charge that was paid back, by its date: until a later one is paid nothing counts as paid.
      refunded_at timestamptz,
      -- Since when charges have been declined, whatever was tried in between; ends with one that is paid.
      declined_since timestamptz,
      -- When Patreon does not know the membership any more.
      gone_at timestamptz,
      -- When the question was sent whose answer this is: an answer to an earlier question changes nothing.
      observed_at timestamptz not null
    )`.execute(db);
  await sql`create index patreon_members_patron on patreon_members (patron_id)`.execute(db);
  await sql`create index patreon_members_email on patreon_members (email) where email is not null`.execute(db);
  await sql`create index patreon_members_observed on patreon_members (observed_at)`.execute(db);
  await sql`alter table grants add column membership_id text references patreon_members on delete set null`.execute(db);
  await sql`create index grants_membership on grants (membership_id) where membership_id is not null`.execute(db);
  // What was delivered to a webhook, by the hash of its body: providers deliver again.
  await sql`
    create table webhook_deliveries (
      provider text not null,
      body_hash bytea not null,
      event text not null,
      received_at timestamptz not null,
      primary key (provider, body_hash)
    )`.execute(db);
  await sql`create index webhook_deliveries_received on webhook_deliveries (received_at)`.execute(db);
  // Tokens of the site itself at a provider: a pair that is traded for the next one.
  await sql`
    create table service_tokens (
      name text primary key,
      tokens bytea not null,
      expires_at timestamptz,
      -- Hash of the configured pair that this one descends from: another one in the configuration begins anew.
      seed_hash bytea not null
    )`.execute(db);
}
