import type { ProviderName } from '#contract/accounts/oauth.ts';
import type { Deps } from '#server/deps.ts';
import { createPerson } from '#server/features/accounts/actions.ts';
import { sendNotice, sendVerification } from '#server/features/accounts/events.ts';
import { updateWaysIn } from '#server/features/accounts/queries.ts';
import {
  openSession,
  passFirstFactor,
  requireConfirmed,
  type SigningBrowser,
} from '#server/features/accounts/security/actions.ts';
import { confirmSession } from '#server/features/accounts/security/queries.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { isSuspended } from '#server/platform/account-status.ts';
import type { SignedIn, SignInOutcome } from '#server/platform/session-cookies.ts';
import { lockSession, requireSession } from '#server/platform/sessions.ts';
import type { Viewer } from '#server/platform/viewer.ts';
import type { ProviderProfile, ProviderTokens } from '#server/providers/oauth.ts';
import * as queries from './queries.ts';
import { decideUnknown, providerLabel, type VisitError } from './rules.ts';
import { askProvider, keep, openTokens } from './tokens.ts';

/** A user as returned by a provider. */
export type ProviderArrival = { provider: ProviderName; profile: ProviderProfile; tokens: ProviderTokens };

const keyOf = ({ provider, profile }: ProviderArrival): queries.IdentityKey => ({ provider, subject: profile.subject });

type Arrival = ProviderArrival & {
  browser: SigningBrowser;
  isLocal: boolean;
  applies: boolean;
  /** Called with the account that the identity is linked to, even if the login fails. */
  onAccount?: (userId: string) => void;
};

/** The user who logs in. `made` is the new session if the account was just created, and otherwise null. */
type Arrived = { userId: string; made: SignedIn | null } | { error: VisitError };

type ArrivalDeps = Pick<Deps, 'db' | 'now' | 'secret' | 'settings' | 'bus' | 'publicUrl' | 'hooks'>;

/** Logs in to the account linked to an identity, or else to an existing account with the same email, or else to a new account. */
export async function signInWith(
  deps: ArrivalDeps,
  arrival: Arrival,
): Promise<{ userId: string; outcome: SignInOutcome } | { error: VisitError }> {
  try {
    const arrived = await deps.db.transaction().execute((trx) => arrive(deps, trx, arrival));
    if ('error' in arrived) return arrived;
    const { userId, made } = arrived;
    const { browser, applies } = arrival;
    const stillHolds = async (trx: Deps['db']) => (await queries.findIdentityOwner(trx, keyOf(arrival)))?.id === userId;
    const outcome = made ?? (await passFirstFactor(deps, { ...browser, userId, applies, stillHolds }));
    if (applies && outcome.state === 'signed-in') await deps.hooks.afterLeakerSignUp(deps, userId);
    return { userId, outcome };
  } catch (error) {
    const found = error instanceof Problem && refusals[error.code];
    if (found) return { error: found };
    throw error;
  }
}

const refusals: Partial<Record<Problem['code'], VisitError>> = {
  BANNED: 'banned',
  REGISTRATION_CLOSED: 'closed',
  // Someone else has just signed up with the same address.
  EMAIL_TAKEN: 'link-first',
  // The account was deleted.
  WRONG_CREDENTIALS: 'provider',
};

const arrive = async (deps: ArrivalDeps, trx: Deps['db'], arrival: Arrival): Promise<Arrived> => {
  const { provider, profile, isLocal } = arrival;
  const key = keyOf(arrival);
  await queries.lockIdentity(trx, key);
  const known = await queries.findIdentityOwner(trx, key);
  if (known) {
    arrival.onAccount?.(known.id);
    if (known.demo && !isLocal) return { error: 'demo' };
    if (known.deletedAt) return { error: 'provider' };
    await queries.updateIdentity(trx, key, keep(deps, arrival, known.id));
    return { userId: known.id, made: null };
  }
  const owner = profile.email === null ? undefined : await queries.findUserByEmail(trx, profile.email, provider);
  if (owner) arrival.onAccount?.(owner.id);
  const decision = decideUnknown(profile, owner);
  if (decision === 'create') return { ...(await register(deps, trx, arrival)) };
  if (decision !== 'join' || !owner) return { error: decision === 'no-email' ? 'no-email' : 'link-first' };
  if (owner.demo && !isLocal) return { error: 'demo' };
  if (isSuspended(owner, deps.now())) return { error: 'banned' };
  await addLink(deps, trx, arrival, owner);
  return { userId: owner.id, made: null };
};

/**
 * Creates an account. Its address counts as verified if the provider vouches for it; otherwise a verification link is sent.
 * Discord's verification may be outdated, which is good enough for creating an account, but not for linking the identity to an
 * existing account with the same address.
 */
const register = async (deps: ArrivalDeps, trx: Deps['db'], arrival: Arrival) => {
  const { provider, profile, browser } = arrival;
  const now = deps.now();
  const email = profile.email ?? '';
  const wasVerified = provider === 'discord' && profile.emailVerified;
  const isVerified = profile.authoritative || wasVerified;
  const { id: userId, username } = await createPerson(deps, trx, {
    email,
    wish: provider === 'discord' ? profile.username : email,
    passwordHash: null,
    emailVerifiedAt: isVerified ? now : null,
    displayName: profile.displayName,
    now,
  });
  await queries.insertIdentity(trx, keyOf(arrival), userId, keep(deps, arrival, userId));
  if (wasVerified) await updateWaysIn(trx, userId, { provenElsewhere: true }, now);
  if (!isVerified) await sendVerification(deps, trx, { userId, email, username });
  return { userId, made: await openSession(deps, trx, { ...browser, userId, now, isNew: true }) };
};

