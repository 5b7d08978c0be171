// Asking Patreon about memberships. What it answers is taken by memberships/actions.ts; what goes wrong is thrown and changes
// nothing.

import type { Deps } from '#server/deps.ts';
import { findIdentityOwner, linkedToken } from '#server/features/accounts/public.ts';
import { applyAnswer, type SettleDeps, syncMembership } from '#server/features/premium/memberships/actions.ts';
import { findMembershipIds } from '#server/features/premium/memberships/queries.ts';
import { RateLimitedError, TokenRevokedError, UnexpectedResponseError } from '#server/kit/outgoing/errors.ts';
import { askAsCreator } from './creator.ts';
import * as queries from './queries.ts';

export type MemberReadDeps = SettleDeps & Pick<Deps, 'log' | 'secret' | 'config' | 'providers' | 'campaign'>;

/** A membership that is to be read again, and whose it is where that is known. */
export type ReadMember = { memberId: string; patronId: string | null };

/**
 * Reads somebody's membership with the token of their own link. Without a token that works nothing is known, and nothing
 * changes.
 * @throws Throttled, and whatever else went wrong at Patreon
 */
export async function readLinked(deps: MemberReadDeps, userId: string): Promise<void> {
  let isAsked = true;
  try {
    await askAsLinked(deps, userId);
  } catch (error) {
    isAsked = !(error instanceof RateLimitedError);
    // They took the consent back at Patreon: what is known holds as long as it would without an answer.
    if (!(error instanceof TokenRevokedError)) throw error;
  } finally {
    // Whatever came of it, the others have their turn before this is tried again.
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
  // A token is one person's for good; another's membership would be the provider's mistake.
  if (member && member.patronId !== link.subject) return;
  const known = await findMembershipIds(deps.db, link.subject);
  // No membership changes its campaign: the configuration names another one than before, and nobody is gone.
  if (known.some((id) => elsewhere.includes(id)))
    throw new UnexpectedResponseError('A known membership is of another campaign.');
  if (member) await applyAnswer(deps, { memberId: member.memberId, member, observedAt });
  // What was known of them and is not named any more is gone.
  for (const memberId of known) {
    if (memberId !== member?.memberId) await applyAnswer(deps, { memberId, member: null, observedAt });
  }
};

/**
 * Reads one membership: as the creator, else with the link of whoever it is.
 * @throws Throttled, and whatever else went wrong at Patreon
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
 * @returns the cursor of the next; null after the last, and undefined where nobody can ask
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
  if (odd > 0) deps.log.warn({ odd }, 'memberships of a form that is not known were left out');
  for (const member of members) await applyAnswer(deps, { memberId: member.memberId, member, observedAt });
  return next;
}

/** Derives anew what is known of memberships, without asking Patreon. */
export async function rederiveMemberships(deps: MemberReadDeps, memberIds: readonly string[]): Promise<void> {
  for (const memberId of memberIds) await syncMembership(deps, memberId);
}
