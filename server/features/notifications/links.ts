// Links in emails that turn off further emails without a login (RFC 8058).
import { z } from 'zod';
import { notificationKind, unsubscribeByMail } from '#contract/notifications/api.ts';
import { UNSUBSCRIBE_DAYS } from '#contract/notifications/limits.ts';
import type { Deps } from '#server/deps.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { createLinkSigner } from '#server/kit/security/signed-links.ts';

const PURPOSE = 'unsubscribe';
const TTL_SECONDS = UNSUBSCRIBE_DAYS * 86_400;

const claims = z.strictObject({ user: z.uuid(), what: z.union([notificationKind, z.literal('digest')]) });

/** Whose emails a link turns off, and which: those about a kind, or the digest. */
export type UnsubscribeClaims = z.output<typeof claims>;

/** The address for an email's List-Unsubscribe header and its last line. */
export function unsubscribeLink(
  { secret, now, publicUrl }: Pick<Deps, 'secret' | 'now' | 'publicUrl'>,
  link: UnsubscribeClaims,
): string {
  const token = createLinkSigner(secret, PURPOSE, now).sign(link, TTL_SECONDS);
  return `${publicUrl()}${unsubscribeByMail.path}?token=${token}`;
}

/** @throws Problem UNSUBSCRIBE_LINK if the token has expired or this site did not sign it */
export function readUnsubscribeToken(
  { secret, oldSecrets, now }: Pick<Deps, 'secret' | 'oldSecrets' | 'now'>,
  token: string,
): UnsubscribeClaims {
  const verified = createLinkSigner([secret, ...oldSecrets], PURPOSE, now).verify(token);
  const read = verified && claims.safeParse(verified.claims);
  if (!read?.success) throw new Problem('UNSUBSCRIBE_LINK');
  return read.data;
}
