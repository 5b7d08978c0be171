import { type Kysely, sql } from 'kysely';

/** Announcements, and pages that administrators edit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table announcements (
      id uuid primary key default gen_random_uuid(),
      text text not null,
      link text,
      active boolean not null default true,
      starts_at timestamptz not null,
      ends_at timestamptz,
      created_at timestamptz not null
    );
    create index announcements_starts on announcements (starts_at desc);

    -- Pages that an administrator has changed; a page without a row has the text that comes with the site.
    create table texts (
      slug text primary key,
      body text not null,
      updated_at timestamptz not null,
      updated_by uuid references users on delete set null
    );
  `.execute(db);
}
