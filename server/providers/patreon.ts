// Patreon: linking, and who somebody is there (docs.patreon.com, API v2).
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
/** Nothing but type and id comes back unless it is asked for. */
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

/** The client that asks Patreon, and the address that its API is under. */
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
      // Patreon's people have no other name; who gave none is called by their number.
      username: name || `patron ${data.id}`,
      displayName: name || null,
      email,
      emailVerified: email !== null && verified === true,
      // Nobody joins an account by an address that Patreon knows.
      authoritative: false,
    };
  };

  return {
    // PKCE is in no document of Patreon's: the state and the secret stand for it.
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
    // There is no documented way: tokens are forgotten here and end by themselves.
    revoke: async () => {},
  };
}
