import { type Kysely, sql } from 'kysely';

/** Notifications, how people want to get them, and when they got their last digest. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notifications (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users on delete cascade,
      kind text not null,
      -- Names the event, so that a person is notified of it only once, also after retries.
      event_key text not null,
      -- The person who caused it. Their name is looked up when it is shown.
      actor_id uuid references users on delete cascade,
      -- What it is about, in the tables of the kind's domain.
      subject_id uuid,
      data jsonb not null,
      in_bell boolean not null,
      in_digest boolean not null,
      -- Null when no email is to be sent, or none any more.
      mail_due_at timestamptz,
      created_at timestamptz not null,
      read_at timestamptz
    );
    create unique index notifications_once on notifications (user_id, event_key);
    create index notifications_list on notifications (user_id, created_at desc, id desc) where in_bell;
    create index notifications_unread on notifications (user_id, created_at desc, id desc)
      where in_bell and read_at is null;
    create index notifications_mail on notifications (mail_due_at) where mail_due_at is not null;
    create index notifications_digest on notifications (user_id) where in_digest;
    create index notifications_age on notifications using brin (created_at);

    -- A row for each kind that a person has changed.
    create table notification_settings (
      user_id uuid not null references users on delete cascade,
      kind text not null,
      bell boolean not null,
      email boolean not null,
      digest boolean not null,
      primary key (user_id, kind)
    );

    create table notification_digests (
      user_id uuid primary key references users on delete cascade,
      sent_at timestamptz not null
    );
  `.execute(db);
}
