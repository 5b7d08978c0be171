import { type Kysely, sql } from 'kysely';

/** Applications to become a leaker. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createApplications(db);
  await countApplications(db);
}

async function createApplications(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table leaker_applications (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users on delete cascade,
      status text not null default 'PENDING' check (status in ('PENDING', 'APPROVED', 'REJECTED')),
      reason text,
      created_at timestamptz not null,
      decided_at timestamptz,
      decided_by uuid references users on delete set null
    );
    -- One open application per user.
    create unique index leaker_applications_open on leaker_applications (user_id) where status = 'PENDING';
    create index leaker_applications_user on leaker_applications (user_id, created_at desc);
    -- The administrators' queue: open ones first.
    create index leaker_applications_queue
      on leaker_applications ((status = 'PENDING') desc, created_at desc, id desc);

    -- Asked to apply before the email was verified: the application is sent once it is.
    create table leaker_wishes (
      user_id uuid primary key references users on delete cascade,
      created_at timestamptz not null
    );
  `.execute(db);
}

// The number of applications by status, as steps in list_steps.
async function countApplications(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function leaker_applications_count_rows() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into list_steps (list, value, step)
        select 'leaker_applications', r.status, count(*) from changed r group by 2;
      else
        insert into list_steps (list, value, step)
        select 'leaker_applications', r.status, -count(*) from changed r group by 2;
      end if;
      return null;
    end $$;
    create trigger leaker_applications_counted_insert after insert on leaker_applications
      referencing new table as changed for each statement execute function leaker_applications_count_rows();
    create trigger leaker_applications_counted_delete after delete on leaker_applications
      referencing old table as changed for each statement execute function leaker_applications_count_rows();

    create function leaker_applications_count_row() returns trigger language plpgsql as $$
    begin
      insert into list_steps values ('leaker_applications', old.status, -1);
      insert into list_steps values ('leaker_applications', new.status, 1);
      return null;
    end $$;
    create trigger leaker_applications_counted_update after update of status on leaker_applications for each row
      when (old.status is distinct from new.status) execute function leaker_applications_count_row();
  `.execute(db);
}
