// Queries Patreon for memberships. memberships/actions.ts stores the results; errors are thrown and change nothing.

import type { Deps } from '#server/deps.ts';
import { findIdentityOwner, linkedToken } from '#server/features/accounts/public.ts';
import { applyAnswer, type SettleDeps, syncMembership } from '#server/features/premium/memberships/actions.ts';
import { findMembershipIds } from '#server/features/premium/memberships/queries.ts';
import { RateLimitedError, TokenRevokedError, UnexpectedResponseError } from '#server/kit/outgoing/errors.ts';
import { askAsCreator } from './creator.ts';
import * as queries from './queries.ts';

export type MemberReadDeps = SettleDeps & Pick<Deps, 'log' | 'secret' | 'config' | 'providers' | 'campaign'>;

/** A membership to read again, with its patron if known. */
export type ReadMember = { memberId: string; patronId: string | null };

/**
 * Reads a user's membership with the token of their own link. Without a valid token, nothing changes.
 * @throws RateLimitedError, or any other Patreon error
 */
export async function readLinked(deps: MemberReadDeps, userId: string): Promise<void> {
  let isAsked = true;
  try {
    await askAsLinked(deps, userId);
  } catch (error) {
    isAsked = !(error instanceof RateLimitedError);
    // The user revoked access at Patreon. The stored data stays valid until it expires, as if this query had never been made.
    if (!(error instanceof TokenRevokedError)) throw error;
  } finally {
    // Recorded even after a failure, so that other links are read before this one is retried.
    if (isAsked) await queries.markAsked(deps.db, userId, deps.now());
  }
}

const askAsLinked = async (deps: MemberReadDeps, userId: string): Promise<void> => {
  const { campaign } = deps;
  if (!campaign) return;
  const observedAt = deps.now();
  const link = await linkedToken(deps, userId, 'patreon');
  if (!link) return;
  const { member, elsewhere } = await campaign.membershipOf(link.accessToken);
  // A token belongs to one patron. If the membership belongs to another patron, Patreon has made an error.
  if (member && member.patronId !== link.subject) return;
  const known = await findMembershipIds(deps.db, link.subject);
  // Memberships never move between campaigns. If a known membership is in another campaign, the configured campaign must have
  // changed, so the patron has not necessarily left.
  if (known.some((id) => elsewhere.includes(id)))
    throw new UnexpectedResponseError('A known membership belongs to a different campaign.');
  if (member) await applyAnswer(deps, { memberId: member.memberId, member, observedAt });
  // Stored memberships that Patreon no longer lists are gone.
  for (const memberId of known) {
    if (memberId !== member?.memberId) await applyAnswer(deps, { memberId, member: null, observedAt });
  }
};

/**
 * Reads one membership with the creator's token. If there is no valid creator token, uses the token of the membership's owner.
 * @throws RateLimitedError, or any other Patreon error
 */
export async function readMember(deps: MemberReadDeps, { memberId, patronId }: ReadMember): Promise<void> {
  const { campaign } = deps;
  if (!campaign) return;
  const observedAt = deps.now();
  const told = await askAsCreator(deps, (token) => campaign.member(token, memberId));
  if (told) return applyAnswer(deps, { memberId, member: told.answer, observedAt });
  const owner =
    patronId === null ? undefined : await findIdentityOwner(deps.db, { provider: 'patreon', subject: patronId });
  if (owner) await readLinked(deps, owner.id);
}

/**
 * Reads one page of all memberships as the creator.
 * @returns the next cursor; null after the last page, undefined if there is no valid creator token
 */
export async function readMembershipPage(
  deps: MemberReadDeps,
  cursor: string | null,
): Promise<string | null | undefined> {
  const { campaign } = deps;
  if (!campaign || deps.config.campaign.id === null) return undefined;
  const observedAt = deps.now();
  const told = await askAsCreator(deps, (token) => campaign.members(token, cursor));
  if (!told) return undefined;
  const { members, odd, next } = told.answer;
  if (odd > 0) deps.log.warn({ odd }, 'skipped memberships in an unknown format');
  for (const member of members) await applyAnswer(deps, { memberId: member.memberId, member, observedAt });
  return next;
}

/** Recomputes stored memberships without querying Patreon. */
export async function rederiveMemberships(deps: MemberReadDeps, memberIds: readonly string[]): Promise<void> {
  for (const memberId of memberIds) await syncMembership(deps, memberId);
}
