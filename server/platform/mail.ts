// Mail leaves in two steps: a row in the writer's transaction, then a job that sends it, however long that takes.

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

/** What a row loses in the statement that says when it was sent. */
const EMPTY = { sealed_body: null, text_body: '', html_body: '' };

/** No link lives longer than an invitation, so an older mail is of no use: sent, it is forgotten, unsent, it stays so. */
const KEPT_MS = INVITATION_DAYS * 86_400_000;

/** Mail that nobody sends: without SMTP it is written there. */
export function outboxOf(dataDir: string): string {
  return join(dataDir, 'outbox');
}

// The text of a mail holds links that open accounts: it is sealed for its row while it waits.
const sealOf = (keys: SealKeys) => createSeal(keys, 'mail');
const body = z.strictObject({ text: z.string(), html: z.string() });

type WaitingRow = { id: string; sealed_body: Buffer | null; text_body: string; html_body: string };

/** The text of a waiting mail. Rows of a version that did not seal are read as they are. */
export function openBody(keys: SealKeys, row: WaitingRow): Pick<Mail, 'text' | 'html'> {
  if (!row.sealed_body) return { text: row.text_body, html: row.html_body };
  const opened = sealOf(keys).open(row.sealed_body, row.id);
  if (opened === null) throw new Error('The mail was sealed with a secret that is not here: see SECRET_KEY_OLD.');
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

/** Sends a queued mail unless it was sent. Twice is possible only when a process dies right after sending. */
export const sendQueuedMail = defineJob({ name: 'mail.deliver', payload, run: send });

/**
 * Sends a mail that a process of a version that did not seal has queued. Such a process knows no other job for mail: under this name
 * it would take a sealed one too, and send it without its text.
 */
export const sendPlainMail = defineJob({ name: 'mail.send', payload, run: send });

/** Queues a mail inside the caller's transaction: it is sent if and only if that commits. Answers its id. */
export async function queueMail(keys: SealKeys, trx: Kysely<DB>, mail: Mail, now: Date): Promise<string> {
  const id = randomUUID();
  const { to, subject, text, html } = mail;
  await trx
    .insertInto('mail_outbox')
    .values({
      id,
      to_address: to,
      subject,
      sealed_body: sealOf(keys).seal(JSON.stringify({ text, html }), id),
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

/** Removes rows of mail sent or given up a week ago, and files of the outbox that are as old, once a day. */
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
