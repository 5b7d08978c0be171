// What other features may have of the links: a token to ask a provider with, and the end of all tokens.
import type { ProviderName } from '#contract/accounts/oauth.ts';
import type { Deps } from '#server/deps.ts';
import { clearTokens, findSealedTokens } from './queries.ts';
import { askProvider, freshAccessToken, openTokens } from './tokens.ts';

/**
 * The access token of somebody's link, renewed when it has ended, and who they are there; null without one that works.
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
 * Ends the tokens of all of somebody's links at their providers, and forgets them here. The links stay.
 * @throws Problem PROVIDER_FAILED, to be tried again: what was ended is forgotten already
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
