// Sends emails to users. All features send their notices through this file.

import { queueMail } from '#server/platform/mail.ts';
import type { Deps } from '../../deps.ts';
import { issueLink } from './links.ts';
import { composeMail, type Notice } from './mails.ts';

type NoticeDeps = Pick<Deps, 'settings' | 'publicUrl' | 'now' | 'secret'>;

/**
 * Queues the email for a notice in the caller's transaction, so it is only sent if that commits.
 * @param to `name` must be the username, because a freely chosen name could bring phishing text into someone else's mailbox
 * @param options.unsubscribe the link that turns off emails like this one, for those that can be turned off
 */
export async function sendNotice(
  deps: NoticeDeps,
  trx: Deps['db'],
  to: { email: string; name: string },
  notice: Notice,
  { unsubscribe }: { unsubscribe?: string } = {},
): Promise<void> {
  const { siteName, supportContact } = await deps.settings.get();
  const url = deps.publicUrl();
  const mail = composeMail(to, notice, { name: siteName, url, contact: supportContact ?? url }, unsubscribe);
  await queueMail(deps, trx, mail, deps.now());
}

/** Sends the link that verifies an address, in the caller's transaction. */
export async function sendVerification(
  deps: NoticeDeps,
  trx: Deps['db'],
  { userId, email, username }: { userId: string; email: string; username: string },
): Promise<void> {
  const link = await issueLink(deps, trx, { purpose: 'verify-email', userId, email });
  await sendNotice(deps, trx, { email, name: username }, { kind: 'verify-email', link });
}

/** Sends the link to accept an invitation, in the caller's transaction. */
export async function sendInvitation(
  deps: NoticeDeps,
  trx: Deps['db'],
  { userId, email, username }: { userId: string; email: string; username: string },
): Promise<void> {
  const link = await issueLink(deps, trx, { purpose: 'invitation', userId, email });
  await sendNotice(deps, trx, { email, name: username }, { kind: 'invitation', link });
}
