import { type Kysely, sql } from 'kysely';

/** Badges, and the dashboard's history. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table badges (
      name text primary key,
      description text not null default '',
      tone text not null default 'muted',
      created_at timestamptz not null
    );

    -- Events of past days by kind, counted once. A chart of a year reads 365 of these rows.
    create table daily_counts (
      kind text not null,
      day date not null,
      count bigint not null,
      primary key (kind, day)
    );
  `.execute(db);
}
