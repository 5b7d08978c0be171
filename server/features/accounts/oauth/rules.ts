import type { ProviderName } from '#contract/accounts/oauth.ts';
import type { ProviderProfile } from '#server/providers/oauth.ts';

/** How long somebody may take at a consent page. */
export const FLOW_MS = 10 * 60_000;

/** What a visit to a consent page is for. */
export type Intent = 'sign-in' | 'link' | 'confirm';

/** Why a visit came to nothing: what stands behind `error=` in the address that it leads to. */
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

/** An error as the log writes refusals: LINK_FIRST for `link-first`. */
export function errorCode(error: VisitError): string {
  return error.toUpperCase().replaceAll('-', '_');
}

/** A path with more behind its question mark; what it says already under the same names is replaced. */
export function withQuery(path: string, more: Record<string, string>): string {
  const url = new URL(path, 'http://site.invalid');
  for (const [name, value] of Object.entries(more)) url.searchParams.set(name, value);
  return url.pathname + url.search + url.hash;
}

/**
 * What a visit is for. Patreon is linked and nothing else. The dashboard's Connect leads signed-in people to Discord
 * without a word of what for (specification, section 2), which there means linking.
 */
export function intentOf(provider: ProviderName, wanted: 'link' | 'confirm' | undefined, isSignedIn: boolean): Intent {
  if (provider === 'patreon') return 'link';
  return wanted ?? (provider === 'discord' && isSignedIn ? 'link' : 'sign-in');
}

/**
 * `hasProvider`: whether they have linked another identity of the same provider. `provenElsewhere`: whether the address was
 * verified by somebody who was not signed in to the account.
 */
type Owner = { emailVerifiedAt: Date | null; provenElsewhere: boolean; hasProvider: boolean };

/**
 * What becomes of an identity that nobody has linked, whose address belongs to `owner` or to nobody. An account is joined
 * only when the provider vouches for the address and the account has proven it too: otherwise whoever registered a
 * stranger's address first would share their account, or a stale address would open one.
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

/** Whether tokens should be renewed before use: a little early, so that they do not end on their way. */
export function isStale(expiresAt: Date | null, now: Date): boolean {
  return expiresAt !== null && expiresAt.getTime() - now.getTime() < 60_000;
}

const labels: Record<ProviderName, string> = { google: 'Google', discord: 'Discord', patreon: 'Patreon' };

/** A provider's name as people write it. */
export function providerLabel(provider: ProviderName): string {
  return labels[provider];
}
