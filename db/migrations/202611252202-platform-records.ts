import { type Kysely, sql } from 'kysely';

/** What the whole site writes: settings, the append-only audit log, and activity. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createSettings(db);
  await createAuditLog(db);
  await createActivity(db);
}

async function createSettings(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table settings (
      key text primary key,
      value jsonb not null,
      updated_at timestamptz not null default now(),
      updated_by uuid references users on delete set null
    );
  `.execute(db);
}

async function createAuditLog(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_log (
      id bigint generated always as identity primary key,
      at timestamptz not null,
      actor_id uuid references users on delete set null,
      -- The name at that time; it outlives the account.
      actor_name text not null,
      action text not null,
      subject_kind text not null,
      subject_id text not null,
      before jsonb,
      after jsonb,
      address text
    );
    -- Newest first, for each way to narrow the list, at any length.
    create index audit_log_at on audit_log (at desc, id desc);
    create index audit_log_actor on audit_log (actor_id, at desc, id desc);
    create index audit_log_name on audit_log (actor_name, at desc, id desc);
    create index audit_log_action on audit_log (action, at desc, id desc);
    create index audit_log_name_action on audit_log (actor_name, action, at desc, id desc);
    create index audit_log_kind on audit_log (subject_kind, at desc, id desc);
    create index audit_log_subject on audit_log (subject_kind, subject_id, at desc, id desc);

    create function audit_log_is_append_only() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and old.actor_id is not null and new.actor_id is null
        and (to_jsonb(old) - 'actor_id') = (to_jsonb(new) - 'actor_id') then
        return new; -- The actor's account was erased; the written name remains.
      end if;
      raise exception 'the audit log is append-only';
    end $$;
    create trigger audit_log_append_only before update or delete on audit_log
      for each row execute function audit_log_is_append_only();
    -- Row triggers do not see TRUNCATE.
    create trigger audit_log_no_truncation before truncate on audit_log
      for each statement execute function audit_log_is_append_only();
  `.execute(db);
}

async function createActivity(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table activity (
      id uuid primary key default gen_random_uuid(),
      type text not null check (type in
        ('USER_REGISTRATION', 'UPLOAD', 'DOWNLOAD', 'LOGIN', 'PREMIUM_PURCHASE', 'APPLICATION')),
      user_id uuid references users on delete set null,
      -- No foreign key: the entry outlives its resource.
      resource_id uuid,
      details text not null default '',
      demo boolean not null default false,
      created_at timestamptz not null
    );
    create index activity_newest on activity (created_at desc, id desc);
    create index activity_type on activity (type, created_at desc, id desc);
    create index activity_user on activity (user_id, created_at desc);
    -- A leaker's own page shows only their uploads.
    create index activity_uploads on activity (user_id, created_at desc) where type = 'UPLOAD';
  `.execute(db);
}
