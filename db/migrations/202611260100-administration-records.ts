import { type Kysely, sql } from 'kysely';

// What the administration needs: lists that are counted and searched at a million rows, deletions that can be undone,
// invitations, advertisements, announcements, badges, notices of visitors and the site's own texts.
export async function up(db: Kysely<unknown>): Promise<void> {
  await changePeople(db);
  await changeResources(db);
  await makeListCounts(db);
  await makeRoleHistory(db);
  await makeContents(db);
  await makeReports(db);
  await makeAuditIndexes(db);
}

async function changePeople(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
      -- Who lives here no more: what could be known of them is gone for good, and their row is a tombstone.
      add column erased_at timestamptz,
      -- When an administrator made the account and nobody has taken it over yet.
      add column invited_at timestamptz,
      add column suspended_by uuid references users on delete set null,
      add column deleted_by uuid references users on delete set null`.execute(db);
  await sql`alter table mail_tokens drop constraint mail_tokens_purpose_check`.execute(db);
  await sql`
    alter table mail_tokens add constraint mail_tokens_purpose_check
      check (purpose in ('verify-email', 'change-email', 'reset-password', 'invitation'))`.execute(db);
  await sql`create index users_newest on users (created_at desc, id desc) where deleted_at is null`.execute(db);
  await sql`create index users_role on users (role, created_at desc, id desc) where deleted_at is null`.execute(db);
  await sql`create index users_name on users (username text_pattern_ops) where deleted_at is null`.execute(db);
  await sql`create index users_find on users using gin (username gin_trgm_ops, email gin_trgm_ops)`.execute(db);
  await sql`create index users_deleted on users (deleted_at) where deleted_at is not null and erased_at is null`.execute(
    db,
  );
  await sql`create index users_suspended on users (suspended_at desc, id desc)
    where suspended_at is not null and deleted_at is null`.execute(db);
  await sql`create index grants_running on grants (starts_at desc, user_id)`.execute(db);
}

async function changeResources(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table resources
      add column deleted_by uuid references users on delete set null,
      -- It went with its leaker's account, and comes back with it.
      add column deleted_with_author boolean not null default false,
      add column hidden_reason text,
      add column hidden_by uuid references users on delete set null`.execute(db);
  await sql`create index resources_title on resources using gin (title gin_trgm_ops)
    where submitted_at is not null`.execute(db);
  await sql`create index resources_hidden on resources (hidden_at desc, id desc)
    where hidden_at is not null and deleted_at is null`.execute(db);
}

/**
 * Totals of long lists. A change adds a step and locks nothing, so it can wait for nobody; a total is the sum of the steps,
 * which a job folds. A counter in one row would make writers wait for each other, in any order.
 */
