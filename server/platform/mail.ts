// Emails are sent in two steps: the caller's transaction adds a row, then a job tries to send the email until it succeeds.

import { randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { INVITATION_DAYS } from '#contract/accounts/limits.ts';
import type { DB } from '#db/types.ts';
import { defineJob, enqueue } from '#server/kit/jobs/jobs.ts';
import type { Mail, SendMail } from '#server/kit/outgoing/mail-message.ts';
import { createSeal, type SealKeys } from '#server/kit/security/seal.ts';

type MailJobDeps = SealKeys & { db: Kysely<DB>; now(): Date; sendMail: SendMail };

/** Columns cleared when a row is marked as sent. */
const EMPTY = { sealed_body: null, text_body: '', html_body: '' };

/**
 * How long emails are kept. No link is valid for longer than an invitation link, so older emails are useless. Their rows are
 * deleted, whether they were sent or not.
 */
const KEPT_MS = INVITATION_DAYS * 86_400_000;

/** Folder where emails are written when SMTP is not configured. */
export function outboxOf(dataDir: string): string {
  return join(dataDir, 'outbox');
}

// Emails contain links that give access to accounts, so their text is stored encrypted and bound to its row until they are sent.
const sealOf = (keys: SealKeys) => createSeal(keys, 'mail');
const body = z.strictObject({ text: z.string(), html: z.string(), unsubscribe: z.string().optional() });

type WaitingRow = { id: string; sealed_body: Buffer | null; text_body: string; html_body: string };

/** The text of a queued email. Rows written by versions without encryption contain it in plain text. */
export function openBody(keys: SealKeys, row: WaitingRow): Pick<Mail, 'text' | 'html' | 'unsubscribe'> {
  if (!row.sealed_body) return { text: row.text_body, html: row.html_body };
  const opened = sealOf(keys).open(row.sealed_body, row.id);
  if (opened === null) throw new Error('This email was encrypted with an unknown secret: see SECRET_KEY_OLD.');
  return body.parse(JSON.parse(opened));
}

const takeWaiting = (db: Kysely<DB>, id: string) =>
  db.selectFrom('mail_outbox').selectAll().where('id', '=', id).where('sent_at', 'is', null).executeTakeFirst();

const payload = z.strictObject({ id: z.uuid() });

const send = async ({ id }: z.output<typeof payload>, deps: MailJobDeps): Promise<void> => {
  const { db, now, sendMail } = deps;
  const row = await takeWaiting(db, id);
  if (!row) return;
  const { created_at: at, to_address: to, subject } = row;
  await sendMail({ id, at, to, subject, ...openBody(deps, row) });
  await db
    .updateTable('mail_outbox')
    .set({ sent_at: now(), ...EMPTY })
    .where('id', '=', id)
    .execute();
};

/** Sends a queued email unless it has already been sent. It can only be sent twice if the process dies right after sending it. */
export const sendQueuedMail = defineJob({ name: 'mail.deliver', payload, run: send });

/**
 * Sends emails queued by versions without encryption. Those versions only know this job name. Encrypted emails must not use it,
 * because an old process would send them without their text.
 */
export const sendPlainMail = defineJob({ name: 'mail.send', payload, run: send });

/** Queues an email in the caller's transaction, so it is only sent if the transaction commits. Returns the email's ID. */
export async function queueMail(keys: SealKeys, trx: Kysely<DB>, mail: Mail, now: Date): Promise<string> {
  const id = randomUUID();
  const { to, subject, text, html, unsubscribe } = mail;
  await trx
    .insertInto('mail_outbox')
    .values({
      id,
      to_address: to,
      subject,
      sealed_body: sealOf(keys).seal(JSON.stringify({ text, html, unsubscribe }), id),
      created_at: now,
    })
    .execute();
  await enqueue(trx, sendQueuedMail, { id }, { key: `mail ${id}` });
  return id;
}

const removeOldFiles = async (folder: string, before: Date): Promise<void> => {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names) {
    const file = join(folder, name);
    if (/\.eml(?:\.part)?$/.test(name) && (await stat(file)).mtime < before) await rm(file, { force: true });
  }
};

/** Once a day, removes emails that were sent or queued more than a week ago, and outbox files of that age. */
export const purgeMail = defineJob({
  name: 'mail.sweep',
  payload: z.strictObject({}),
  cron: '37 3 * * *',
  run: async (_payload, { db, now, config }: Pick<MailJobDeps, 'db' | 'now'> & { config: { dataDir: string } }) => {
    const before = new Date(now().getTime() - KEPT_MS);
    await db
      .deleteFrom('mail_outbox')
      .where((eb) => eb(eb.fn.coalesce('sent_at', 'created_at'), '<', before))
      .execute();
    await removeOldFiles(outboxOf(config.dataDir), before);
  },
});
