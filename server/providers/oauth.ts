// Types for logging in through a third party, and the parts of OAuth that all providers share.
import * as client from 'openid-client';
import { z } from 'zod';
import { email as emailAddress } from '#contract/accounts/api.ts';
import { isLoopbackName } from '#server/kit/security/loopback.ts';

/** Tokens that the site uses to query a provider about one person. */
export type ProviderTokens = {
  accessToken: string;
  refreshToken: string | null;
  expiresAt: Date | null;
  scope: string;
};

/** A person's profile at a provider. Only the subject is a stable key; everything else can change. */
export type ProviderProfile = {
  subject: string;
  username: string;
  displayName: string | null;
  /** Email address in lower case. */
  email: string | null;
  emailVerified: boolean;
  /** Whether the provider guarantees that the address currently belongs to this person. */
  authoritative: boolean;
};

/** One visit to a consent page. The three secrets bind the response to the visit. */
export type Visit = { state: string; verifier: string; nonce: string; redirectUri: string };

/** A configured provider. All methods except `begin` contact the provider and throw if that fails. */
export type IdentityProvider = {
  /** URL of the consent page. `joins` also requests permission to add the person to the site's guild at the provider. */
  begin(visit: Visit, wish?: { joins: boolean }): Promise<URL>;
  /** Verifies the query that the browser came back with, and exchanges its code for tokens. */
  finish(query: URLSearchParams, visit: Visit): Promise<{ profile: ProviderProfile; tokens: ProviderTokens }>;
  /** Reads the current profile of a token's owner. */
  profile(accessToken: string): Promise<ProviderProfile>;
  /** Exchanges a refresh token for new tokens. The old refresh token becomes invalid. */
  refresh(refreshToken: string): Promise<ProviderTokens>;
  /** Revokes tokens at the provider; does nothing if the provider does not support revocation. */
  revoke(tokens: ProviderTokens): Promise<void>;
};

/** OAuth credentials. `base` replaces the provider's own base URL. */
export type Credentials = { clientId: string; clientSecret: string; base: string | null };

export type ClientOptions = { now(): Date; patienceMs?: number };

const PATIENCE_MS = 5000;
/** Patreon refuses requests without a user agent. */
const USER_AGENT = 'Helix (asset library for video editors)';

/** OAuth client for one provider. Its endpoints are set explicitly, without discovery over the network. */
export function createClient(
  { clientId, clientSecret, base }: Credentials,
  server: client.ServerMetadata,
  { patienceMs = PATIENCE_MS }: ClientOptions,
): client.Configuration {
  const config = new client.Configuration(
    server,
    clientId,
    { client_secret: clientSecret, id_token_signed_response_alg: 'RS256' },
    client.ClientSecretPost(clientSecret),
  );
  config.timeout = patienceMs / 1000;
  config[client.customFetch] = (url, { body, ...options }) =>
    fetch(url, {
      ...options,
      ...(body === undefined || body === null ? {} : { body: body as NonNullable<RequestInit['body']> }),
      headers: { ...options.headers, 'user-agent': USER_AGENT },
    });
  if (base?.startsWith('http:')) {
    // The secret must not leave the machine unencrypted. The configuration reader already rejects such a URL.
    if (!isLoopbackName(new URL(base).hostname)) throw new Error('A provider without https must be on this machine.');
    client.allowInsecureRequests(config);
  }
  return config;
}

/** URL of a consent page. Set `pkce` if the provider supports it. */
export async function consentAddress(
  config: client.Configuration,
  { state, verifier, redirectUri }: Visit,
  { scope, pkce, more = {} }: { scope: string; pkce: boolean; more?: Record<string, string> },
): Promise<URL> {
  return client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope,
    state,
    ...(pkce
      ? { code_challenge: await client.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' }
      : {}),
    ...more,
  });
}

/** Exchanges the code that the browser came back with. The library rejects a wrong state or issuer. */
export function exchangeCode(
  config: client.Configuration,
  query: URLSearchParams,
  { state, redirectUri }: Visit,
  checks: client.AuthorizationCodeGrantChecks,
) {
  const address = new URL(redirectUri);
  address.search = query.toString();
  return client.authorizationCodeGrant(config, address, { ...checks, expectedState: state });
}

/** Extracts the tokens from a provider's response. If there is no new refresh token, the old one stays valid. */
export function tokensOf(
  answer: client.TokenEndpointResponse,
  { now, oldRefreshToken = null }: { now: Date; oldRefreshToken?: string | null },
): ProviderTokens {
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? oldRefreshToken,
    expiresAt: answer.expires_in === undefined ? null : new Date(now.getTime() + answer.expires_in * 1000),
    scope: answer.scope ?? '',
  };
}

/** Reads JSON about a token's owner. Throws if the response does not match the schema. */
export async function readOwnerJson<S extends z.ZodType>(
  config: client.Configuration,
  accessToken: string,
  url: string,
  schema: S,
): Promise<z.output<S>> {
  const answer = await client.fetchProtectedResource(config, accessToken, new URL(url), 'GET');
  if (!answer.ok) throw new Error(`The provider answered ${answer.status}.`);
  return schema.parse(await answer.json());
}

/** Normalises a name from a provider to one line of well-formed text with at most `max` characters. */
export function nameText(max: number) {
  return z
    .string()
    .max(2000)
    .transform((text) =>
      [
        ...text
          .toWellFormed()
          .replaceAll(/\p{C}+/gu, ' ')
          .trim(),
      ]
        .slice(0, max)
        .join('')
        .trim(),
    );
}

/** Normalises an email address from a provider; null if it is missing or invalid. */
export const emailText = z
  .unknown()
  .optional()
  .transform((value) => emailAddress.safeParse(value).data?.toLowerCase() ?? null);
