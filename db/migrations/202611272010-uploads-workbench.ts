import { type Kysely, sql } from 'kysely';

/** Uploads under review, and messages about uploads. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- An upload that an administrator has open for review. A row whose time is over counts as none.
    create table upload_reviews (
      resource_id uuid primary key references resources on delete cascade,
      reviewer_id uuid not null references users on delete cascade,
      held_until timestamptz not null
    );
    create index upload_reviews_reviewer on upload_reviews (reviewer_id);

    create table upload_messages (
      id uuid primary key default gen_random_uuid(),
      resource_id uuid not null references resources on delete cascade,
      author_id uuid references users on delete set null,
      by_reviewer boolean not null,
      text text not null,
      created_at timestamptz not null
    );
    create index upload_messages_thread on upload_messages (resource_id, created_at, id);
    create index upload_messages_author on upload_messages (author_id);

    -- For the usual wait.
    create index resource_decisions_newest on resource_decisions (decided_at desc);
  `.execute(db);
}
