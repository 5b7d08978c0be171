import { type Kysely, sql } from 'kysely';

/** Approvals that can be undone together, and whose applicants are notified when that is over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table leaker_bulk_approvals (
      -- Chosen by the browser of the administrator.
      id uuid primary key,
      admin_id uuid references users on delete set null,
      started_at timestamptz not null,
      ends_at timestamptz not null,
      -- Set once, so that it is undone once although the clocks of processes differ.
      undone_at timestamptz
    );
    create index leaker_bulk_approvals_end on leaker_bulk_approvals (ends_at);

    -- Approved applications whose applicants have not been notified. Undoing and notifying delete the row: only one can happen.
    create table leaker_untold_approvals (
      application_id uuid primary key references leaker_applications on delete cascade,
      bulk_id uuid not null references leaker_bulk_approvals on delete cascade,
      -- The applicant's mark before the approval set it.
      was_verified boolean not null
    );
    create index leaker_untold_approvals_bulk on leaker_untold_approvals (bulk_id);
  `.execute(db);
}
