import { type Kysely, sql } from 'kysely';

// What the whole site writes: settings, the append-only audit log, activity, counters of the abuse limits, mail.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table settings (
      key text primary key,
      value jsonb not null,
      updated_at timestamptz not null default now(),
      updated_by uuid references users on delete set null
    )`.execute(db);
  await sql`
    create table audit_log (
      id bigint generated always as identity primary key,
      at timestamptz not null,
      actor_id uuid references users on delete set null,
      actor_name text not null,
      action text not null,
      subject_kind text not null,
      subject_id text not null,
      before jsonb,
      after jsonb,
      address text
    )`.execute(db);
  await sql`create index audit_log_at on audit_log (at desc, id desc)`.execute(db);
  await sql`
    create function audit_log_is_append_only() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and old.actor_id is not null and new.actor_id is null
        and (to_jsonb(old) - 'actor_id') = (to_jsonb(new) - 'actor_id') then
        return new; -- the person is gone for good; the written name stays
      end if;
      raise exception 'the audit log is append-only';
    end $$`.execute(db);
  await sql`
    create trigger audit_log_append_only before update or delete on audit_log
    for each row execute function audit_log_is_append_only()`.execute(db);
  await sql`
    create table activity (
      id uuid primary key default gen_random_uuid(),
      type text not null check (type in
        ('USER_REGISTRATION', 'UPLOAD', 'DOWNLOAD', 'LOGIN', 'PREMIUM_PURCHASE', 'APPLICATION')),
      user_id uuid references users on delete set null,
      resource_id uuid,
      details text not null default '',
      demo boolean not null default false,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index activity_newest on activity (created_at desc, id desc)`.execute(db);
  await sql`create index activity_type on activity (type, created_at desc, id desc)`.execute(db);
  await sql`create index activity_user on activity (user_id, created_at desc)`.execute(db);
  await sql`
    create table rate_counters (
      key text not null,
      starts_at timestamptz not null,
      ends_at timestamptz not null,
      hits integer not null,
      primary key (key, starts_at)
    )`.execute(db);
  await sql`create index rate_counters_ends on rate_counters (ends_at)`.execute(db);
  await sql`
    create table mail_outbox (
      id uuid primary key default gen_random_uuid(),
      to_address text not null,
      subject text not null,
      text_body text not null,
      html_body text not null,
      created_at timestamptz not null,
      sent_at timestamptz
    )`.execute(db);
}
