import { type Kysely, sql } from 'kysely';

// The chat service: whom the bot has given the Premium role, and how many members were counted last.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table chat_members (
      -- Their id at the chat service. It outlives the link, so that the role can be taken from whoever unlinked.
      discord_id text primary key,
      -- Whether they are in the guild, as far as the bot was told.
      is_in_guild boolean not null default false,
      has_role boolean not null default false,
      -- Not asked about again before this.
      retry_at timestamptz,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`
    create table chat_counts (
      guild text primary key,
      members int not null,
      online int,
      read_at timestamptz not null
    )`.execute(db);
}
