// Shared by all fake providers: invented people, single-use codes, and tokens that rotate and expire.
import { createHash, randomBytes } from 'node:crypto';

/** A person with an account at a provider. `hd` is their organisation's domain at Google. */
export type FakePerson = {
  subject: string;
  name: string;
  username: string;
  email: string | null;
  emailVerified: boolean;
  hd?: string;
  /** The entitled amount that Patreon reports, in cents per month; null if the person has never paid. */
  cents?: number | null;
};

/** An application's authorisation request. */
export type FakeRequest = {
  redirectUri: string;
  scope: string[];
  state: string;
  challenge: string | null;
  nonce: string | null;
};

type FakeGrant = { person: FakePerson; request: FakeRequest };
type Pair = { accessToken: string; refreshToken: string; grant: FakeGrant };

const CODE_LIFE_MS = 60_000;

const secretText = (): string => randomBytes(24).toString('base64url');

export function createFakeGrants() {
  const codes = new Map<string, { grant: FakeGrant; expiresAt: number }>();
  const accessTokens = new Map<string, { grant: FakeGrant; expiresAt: number }>();
  const refreshTokens = new Map<string, FakeGrant>();
  let lifeSeconds = 3600;

  const issue = (grant: FakeGrant): Pair => {
    const pair = { accessToken: secretText(), refreshToken: secretText(), grant };
    accessTokens.set(pair.accessToken, { grant, expiresAt: Date.now() + lifeSeconds * 1000 });
    refreshTokens.set(pair.refreshToken, grant);
    return pair;
  };

  return {
    lifeSeconds: () => lifeSeconds,
    // Sets the lifetime of tokens issued from now on.
    setLife: (seconds: number) => {
      lifeSeconds = seconds;
    },
    // Expires all access tokens; refresh tokens stay valid.
    expireTokens: () => accessTokens.clear(),
    // Revokes every consent, so that no issued token works any more.
    revokeAll: () => {
      accessTokens.clear();
      refreshTokens.clear();
    },
    issueCode: (person: FakePerson, request: FakeRequest): string => {
      const code = secretText();
      codes.set(code, { grant: { person, request }, expiresAt: Date.now() + CODE_LIFE_MS });
      return code;
    },
    // Exchanges a code for tokens. Null if the code is unknown, used, expired, or was issued for another redirect URI or
    // verifier.
    redeem: (code: string, redirectUri: string, verifier: string | undefined): Pair | null => {
      const found = codes.get(code);
      codes.delete(code);
      if (!found || found.expiresAt < Date.now() || found.grant.request.redirectUri !== redirectUri) return null;
      const { challenge } = found.grant.request;
      const shown = verifier === undefined ? null : createHash('sha256').update(verifier).digest('base64url');
      return challenge === null || challenge === shown ? issue(found.grant) : null;
    },
    // Invalidates the old refresh token, even if the client never receives the new pair.
    refresh: (token: string): Pair | null => {
      const grant = refreshTokens.get(token);
      refreshTokens.delete(token);
      return grant ? issue(grant) : null;
    },
    grantOf: (accessToken: string): FakeGrant | null => {
      const found = accessTokens.get(accessToken);
      return found && found.expiresAt > Date.now() ? found.grant : null;
    },
    // Revokes all tokens from the consent that a token belongs to.
    revoke: (token: string): void => {
      const grant = accessTokens.get(token)?.grant ?? refreshTokens.get(token);
      for (const [key, value] of accessTokens) if (value.grant === grant) accessTokens.delete(key);
      for (const [key, value] of refreshTokens) if (value === grant) refreshTokens.delete(key);
    },
    // Number of tokens that have not been revoked, including refresh tokens.
    living: () => accessTokens.size + refreshTokens.size,
  };
}

export type FakeGrants = ReturnType<typeof createFakeGrants>;
