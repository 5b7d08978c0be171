// Linked accounts for other features: an access token for provider calls, and revoking all tokens.
import type { ProviderName } from '#contract/accounts/oauth.ts';
import type { Deps } from '#server/deps.ts';
import { clearTokens, findSealedTokens } from './queries.ts';
import { askProvider, freshAccessToken, openTokens } from './tokens.ts';

/**
 * The access token of a user's linked account, refreshed if expired, with their id at the provider; null without a valid one.
 * @throws Problem PROVIDER_FAILED
 */
export function linkedToken(
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'secret' | 'providers'>,
  userId: string,
  provider: ProviderName,
): Promise<{ subject: string; accessToken: string } | null> {
  return freshAccessToken(deps, userId, provider);
}

/**
 * Revokes the tokens of all linked accounts of a user at their providers and deletes them here. The links stay.
 * @throws Problem PROVIDER_FAILED; retry, since tokens revoked so far are already deleted
 */
export async function revokeTokens(
  deps: Pick<Deps, 'db' | 'log' | 'secret' | 'providers'>,
  userId: string,
): Promise<void> {
  for (const { provider, ...sealed } of await findSealedTokens(deps.db, userId)) {
    const client = deps.providers[provider];
    const tokens = openTokens(deps, sealed, userId);
    if (client && tokens) await askProvider(deps, provider, () => client.revoke(tokens));
    await clearTokens(deps.db, userId, provider);
  }
}
