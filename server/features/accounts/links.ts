// Links in mail: made for one purpose, one person and one address, and spent by their first use (product.md, ID-7).

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
 * Makes a link; the one before of the same person and purpose counts no more. The token stands behind the #, which no
 * browser sends: it is in no log, no Referer, and nothing is spent by a scanner that follows links in mail. The address
 * is built from the site's own, never from a request.
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

/** Whom a link is for, without spending it. Throws LINK_EXPIRED. */
export async function findLinkPerson(db: Deps['db'], token: string, purposes: readonly LinkPurpose[], now: Date) {
  const found = await queries.findMailToken(db, tokenHashOf(token), purposes, now);
  if (!found) throw new Problem('LINK_EXPIRED');
  return found;
}

/** Spends a link inside the caller's transaction. Throws LINK_EXPIRED, also for one that was made for something else. */
export async function spendLink(trx: Deps['db'], token: string, purposes: readonly LinkPurpose[], now: Date) {
  const spent = await queries.consumeMailToken(trx, tokenHashOf(token), purposes, now);
  if (!spent) throw new Problem('LINK_EXPIRED');
  return spent;
}
