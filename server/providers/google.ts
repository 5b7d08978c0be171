// Logs in with Google through OpenID Connect. The identity is in a signed ID token
// (developers.google.com/identity/openid-connect).
import * as client from 'openid-client';
import { z } from 'zod';
import { DISPLAY_NAME_MAX_CHARACTERS } from '#contract/members/limits.ts';
import {
  type ClientOptions,
  type Credentials,
  consentAddress,
  createClient,
  emailText,
  exchangeCode,
  type IdentityProvider,
  nameText,
  type ProviderProfile,
  readOwnerJson,
  tokensOf,
} from './oauth.ts';

const SCOPE = 'openid email profile';

const addresses = (base: string | null) => ({
  issuer: base ?? 'https://accounts.google.com',
  authorization_endpoint: `${base ?? 'https://accounts.google.com'}/o/oauth2/v2/auth`,
  token_endpoint: `${base ?? 'https://oauth2.googleapis.com'}/token`,
  userinfo_endpoint: `${base ?? 'https://openidconnect.googleapis.com'}/v1/userinfo`,
  revocation_endpoint: `${base ?? 'https://oauth2.googleapis.com'}/revoke`,
  jwks_uri: `${base ?? 'https://www.googleapis.com'}/oauth2/v3/certs`,
});

const claims = z.object({
  sub: z.string().min(1).max(255),
  name: nameText(DISPLAY_NAME_MAX_CHARACTERS).optional(),
  email: emailText,
  email_verified: z.boolean().optional(),
  hd: z.string().max(255).optional(),
});

/** Google is only authoritative for Gmail addresses and organisations it hosts; other addresses may have a new owner by now. */
const profileOf = ({ sub, name, email, email_verified, hd }: z.output<typeof claims>): ProviderProfile => {
  const emailVerified = email !== null && email_verified === true;
  return {
    subject: sub,
    username: email ?? name ?? '',
    displayName: name || null,
    email,
    emailVerified,
    authoritative: emailVerified && (email?.endsWith('@gmail.com') === true || hd !== undefined),
  };
};

export function createGoogle(credentials: Credentials, options: ClientOptions): IdentityProvider {
  const endpoints = addresses(credentials.base);
  const config = createClient(credentials, endpoints, options);
  // The TLS connection to Google would be sufficient proof, but the ID token's signature is verified too.
  client.enableNonRepudiationChecks(config);

  return {
    begin: (visit) =>
      consentAddress(config, visit, {
        scope: SCOPE,
        pkce: true,
        more: { nonce: visit.nonce, prompt: 'select_account' },
      }),
    finish: async (query, visit) => {
      const checks = { pkceCodeVerifier: visit.verifier, expectedNonce: visit.nonce, idTokenExpected: true };
      const answer = await exchangeCode(config, query, visit, checks);
      return { profile: profileOf(claims.parse(answer.claims())), tokens: tokensOf(answer, { now: options.now() }) };
    },
    profile: async (accessToken) =>
      profileOf(await readOwnerJson(config, accessToken, endpoints.userinfo_endpoint, claims)),
    refresh: async (refreshToken) =>
      tokensOf(await client.refreshTokenGrant(config, refreshToken), {
        now: options.now(),
        oldRefreshToken: refreshToken,
      }),
    revoke: ({ accessToken }) => client.tokenRevocation(config, accessToken),
  };
}
