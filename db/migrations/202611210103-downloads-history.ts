import { type Kysely, sql } from 'kysely';

// One row per person (or visitor), resource and day: that row is what "downloads" counts (product.md DL-8). A ticket
// row is made at a link's first use and keeps the link resumable for its holder (DL-5).
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table downloads (
      id bigint generated always as identity primary key,
      resource_id uuid not null references resources on delete cascade,
      user_id uuid references users on delete set null,
      person text not null,
      day date not null,
      file_path text,
      demo boolean not null default false,
      created_at timestamptz not null,
      unique (resource_id, person, day)
    )`.execute(db);
  await sql`create index downloads_user on downloads (user_id, created_at desc)`.execute(db);
  await sql`create index downloads_day on downloads (created_at)`.execute(db);
  await sql`
    create table download_tickets (
      ticket_hash text primary key,
      resource_id uuid not null references resources on delete cascade,
      first_used_at timestamptz not null
    )`.execute(db);
  await sql`create index download_tickets_used on download_tickets (first_used_at)`.execute(db);
}
