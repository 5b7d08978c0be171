// Patreon: linking and profile (docs.patreon.com, API v2).
import * as client from 'openid-client';
import { z } from 'zod';
import {
  type ClientOptions,
  type Credentials,
  consentAddress,
  createClient,
  emailText,
  exchangeCode,
  type IdentityProvider,
  nameText,
  readOwnerJson,
  tokensOf,
} from './oauth.ts';

const SCOPE = 'identity identity[email]';
const NAME_CHARACTERS = 100;
/** Patreon only returns types and IDs unless fields are requested. */
const IDENTITY = `/api/oauth2/v2/identity?${new URLSearchParams({ 'fields[user]': 'email,full_name,is_email_verified' })}`;

const identity = z.object({
  data: z.object({
    type: z.literal('user'),
    id: z.string().min(1).max(64),
    attributes: z.object({
      full_name: nameText(NAME_CHARACTERS).nullish(),
      email: emailText,
      is_email_verified: z.boolean().nullish(),
    }),
  }),
});

/** Creates the OAuth client for Patreon, and returns it with the base URL of the API. */
export function createPatreonClient(credentials: Credentials, options: ClientOptions) {
  const base = credentials.base ?? 'https://www.patreon.com';
  const server = {
    issuer: base,
    authorization_endpoint: `${base}/oauth2/authorize`,
    token_endpoint: `${base}/api/oauth2/token`,
  };
  return { base, config: createClient(credentials, server, options) };
}

export function createPatreon(credentials: Credentials, options: ClientOptions): IdentityProvider {
  const { base, config } = createPatreonClient(credentials, options);

  const profile = async (accessToken: string) => {
    const { data } = await readOwnerJson(config, accessToken, `${base}${IDENTITY}`, identity);
    const { full_name: name, email, is_email_verified: verified } = data.attributes;
    return {
      subject: data.id,
      // Patreon has no usernames, so a person without a name is identified by their ID.
      username: name || `patron ${data.id}`,
      displayName: name || null,
      email,
      emailVerified: email !== null && verified === true,
      // Patreon addresses are never used to match an account.
      authoritative: false,
    };
  };

  return {
    // Patreon does not document PKCE, so the site relies on the state and the client secret instead.
    begin: (visit) => consentAddress(config, visit, { scope: SCOPE, pkce: false }),
    finish: async (query, visit) => {
      const tokens = tokensOf(await exchangeCode(config, query, visit, {}), { now: options.now() });
      return { profile: await profile(tokens.accessToken), tokens };
    },
    profile,
    refresh: async (refreshToken) =>
      tokensOf(await client.refreshTokenGrant(config, refreshToken), {
        now: options.now(),
        oldRefreshToken: refreshToken,
      }),
    // Patreon has no documented way to revoke tokens, so the site only deletes them, and they later expire.
    revoke: async () => {},
  };
}
