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

/** Somebody as a provider has just told of them. */
export type ProviderArrival = { provider: ProviderName; profile: ProviderProfile; tokens: ProviderTokens };

const keyOf = ({ provider, profile }: ProviderArrival): queries.IdentityKey => ({ provider, subject: profile.subject });

type Arrival = ProviderArrival & {
  browser: SigningBrowser;
  isLocal: boolean;
  applies: boolean;
  /** Called with the account that the identity leads to, also when the sign-in is refused. */
  onAccount?: (userId: string) => void;
};

/** Whose sign-in it is; `made` is the session of somebody whose account was made for it. */
type Arrived = { userId: string; made: SignedIn | null } | { error: VisitError };

type ArrivalDeps = Pick<Deps, 'db' | 'now' | 'secret' | 'settings' | 'bus' | 'publicUrl' | 'hooks'>;

/** Signs in with an identity, whichever way it leads to an account: known, joined by its address, or new. */
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
  // Somebody registered with the address a moment before.
  EMAIL_TAKEN: 'link-first',
  // The account is gone.
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
 * Makes an account. Its address counts as verified when the provider vouches for it; else the link is mailed. Discord's word is
 * some day's, not today's: it is enough for an account of one's own, and for nobody to join that account by its address.
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
 * Links an identity to a signed-in person. One that belongs to somebody else stays theirs. Linking again what is linked
 * writes down the new names and tokens.
 * @returns why nothing was linked; null when it is
 */
export function linkTo(deps: ArrivalDeps, viewer: Viewer, told: ProviderArrival): Promise<VisitError | null> {
  return deps.db.transaction().execute(async (trx) => {
    const key = keyOf(told);
    await queries.lockIdentity(trx, key);
    const person = await queries.lockUserForLink(trx, viewer.id);
    const owner = await queries.findIdentityOwner(trx, key);
    // A new password or a suspension may have come while the provider was asked: a new link must not outlive the session.
    const session = await lockSession(trx, viewer.sessionId, deps.now());
    if (session === 'suspended') return 'banned';
    if (!person || session === 'ended') return 'state';
    if (owner && owner.id !== viewer.id) return 'taken';
    if (owner) {
      await queries.updateIdentity(trx, key, keep(deps, told, viewer.id));
      // They may have consented to being let in this time.
      await deps.hooks.onLinked(deps, trx, { userId: viewer.id, provider: told.provider, isNew: false });
      return null;
    }
    const links = await queries.listIdentityKeys(trx, viewer.id);
    if (links.some(({ provider }) => provider === told.provider)) return 'other-account';
    await addLink(deps, trx, told, person);
    // The holder of the account is the owner of its address: the provider has just said so.
    const { email, authoritative } = told.profile;
    if (authoritative && email === person.email) {
      await updateWaysIn(trx, viewer.id, { provenElsewhere: false }, deps.now());
    }
    return null;
  });
}

/**
 * Takes a sign-in with a linked identity as proof that it is the person, for those who have neither a password nor a second
 * factor to prove it with.
 * @returns why it proves nothing; null when the session is confirmed
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
 * Unlinks a way to sign in, which must be confirmed and must not be the last.
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

/** Unlinks Patreon, which nobody signs in with. Nothing happens when it is not linked. */
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

/** Ends tokens at their provider as well as it goes: they are gone from here in any case. */
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
