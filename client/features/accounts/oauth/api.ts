// API calls for linked accounts, and the URLs of provider logins.
import { apiCall } from '#client/kit/data/call.ts';
import type * as contract from '#contract/accounts/oauth.ts';
import type { ProviderName } from '#contract/accounts/oauth.ts';

export const disconnectPatreon = apiCall<typeof contract.disconnectPatreon>({
  method: 'POST',
  path: '/api/auth/patreon/disconnect',
  fallback: 'Patreon could not be disconnected. Please try again.',
});

export const disconnectDiscord = apiCall<typeof contract.disconnectDiscord>({
  method: 'POST',
  path: '/api/auth/discord/disconnect',
  fallback: 'Discord could not be disconnected. Please try again.',
});

export const disconnectGoogle = apiCall<typeof contract.disconnectGoogle>({
  method: 'POST',
  path: '/api/auth/google/disconnect',
  fallback: 'Google could not be disconnected. Please try again.',
});

export const refreshLinks = apiCall<typeof contract.refreshLinks>({
  method: 'POST',
  path: '/api/auth/links/refresh',
  fallback: 'Your linked accounts could not be refreshed. Please try again.',
});

export const providerLabels: Record<ProviderName, string> = {
  google: 'Google',
  discord: 'Discord',
  patreon: 'Patreon',
};

/** URL that redirects to a provider's consent page. `next` is the path to return to afterwards. */
export function consentPath(
  apiUrl: string,
  provider: ProviderName,
  query: { next?: string; intent?: 'link' | 'confirm'; apply?: 'leaker' },
): string {
  const asked = new URLSearchParams(Object.entries(query).filter(([, value]) => value));
  return `${apiUrl}/auth/${provider}${asked.size > 0 ? `?${asked}` : ''}`;
}
