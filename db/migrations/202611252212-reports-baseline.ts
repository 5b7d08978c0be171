import { type Kysely, sql } from 'kysely';

/** Reports of content, from members and visitors. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table reports (
      id uuid primary key default gen_random_uuid(),
      number bigint generated always as identity unique,
      kind text not null check (kind in ('resource', 'profile', 'post', 'other')),
      -- Id of the reported subject, if the site has it, and its name at that time.
      subject_id uuid,
      subject_label text not null default '',
      address text not null default '',
      reason text not null,
      details text not null,
      reporter_id uuid references users on delete set null,
      email text not null,
      status text not null default 'OPEN' check (status in ('OPEN', 'UPHELD', 'DISMISSED')),
      decision text,
      decided_by uuid references users on delete set null,
      decided_at timestamptz,
      created_at timestamptz not null
    );
    -- The queue: open ones first.
    create index reports_queue on reports ((status = 'OPEN') desc, created_at desc, id desc);
    create index reports_subject on reports (subject_id) where subject_id is not null;
  `.execute(db);
}
