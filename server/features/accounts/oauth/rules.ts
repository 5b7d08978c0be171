import type { ProviderName } from '#contract/accounts/oauth.ts';
import type { ProviderProfile } from '#server/providers/oauth.ts';

/** Maximum duration of a visit to a consent page. */
export const FLOW_MS = 10 * 60_000;

/** Purpose of a visit to a consent page. */
export type Intent = 'sign-in' | 'link' | 'confirm';

/** Why a visit failed; becomes the value of `error=` in the URL that the visit redirects to. */
export type VisitError =
  | 'state'
  | 'denied'
  | 'provider'
  | 'not-set-up'
  | 'banned'
  | 'demo'
  | 'no-email'
  | 'link-first'
  | 'closed'
  | 'taken'
  | 'other-account';

/** A visit error as an error code for the log: LINK_FIRST for `link-first`. */
export function errorCode(error: VisitError): string {
  return error.toUpperCase().replaceAll('-', '_');
}

/** Adds query parameters to a path, replacing existing parameters with the same name. */
export function withQuery(path: string, more: Record<string, string>): string {
  const url = new URL(path, 'http://site.invalid');
  for (const [name, value] of Object.entries(more)) url.searchParams.set(name, value);
  return url.pathname + url.search + url.hash;
}

/**
 * Determines the purpose of a visit. Patreon can only be linked. The dashboard's Connect button sends logged-in users to Discord
 * without an intent (specification, section 2), which means linking.
 */
export function intentOf(provider: ProviderName, wanted: 'link' | 'confirm' | undefined, isSignedIn: boolean): Intent {
  if (provider === 'patreon') return 'link';
  return wanted ?? (provider === 'discord' && isSignedIn ? 'link' : 'sign-in');
}

/**
 * `hasProvider`: whether the account is already linked to another identity from the same provider. `provenElsewhere`: whether the
 * address was verified outside a session of the account.
 */
type Owner = { emailVerifiedAt: Date | null; provenElsewhere: boolean; hasProvider: boolean };

/**
 * Decides how to treat an unlinked identity whose address belongs to `owner`, or to no account. The identity is linked to that
 * account only if the provider vouches for the address and the account's owner has proven that the address is theirs. Otherwise,
 * an attacker who signed up with someone else's address would share an account with that person, or an outdated address would
 * give access to someone else's account.
 */
export function decideUnknown(
  profile: ProviderProfile,
  owner: Owner | undefined,
): 'create' | 'join' | Extract<VisitError, 'no-email' | 'link-first'> {
  if (profile.email === null) return 'no-email';
  if (!owner) return 'create';
  const ownerIsSure = owner.emailVerifiedAt !== null && !owner.provenElsewhere;
  const bothSure = profile.emailVerified && profile.authoritative && ownerIsSure;
  return bothSure && !owner.hasProvider ? 'join' : 'link-first';
}

/**
 * Whether tokens must be refreshed before use. They count as expired a minute early, so that they do not expire during the
 * request.
 */
export function isStale(expiresAt: Date | null, now: Date): boolean {
  return expiresAt !== null && expiresAt.getTime() - now.getTime() < 60_000;
}

const labels: Record<ProviderName, string> = { google: 'Google', discord: 'Discord', patreon: 'Patreon' };

/** Display name of a provider. */
export function providerLabel(provider: ProviderName): string {
  return labels[provider];
}
