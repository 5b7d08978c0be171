import { z } from 'zod';
import { NOTIFICATION_DAYS, NOTIFICATION_MAIL_LINES } from '#contract/notifications/limits.ts';
import type { Deps } from '#server/deps.ts';
import { sendNotice } from '#server/features/accounts/public.ts';
import { defineJob } from '#server/kit/jobs/jobs.ts';
import { unsubscribeLink } from './links.ts';
import * as queries from './queries.ts';
import { inSentence, wordsOf } from './rules.ts';

type MailDeps = Pick<Deps, 'db' | 'now' | 'settings' | 'publicUrl' | 'secret' | 'notificationKinds'>;

/** Notifications per transaction of the emails, people per query of the digests, rows per statement of the purge. */
const MAILS_AT_ONCE = 500;
const READERS_AT_ONCE = 100;
const DELETED_AT_ONCE = 5000;
/** Shorter than the day between two digests, so that a late one does not skip the next. */
const DIGEST_PAUSE_MS = 20 * 3_600_000;

/**
 * An email line. Emails leave out the line of notifications that someone else caused, because that is the beginning of their
 * text, and strangers must not choose what the site sends to a mailbox.
 */
const linesOf = (rows: readonly queries.MailRow[], { notificationKinds, publicUrl }: MailDeps) =>
  rows.flatMap((row) => {
    const kind = notificationKinds.find((known) => known.kind === row.kind);
    const words = kind && wordsOf(row, kind);
    if (!words) return [];
    return [{ title: words.title, line: row.actor === '' ? words.line : '', link: `${publicUrl()}${words.href}` }];
  });

/** Queues one email about notifications of a person. */
const sendLines = async (
  deps: MailDeps,
  trx: Deps['db'],
  rows: readonly queries.MailRow[],
  what: Parameters<typeof unsubscribeLink>[1]['what'],
): Promise<void> => {
  const lines = linesOf(rows, deps);
  const [person] = rows;
  if (!person || lines.length === 0) return;
  const kind = deps.notificationKinds.find((known) => known.kind === what);
  const unsubscribe = unsubscribeLink(deps, { user: person.userId, what });
  await sendNotice(
    deps,
    trx,
    { email: person.email, name: person.name },
    {
      kind: 'notifications',
      about: kind ? inSentence(kind) : null,
      lines: lines.slice(0, NOTIFICATION_MAIL_LINES),
      more: Math.max(0, lines.length - NOTIFICATION_MAIL_LINES),
    },
    { unsubscribe },
  );
};

/** Emails notifications that are still unread some minutes later: one email for each person and kind. */
export const mailNotifications = defineJob({
  name: 'notifications.mail',
  payload: z.strictObject({}),
  cron: '* * * * *',
  run: async (_payload, deps: MailDeps, { signal }) => {
    for (let taken = MAILS_AT_ONCE; taken === MAILS_AT_ONCE; ) {
      signal.throwIfAborted();
      // Load the settings before the transaction, which must not wait for a second database connection.
      await deps.settings.get();
      taken = await deps.db.transaction().execute(async (trx) => {
        const asked = { all: deps.notificationKinds, most: MAILS_AT_ONCE, now: deps.now() };
        const due = await queries.claimDueMails(trx, asked);
        for (const [, rows] of Map.groupBy(due.rows, ({ userId, kind }) => `${userId} ${kind}`)) {
          const [first] = rows;
          if (first) await sendLines(deps, trx, rows, first.kind);
        }
        return due.taken;
      });
    }
  },
});

/** Sends the daily digests, each in its own transaction. */
export const sendDigests = defineJob({
  name: 'notifications.send-digests',
  payload: z.strictObject({}),
  cron: '0 7 * * *',
  run: async (_payload, deps: MailDeps, { signal }) => {
    for (let after: string | null = null; ; ) {
      const readers: string[] = await queries.listDigestReaders(deps.db, { after, most: READERS_AT_ONCE });
      for (const userId of readers) {
        signal.throwIfAborted();
        await deps.settings.get();
        await deps.db.transaction().execute(async (trx) => {
          const now = deps.now();
          const since = new Date(now.getTime() - DIGEST_PAUSE_MS);
          const rows = await queries.claimDigest(trx, { userId, since, all: deps.notificationKinds, now });
          await sendLines(deps, trx, rows, 'digest');
        });
      }
      after = readers.at(-1) ?? null;
      if (readers.length < READERS_AT_ONCE) return;
    }
  },
});

/** Deletes old notifications, once a day. */
export const purgeNotifications = defineJob({
  name: 'notifications.purge',
  payload: z.strictObject({}),
  cron: '52 3 * * *',
  run: async (_payload, { db, now }: Pick<Deps, 'db' | 'now'>, { signal }) => {
    const before = new Date(now().getTime() - NOTIFICATION_DAYS * 86_400_000);
    for (let deleted = DELETED_AT_ONCE; deleted === DELETED_AT_ONCE; ) {
      signal.throwIfAborted();
      deleted = await queries.deleteOldNotifications(db, before, DELETED_AT_ONCE);
    }
  },
});