async function makeListCounts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table list_steps (
      list text not null,
      value text not null,
      step bigint not null
    )`.execute(db);
  await sql`create index list_steps_list on list_steps (list, value)`.execute(db);
  await makeCounting(db, 'users', { column: 'role', counts: ['deleted_at'], condition: 'deleted_at is null' });
  await makeCounting(db, 'resources', {
    column: 'status',
    counts: ['submitted_at', 'deleted_at'],
    condition: 'submitted_at is not null and deleted_at is null',
  });
  await makeCounting(db, 'leaker_applications', { column: 'status', counts: [], condition: 'true' });
}

type Counted = {
  /** Rows are counted by its value. */
  column: string;
  /** Columns that decide whether a row counts. */
  counts: string[];
  condition: string;
};

/**
 * Keeps the number of rows for which `condition` holds, by the value of a column. Many rows that come or go at once are one
 * step; an update counts only when it touches what is counted, so that no like or view pays for it.
 */
async function makeCounting(db: Kysely<unknown>, table: string, { column, counts, condition }: Counted): Promise<void> {
  const [list, value] = [sql.lit(table), sql.ref(column)];
  const holds = (row: string) => sql.raw(condition.replaceAll(/(\w+) is/g, `${row}.$1 is`));
  const step = (rows: string, sign: number) => sql`
    insert into list_steps (list, value, step)
    select ${list}, r.${value}, ${sql.lit(sign)} * count(*) from ${sql.raw(rows)} r where ${holds('r')} group by 2`;
  const [many, one] = [sql.ref(`${table}_count_rows`), sql.ref(`${table}_count_row`)];
  await sql`
    create function ${many}() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then ${step('changed', 1)}; else ${step('changed', -1)}; end if;
      return null;
    end $$`.execute(db);
  await sql`
    create function ${one}() returns trigger language plpgsql as $$
    begin
      if ${holds('old')} then insert into list_steps values (${list}, old.${value}, -1); end if;
      if ${holds('new')} then insert into list_steps values (${list}, new.${value}, 1); end if;
      return null;
    end $$`.execute(db);
  for (const [event, rows] of [
    ['insert', 'new'],
    ['delete', 'old'],
  ]) {
    await sql`create trigger ${sql.ref(`${table}_counted_${event}`)} after ${sql.raw(event ?? '')} on ${sql.ref(table)}
      referencing ${sql.raw(rows ?? '')} table as changed for each statement execute function ${many}()`.execute(db);
  }
  const columns = sql.join([column, ...counts].map((name) => sql.ref(name)));
  const differs = sql.join(
    [column, ...counts].map((name) => sql`old.${sql.ref(name)} is distinct from new.${sql.ref(name)}`),
    sql` or `,
  );
  await sql`create trigger ${sql.ref(`${table}_counted_update`)} after update of ${columns} on ${sql.ref(table)}
    for each row when (${differs}) execute function ${one}()`.execute(db);
  await step(table, 1).execute(db);
}

// Who had which role when, so that "from last month" can be measured. `was` and `is` are null outside the site.
async function makeRoleHistory(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table role_changes (
      id bigint generated always as identity primary key,
      user_id uuid not null references users on delete cascade,
      role_before text,
      role_after text,
      at timestamptz not null
    )`.execute(db);
  await sql`create index role_changes_at on role_changes (at)`.execute(db);
  await sql`create index role_changes_user on role_changes (user_id)`.execute(db);
  await sql`
    create function users_note_role() returns trigger language plpgsql as $$
    declare
      was text := case when tg_op = 'UPDATE' and old.deleted_at is null then old.role end;
      is_now text := case when new.deleted_at is null then new.role end;
    begin
      if was is distinct from is_now then
        insert into role_changes (user_id, role_before, role_after, at)
        values (new.id, was, is_now, case
          when tg_op = 'INSERT' then new.created_at
          when is_now is null then new.deleted_at
          else new.updated_at end);
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger users_note_role after insert or update of role, deleted_at on users
    for each row execute function users_note_role()`.execute(db);
  await sql`
    insert into role_changes (user_id, role_after, at)
    select id, role, created_at from users where deleted_at is null`.execute(db);
  // What happened on days that are over, by kind: counted once. A chart of a year reads 365 rows of this.
  await sql`
    create table daily_counts (
      kind text not null,
      day date not null,
      count bigint not null,
      primary key (kind, day)
    )`.execute(db);
}

async function makeContents(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ad_creatives (
      id uuid primary key default gen_random_uuid(),
      title text not null,
      text text not null default '',
      link text not null,
      action text not null,
      image_key text,
      weight integer not null default 1 check (weight between 1 and 100),
      active boolean not null default true,
      impressions bigint not null default 0,
      clicks bigint not null default 0,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`
    create table announcements (
      id uuid primary key default gen_random_uuid(),
      text text not null,
      link text,
      active boolean not null default true,
      starts_at timestamptz not null,
      ends_at timestamptz,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index announcements_starts on announcements (starts_at desc)`.execute(db);
  await sql`
    create table badges (
      name text primary key,
      description text not null default '',
      tone text not null default 'muted',
      created_at timestamptz not null
    )`.execute(db);
  // The site's own texts as an administrator changed them; one without a row is the one that comes with the site.
  await sql`
    create table texts (
      slug text primary key,
      body text not null,
      updated_at timestamptz not null,
      updated_by uuid references users on delete set null
    )`.execute(db);
}

async function makeReports(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table reports (
      id uuid primary key default gen_random_uuid(),
      number bigint generated always as identity unique,
      kind text not null check (kind in ('resource', 'profile', 'post', 'other')),
      -- Id of what it is about, where it is one of the site's things; and how it was called at that time.
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
    )`.execute(db);
  await sql`create index reports_queue on reports ((status = 'OPEN') desc, created_at desc, id desc)`.execute(db);
  await sql`create index reports_subject on reports (subject_id) where subject_id is not null`.execute(db);
}

async function makeAuditIndexes(db: Kysely<unknown>): Promise<void> {
  await sql`create index audit_log_actor on audit_log (actor_id, at desc, id desc)`.execute(db);
  await sql`create index audit_log_action on audit_log (action, at desc, id desc)`.execute(db);
  await sql`create index audit_log_subject on audit_log (subject_kind, subject_id, at desc, id desc)`.execute(db);
}
