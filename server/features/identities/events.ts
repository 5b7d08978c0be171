// What other features may have of the links: a token to ask a provider with.
import type { ProviderName } from '#contract/identities.ts';
import type { Deps } from '../../deps.ts';
import { freshAccessToken } from './tokens.ts';

/**
 * The access token of somebody's link, renewed when it has ended, and who they are there; null without one that works.
 * @throws Problem PROVIDER_FAILED
 */
export const linkedToken = (
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'secret' | 'providers'>,
  userId: string,
  provider: ProviderName,
): Promise<{ subject: string; accessToken: string } | null> => freshAccessToken(deps, userId, provider);
