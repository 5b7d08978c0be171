import { type Kysely, sql } from 'kysely';

/** Announcements of newly approved assets in a channel of Discord. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table discord_webhooks (
      -- There is one channel.
      id boolean primary key default true check (id),
      -- Discord's id of the webhook, which is no secret. The token is one: it allows anyone to post to the channel.
      webhook_id text not null,
      sealed_token bytea not null,
      is_on boolean not null,
      -- When the site turned it off, because Discord doesn't know the webhook any more.
      gone_at timestamptz,
      -- Discord asked to wait until then.
      paused_until timestamptz,
      -- The last message may not have arrived. The next one is sent once Discord answers again.
      in_doubt boolean not null default false,
      last_sent_at timestamptz
    );

    -- A row for each asset that was approved for the first time while announcements were on. The key makes it happen once.
    create table discord_posts (
      resource_id uuid primary key references resources on delete cascade,
      -- DROPPED: the asset wasn't public when its turn came, or waited too long. REFUSED: Discord doesn't accept the message.
      -- UNCERTAIN: it may have been posted, so it isn't sent again.
      state text not null default 'WAITING'
        check (state in ('WAITING', 'SENDING', 'SENT', 'DROPPED', 'REFUSED', 'UNCERTAIN')),
      approved_at timestamptz not null,
      -- When a process began to send it.
      taken_at timestamptz,
      message_id text
    );
    create index discord_posts_open on discord_posts (approved_at) where state in ('WAITING', 'SENDING');
    create index discord_posts_failed on discord_posts (taken_at) where state in ('UNCERTAIN', 'REFUSED');
  `.execute(db);
}
