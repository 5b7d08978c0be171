// What other features need from linked accounts: an access token for provider calls, and a way to revoke all tokens.
import type { ProviderName } from '#contract/accounts/oauth.ts';
import type { Deps } from '#server/deps.ts';
import { clearTokens, findSealedTokens } from './queries.ts';
import { askProvider, freshAccessToken, openTokens } from './tokens.ts';

/**
 * A linked account's access token, refreshed if expired, and the user's id at the provider. Null if there is no valid token.
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
 * Revokes the tokens of all of a user's linked accounts at their providers and deletes them here. The links are kept.
 * @throws Problem PROVIDER_FAILED; it is safe to retry, because tokens that were revoked have already been deleted
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