const addLink = async (
  deps: ArrivalDeps,
  trx: Deps['db'],
  told: ProviderArrival,
  person: { id: string; email: string; username: string },
): Promise<void> => {
  await queries.insertIdentity(trx, keyOf(told), person.id, keep(deps, told, person.id));
  await deps.hooks.onLinked(deps, trx, { userId: person.id, provider: told.provider, isNew: true });
  const notice = { kind: 'linked', provider: providerLabel(told.provider), username: told.profile.username } as const;
  await sendNotice(deps, trx, { email: person.email, name: person.username }, notice);
};

/**
 * Links an identity to a logged-in user, unless it belongs to another account. Linking it again updates its names and tokens.
 * @returns why it was not linked, or null on success
 */
export function linkTo(deps: ArrivalDeps, viewer: Viewer, told: ProviderArrival): Promise<VisitError | null> {
  return deps.db.transaction().execute(async (trx) => {
    const key = keyOf(told);
    await queries.lockIdentity(trx, key);
    const person = await queries.lockUserForLink(trx, viewer.id);
    const owner = await queries.findIdentityOwner(trx, key);
    // During the provider call, the password may have been reset, or the user may have been suspended. A new link must not
    // outlive the session.
    const session = await lockSession(trx, viewer.sessionId, deps.now());
    if (session === 'suspended') return 'banned';
    if (!person || session === 'ended') return 'state';
    if (owner && owner.id !== viewer.id) return 'taken';
    if (owner) {
      await queries.updateIdentity(trx, key, keep(deps, told, viewer.id));
      // The user may have agreed to join the Discord server this time.
      await deps.hooks.onLinked(deps, trx, { userId: viewer.id, provider: told.provider, isNew: false });
      return null;
    }
    const links = await queries.listIdentityKeys(trx, viewer.id);
    if (links.some(({ provider }) => provider === told.provider)) return 'other-account';
    await addLink(deps, trx, told, person);
    // The provider has just confirmed that the user owns the account's email address.
    const { email, authoritative } = told.profile;
    if (authoritative && email === person.email) {
      await updateWaysIn(trx, viewer.id, { provenElsewhere: false }, deps.now());
    }
    return null;
  });
}

/**
 * Confirms the session with a linked identity, for users who have neither a password nor two-factor.
 * @returns why it was not confirmed, or null on success
 */
export function confirmWith(
  deps: Pick<Deps, 'db' | 'now'>,
  viewer: Viewer,
  told: ProviderArrival,
): Promise<VisitError | null> {
  return deps.db.transaction().execute(async (trx) => {
    const person = await queries.lockUserForLink(trx, viewer.id);
    const session = await lockSession(trx, viewer.sessionId, deps.now());
    if (session === 'suspended') return 'banned';
    if (!person || session === 'ended' || person.hasPassword || person.hasTwoFactor) return 'state';
    if ((await queries.findIdentityOwner(trx, keyOf(told)))?.id !== viewer.id) return 'other-account';
    await confirmSession(trx, viewer.sessionId, deps.now());
    return null;
  });
}

type UnlinkDeps = Pick<
  Deps,
  'db' | 'now' | 'log' | 'secret' | 'settings' | 'publicUrl' | 'providers' | 'bus' | 'hooks'
>;

/**
 * Unlinks a login method. Requires a recent confirmation, and at least one other login method.
 * @throws Problem CONFIRMATION_REQUIRED, NOT_LINKED, LAST_WAY_IN
 */
export async function unlinkWayIn(deps: UnlinkDeps, viewer: Viewer, provider: 'google' | 'discord'): Promise<void> {
  await requireConfirmed(deps, viewer);
  const wasLinked = await unlink(deps, viewer, provider, (person, links) => {
    if (!links.includes(provider)) return;
    const others = links.filter((name) => name !== provider && name !== 'patreon');
    if (!person.hasPassword && others.length === 0) throw new Problem('LAST_WAY_IN');
  });
  if (!wasLinked) throw new Problem('NOT_LINKED');
}

/** Unlinks Patreon, which is not a login method. Does nothing if Patreon is not linked. */
export async function unlinkPatreon(deps: UnlinkDeps, viewer: Viewer): Promise<void> {
  await unlink(deps, viewer, 'patreon', () => {});
}

const unlink = async (
  deps: UnlinkDeps,
  viewer: Viewer,
  provider: ProviderName,
  demand: (person: { hasPassword: boolean }, links: string[]) => void,
): Promise<boolean> => {
  const taken = await deps.db.transaction().execute(async (trx) => {
    const person = await queries.lockUserForLink(trx, viewer.id);
    if (!person) throw new Problem('SIGN_IN_REQUIRED');
    await requireSession(trx, viewer.sessionId, deps.now());
    const links = await queries.listIdentityKeys(trx, viewer.id);
    demand(
      person,
      links.map((link) => link.provider),
    );
    const identity = await queries.deleteIdentity(trx, viewer.id, provider);
    if (!identity) return null;
    await deps.hooks.onUnlinked(deps, trx, { userId: viewer.id, provider, subject: identity.subject });
    const notice = { kind: 'unlinked', provider: providerLabel(provider) } as const;
    await sendNotice(deps, trx, { email: person.email, name: person.username }, notice);
    return identity;
  });
  if (!taken) return false;
  await revoke(deps, viewer.id, provider, taken);
  return true;
};

/** Revokes tokens at their provider. Failures are acceptable, because the tokens are already deleted here. */
const revoke = async (
  deps: UnlinkDeps,
  userId: string,
  provider: ProviderName,
  sealed: Parameters<typeof openTokens>[1],
): Promise<void> => {
  const client = deps.providers[provider];
  const tokens = openTokens(deps, sealed, userId);
  if (!client || !tokens) return;
  try {
    await askProvider(deps, provider, () => client.revoke(tokens));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
};
