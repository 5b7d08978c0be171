// Mail leaves in two steps: a row in the writer's transaction, then a job that sends it, however long that takes.
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { DB } from '#db/types.ts';
import { defineJob, enqueue } from './jobs.ts';

export type Mail = { to: string; subject: string; text: string; html: string };

/** A mail on its way. The id is the same at every try, so that a mailbox can drop one that arrives twice. */
export type OutgoingMail = Mail & { id: string; at: Date };

/** Sends one mail, or throws; see providers/mail.ts. */
export type SendMail = (mail: OutgoingMail) => Promise<void>;

type MailJobDeps = { db: Kysely<DB>; now(): Date; sendMail: SendMail };

const takeWaiting = (db: Kysely<DB>, id: string) =>
  db.selectFrom('mail_outbox').selectAll().where('id', '=', id).where('sent_at', 'is', null).executeTakeFirst();

/** Sends a queued mail unless it was sent. Twice is possible only when a process dies right after sending. */
export const sendQueuedMail = defineJob({
  name: 'mail.send',
  payload: z.strictObject({ id: z.uuid() }),
  run: async ({ id }, { db, now, sendMail }: MailJobDeps) => {
    const row = await takeWaiting(db, id);
    if (!row) return;
    await sendMail({
      id,
      at: row.created_at,
      to: row.to_address,
      subject: row.subject,
      text: row.text_body,
      html: row.html_body,
    });
    await db.updateTable('mail_outbox').set({ sent_at: now() }).where('id', '=', id).execute();
  },
});

/** Queues a mail inside the caller's transaction: it is sent if and only if that commits. Answers its id. */
export const queueMail = async (trx: Kysely<DB>, mail: Mail, now: Date): Promise<string> => {
  const { id } = await trx
    .insertInto('mail_outbox')
    .values({
      to_address: mail.to,
      subject: mail.subject,
      text_body: mail.text,
      html_body: mail.html,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enqueue(trx, sendQueuedMail, { id }, { key: `mail ${id}` });
  return id;
};
