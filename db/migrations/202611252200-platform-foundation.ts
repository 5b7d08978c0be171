import { type Kysely, sql } from 'kysely';

/** What several domains build on and that refers to no table of theirs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTextTools(db);
  await createCounters(db);
  await createMailOutbox(db);
}

async function createTextTools(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Trigram indexes: substring search and typing errors.
    create extension if not exists pg_trgm;

    -- "shot 2" before "shot 10". For sorting only, never in an index: a new version of ICU may order text differently.
    create collation natural_order (provider = icu, locale = 'en-u-kn-true');
  `.execute(db);
}

async function createCounters(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Totals of long lists (server/kit/db/list-counts.ts). Triggers append steps and lock nothing, so writers never wait for each
    -- other as they would for one counter row. A total is the sum of the steps; a job folds them.
    create table list_steps (
      list text not null,
      value text not null,
      step bigint not null
    );
    create index list_steps_list on list_steps (list, value);

    -- Rate limits, shared by all processes.
    create table rate_counters (
      key text not null,
      starts_at timestamptz not null,
      ends_at timestamptz not null,
      hits integer not null,
      primary key (key, starts_at)
    );
    create index rate_counters_ends on rate_counters (ends_at);
  `.execute(db);
}

async function createMailOutbox(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Links in mail are secrets: the body is sealed while the mail waits and emptied once it is sent.
    create table mail_outbox (
      id uuid primary key default gen_random_uuid(),
      to_address text not null,
      subject text not null,
      -- Plain text is read but no longer written.
      text_body text not null default '',
      html_body text not null default '',
      created_at timestamptz not null,
      sent_at timestamptz,
      sealed_body bytea
    );
  `.execute(db);
}
