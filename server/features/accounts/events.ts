// What somebody is told of their account by mail. Every feature sends its notices through here.

import { queueMail } from '#server/platform/mail.ts';
import type { Deps } from '../../deps.ts';
import { issueLink } from './links.ts';
import { composeMail, type Notice } from './mails.ts';

type NoticeDeps = Pick<Deps, 'settings' | 'publicUrl' | 'now' | 'secret'>;

/**
 * Queues the mail of a notice inside the caller's transaction: it leaves if and only if that commits.
 * @param to `name` is the username: a name that its owner may fill freely could carry a lure to a stranger's mailbox
 */
export async function sendNotice(
  deps: NoticeDeps,
  trx: Deps['db'],
  to: { email: string; name: string },
  notice: Notice,
): Promise<void> {
  const { siteName, supportContact } = await deps.settings.get();
  const url = deps.publicUrl();
  const mail = composeMail(to, notice, { name: siteName, url, contact: supportContact ?? url });
  await queueMail(deps, trx, mail, deps.now());
}

/** Mails the link that verifies an address, inside the caller's transaction. */
export async function sendVerification(
  deps: NoticeDeps,
  trx: Deps['db'],
  { userId, email, username }: { userId: string; email: string; username: string },
): Promise<void> {
  const link = await issueLink(deps, trx, { purpose: 'verify-email', userId, email });
  await sendNotice(deps, trx, { email, name: username }, { kind: 'verify-email', link });
}

/** Mails the link by which somebody takes up an account that was made for them, inside the caller's transaction. */
export async function sendInvitation(
  deps: NoticeDeps,
  trx: Deps['db'],
  { userId, email, username }: { userId: string; email: string; username: string },
): Promise<void> {
  const link = await issueLink(deps, trx, { purpose: 'invitation', userId, email });
  await sendNotice(deps, trx, { email, name: username }, { kind: 'invitation', link });
}
