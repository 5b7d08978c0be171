// What signing in at a third party is to the rest of the server, and the part of the protocol that all of them share.
import * as client from 'openid-client';
import { z } from 'zod';
import { email as emailAddress } from '#contract/accounts/api.ts';
import { isLoopbackName } from '#server/kit/security/loopback.ts';

/** Tokens that let the site ask the provider about one person. */
export type ProviderTokens = {
  accessToken: string;
  refreshToken: string | null;
  expiresAt: Date | null;
  scope: string;
};

/** Who somebody is at a provider. The subject is the key; everything else can change there. */
export type ProviderProfile = {
  subject: string;
  username: string;
  displayName: string | null;
  /** In lower case. */
  email: string | null;
  emailVerified: boolean;
  /** Whether the provider vouches that the address is this person's today. */
  authoritative: boolean;
};

/** One visit to a consent page: the three secrets tie its answer to it. */
export type Visit = { state: string; verifier: string; nonce: string; redirectUri: string };

/** A provider with credentials. All but `begin` ask the provider, and throw whatever went wrong there. */
export type IdentityProvider = {
  /** The address of the consent page; `joins` asks also to let the person in where the provider has a place of the site's. */
  begin(visit: Visit, wish?: { joins: boolean }): Promise<URL>;
  /** Checks what the browser brought back, and exchanges it. */
  finish(query: URLSearchParams, visit: Visit): Promise<{ profile: ProviderProfile; tokens: ProviderTokens }>;
  /** Reads again who tokens belong to. */
  profile(accessToken: string): Promise<ProviderProfile>;
  /** Trades a refresh token for new tokens: the old one is spent. */
  refresh(refreshToken: string): Promise<ProviderTokens>;
  /** Ends tokens at the provider. Nothing happens where it has no way to. */
  revoke(tokens: ProviderTokens): Promise<void>;
};

/** An application's credentials; `base` replaces the provider's own addresses. */
export type Credentials = { clientId: string; clientSecret: string; base: string | null };

export type ClientOptions = { now(): Date; patienceMs?: number };

/** Nobody waits longer for a provider. */
const PATIENCE_MS = 5000;
/** Patreon refuses who does not say who asks. */
const USER_AGENT = 'Helix (asset library for video editors)';

/** The client of one provider, with explicit addresses: nothing is discovered over the network. */
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
    // The configuration has refused this already; without encryption the secret must not leave the machine.
    if (!isLoopbackName(new URL(base).hostname)) throw new Error('A provider without https must be on this machine.');
    client.allowInsecureRequests(config);
  }
  return config;
}

/** The address of a consent page; `pkce` where the provider knows it. */
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

/** Exchanges the code that a browser brought back. The library refuses another state, and another issuer's answer. */
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

/** The tokens of a provider's answer. Without a new refresh token the old one stays good. */
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

/** Reads JSON about a token's owner. Throws for every answer that is not what the schema says. */
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

/** A name as a provider sends it: one line, whole characters, not longer than so many. */
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

/** An address as a provider sends it; null for none and for what is none. */
export const emailText = z
  .unknown()
  .optional()
  .transform((value) => emailAddress.safeParse(value).data?.toLowerCase() ?? null);
