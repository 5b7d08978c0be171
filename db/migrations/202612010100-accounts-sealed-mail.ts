import { type Kysely, sql } from 'kysely';

// Links in mail are secrets: a mail that waits is sealed, and nothing of it stays once it has left. The plain columns remain for
// processes of the version before while a site is being updated; a later migration can drop them.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table mail_outbox
      add column sealed_body bytea,
      alter column text_body set default '',
      alter column html_body set default ''`.execute(db);
  await sql`update mail_outbox set text_body = '', html_body = '' where sent_at is not null`.execute(db);
}
