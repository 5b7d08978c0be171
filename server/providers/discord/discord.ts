// Discord: login and profile (discord.com/developers/docs/topics/oauth2).
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
  readOwnerJson,
  tokensOf,
} from '#server/providers/oauth.ts';

/** The minimum scope for logging in. */
const SCOPE = 'identify email';
/** Additional scope for adding the user to the site's guild. */
const JOIN_SCOPE = 'guilds.join';
const NAME_CHARACTERS = 100;

const user = z.object({
  id: z.string().regex(/^\d{1,20}$/),
  username: nameText(NAME_CHARACTERS).pipe(z.string().min(1)),
  global_name: nameText(DISPLAY_NAME_MAX_CHARACTERS).nullish(),
  email: emailText,
  verified: z.boolean().optional(),
});

export function createDiscord(credentials: Credentials, options: ClientOptions): IdentityProvider {
  const base = credentials.base ?? 'https://discord.com';
  const config = createClient(
    credentials,
    {
      issuer: base,
      authorization_endpoint: `${base}/oauth2/authorize`,
      token_endpoint: `${base}/api/oauth2/token`,
      revocation_endpoint: `${base}/api/oauth2/token/revoke`,
    },
    options,
  );

  const profile = async (accessToken: string) => {
    const { id, username, global_name, email, verified } = await readOwnerJson(
      config,
      accessToken,
      `${base}/api/v10/users/@me`,
      user,
    );
    const emailVerified = email !== null && verified === true;
    return {
      subject: id,
      username,
      displayName: global_name || null,
      email,
      emailVerified,
      // Discord may have verified the address years ago, and by now it may belong to someone else.
      authoritative: false,
    };
  };

  return {
    begin: (visit, { joins } = { joins: false }) =>
      consentAddress(config, visit, { scope: joins ? `${SCOPE} ${JOIN_SCOPE}` : SCOPE, pkce: true }),
    finish: async (query, visit) => {
      const answer = await exchangeCode(config, query, visit, { pkceCodeVerifier: visit.verifier });
      const tokens = tokensOf(answer, { now: options.now() });
      return { profile: await profile(tokens.accessToken), tokens };
    },
    profile,
    refresh: async (refreshToken) =>
      tokensOf(await client.refreshTokenGrant(config, refreshToken), {
        now: options.now(),
        oldRefreshToken: refreshToken,
      }),
    // Revoking one of the tokens granted by a consent revokes all of them.
    revoke: ({ accessToken, refreshToken }) => client.tokenRevocation(config, refreshToken ?? accessToken),
  };
}
