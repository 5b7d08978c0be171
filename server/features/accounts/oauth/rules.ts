import type { ProviderName } from '#contract/accounts/oauth.ts';
import type { ProviderProfile } from '#server/providers/oauth.ts';

/** How long a visit to a consent page can take. */
export const FLOW_MS = 10 * 60_000;

/** Purpose of a visit to a consent page. */
export type Intent = 'sign-in' | 'link' | 'confirm';

/** Why a visit failed: the value of `error=` in the URL it redirects to. */
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

/** A visit error as a code for the log: LINK_FIRST for `link-first`. */
export function errorCode(error: VisitError): string {
  return error.toUpperCase().replaceAll('-', '_');
}

/** Adds query parameters to a path, replacing existing ones of the same name. */
export function withQuery(path: string, more: Record<string, string>): string {
  const url = new URL(path, 'http://site.invalid');
  for (const [name, value] of Object.entries(more)) url.searchParams.set(name, value);
  return url.pathname + url.search + url.hash;
}

/**
 * Purpose of a visit. Patreon can only be linked. The dashboard's Connect button sends logged-in users to Discord without an
 * intent (specification, section 2), which means linking.
 */
export function intentOf(provider: ProviderName, wanted: 'link' | 'confirm' | undefined, isSignedIn: boolean): Intent {
  if (provider === 'patreon') return 'link';
  return wanted ?? (provider === 'discord' && isSignedIn ? 'link' : 'sign-in');
}

/**
 * `hasProvider`: whether the account has linked another identity of the same provider. `provenElsewhere`: whether the address
 * was verified outside a session of the account.
 */
type Owner = { emailVerifiedAt: Date | null; provenElsewhere: boolean; hasProvider: boolean };

/**
 * What to do with an unlinked identity whose address belongs to `owner`, or to no account. An account is joined only if both
 * the provider vouches for the address and the account has proven it. Otherwise an attacker who signed up with another
 * person's address would share their account, or an outdated address would give access to one.
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

/** Whether tokens should be refreshed before use: a minute early, so that they do not expire during the request. */
export function isStale(expiresAt: Date | null, now: Date): boolean {
  return expiresAt !== null && expiresAt.getTime() - now.getTime() < 60_000;
}

const labels: Record<ProviderName, string> = { google: 'Google', discord: 'Discord', patreon: 'Patreon' };

/** Display name of a provider. */
export function providerLabel(provider: ProviderName): string {
  return labels[provider];
}
