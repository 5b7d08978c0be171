// Emailed links: each is valid only once, for one purpose, one user and one address (product.md, ID-7).

import { newToken, tokenHashOf } from '#server/features/accounts/security/rules.ts';
import { Problem } from '#server/kit/http/problem.ts';
import type { Deps } from '../../deps.ts';
import * as queries from './queries.ts';
import { type LinkPurpose, linkLifeMs } from './rules.ts';

const pages = {
  'verify-email': '/verify-email',
  'change-email': '/verify-email',
  'reset-password': '/reset-password',
  invitation: '/reset-password?invitation=yes',
} as const satisfies Record<LinkPurpose, string>;

/**
 * Creates a link and invalidates the user's previous one for the same purpose. The token is in the fragment, which browsers do
 * not send, so it appears in no log or Referer header, and mail scanners that follow links do not use it up. The URL is based on
 * the site's configured URL, never on a request.
 */
export async function issueLink(
  deps: Pick<Deps, 'publicUrl' | 'now'>,
  trx: Deps['db'],
  link: { purpose: LinkPurpose; userId: string; email: string },
  lifeMs = linkLifeMs[link.purpose],
): Promise<string> {
  const token = newToken();
  const expiresAt = new Date(deps.now().getTime() + lifeMs);
  await queries.putMailToken(trx, { ...link, tokenHash: tokenHashOf(token), expiresAt });
  return `${deps.publicUrl()}${pages[link.purpose]}#token=${token}`;
}

/** Finds the user and address of a link without using it up. @throws Problem LINK_EXPIRED */
export async function findLinkPerson(db: Deps['db'], token: string, purposes: readonly LinkPurpose[], now: Date) {
  const found = await queries.findMailToken(db, tokenHashOf(token), purposes, now);
  if (!found) throw new Problem('LINK_EXPIRED');
  return found;
}

/** Uses up a link in the caller's transaction. @throws Problem LINK_EXPIRED, also for a link with another purpose */
export async function spendLink(trx: Deps['db'], token: string, purposes: readonly LinkPurpose[], now: Date) {
  const spent = await queries.consumeMailToken(trx, tokenHashOf(token), purposes, now);
  if (!spent) throw new Problem('LINK_EXPIRED');
  return spent;
}
