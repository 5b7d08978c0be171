// Provider tokens: encrypted at rest in a way that binds them to their owner, and refreshed when expired.
import { z } from 'zod';
import type { ProviderName } from '#contract/accounts/oauth.ts';
import type { Deps } from '#server/deps.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { isSpent } from '#server/kit/outgoing/errors.ts';
import { createSeal, type SealKeys } from '#server/kit/security/seal.ts';
import type { ProviderProfile, ProviderTokens } from '#server/providers/oauth.ts';
import * as queries from './queries.ts';
import { isStale } from './rules.ts';

type TokenDeps = Pick<Deps, 'db' | 'now' | 'log' | 'secret' | 'providers'>;

const secrets = z.object({ accessToken: z.string(), refreshToken: z.string().nullable() });

const sealOf = (keys: SealKeys) => createSeal(keys, 'provider-tokens');

/** A user's encrypted tokens, as column values. */
export function sealTokens(
  keys: SealKeys,
  { accessToken, refreshToken, expiresAt, scope }: ProviderTokens,
  userId: string,
) {
  return {
    tokens: sealOf(keys).seal(JSON.stringify({ accessToken, refreshToken }), userId),
    tokensExpireAt: expiresAt,
    scope,
  };
}

/** Column values for an identity just returned by a provider. */
export function keep(
  deps: Pick<Deps, 'secret' | 'now'>,
  { profile, tokens }: { profile: ProviderProfile; tokens: ProviderTokens },
  userId: string,
): queries.KeptIdentity {
  return {
    username: profile.username,
    email: profile.email,
    emailVerified: profile.emailVerified,
    ...sealTokens(deps, tokens, userId),
    at: deps.now(),
  };
}

type Sealed = { tokens: Buffer | null; expiresAt: Date | null; scope: string };

/** Decrypts tokens. Returns null if no tokens are stored or the key is unknown. */
export function openTokens(keys: SealKeys, sealed: Sealed, userId: string): ProviderTokens | null {
  const text = sealed.tokens && sealOf(keys).open(sealed.tokens, userId);
  return text ? { ...secrets.parse(JSON.parse(text)), expiresAt: sealed.expiresAt, scope: sealed.scope } : null;
}

/**
 * Runs a provider call. Any error becomes PROVIDER_FAILED. The reason is logged without the provider's response, because that may
 * contain personal data.
 */
export async function askProvider<T>(
  { log }: Pick<Deps, 'log'>,
  provider: ProviderName,
  ask: () => Promise<T>,
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const isOtherForm = error instanceof z.ZodError || error instanceof SyntaxError;
    const reason = isOtherForm ? 'a response in an unexpected format' : String(error);
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    log.warn({ provider, reason, code }, 'a provider did not respond as expected');
    throw new Problem('PROVIDER_FAILED');
  }
}

/**
 * A user's access token for a provider, refreshed if expired; null if there is no valid token. The row is locked during the
 * refresh, so that two processes do not use the same refresh token, which only works once.
 * @throws Problem PROVIDER_FAILED
 */
export function freshAccessToken(
  deps: TokenDeps,
  userId: string,
  provider: ProviderName,
): Promise<{ subject: string; accessToken: string } | null> {
  return deps.db.transaction().execute(async (trx) => {
    const row = await queries.lockTokens(trx, userId, provider);
    const client = deps.providers[provider];
    const tokens = row && openTokens(deps, row, userId);
    if (!row || !tokens || !client) return null;
    const { subject } = row;
    if (!isStale(tokens.expiresAt, deps.now())) return { subject, accessToken: tokens.accessToken };
    const { refreshToken } = tokens;
    if (refreshToken === null) return null;
    const fresh = await askProvider(deps, provider, () =>
      client.refresh(refreshToken).catch((error: unknown) => {
        // The user revoked their consent at the provider, which is not a failure.
        if (isSpent(error)) return null;
        throw error;
      }),
    );
    if (!fresh) return null;
    await queries.putTokens(trx, { provider, subject }, sealTokens(deps, fresh, userId));
    return { subject, accessToken: fresh.accessToken };
  });
}

/** Updates a user's names from a provider. If the provider fails, the known names are kept. */
export async function rereadNames(deps: TokenDeps, userId: string, provider: ProviderName): Promise<void> {
  const client = deps.providers[provider];
  if (!client) return;
  try {
    const found = await freshAccessToken(deps, userId, provider);
    if (!found) return;
    const profile = await askProvider(deps, provider, () => client.profile(found.accessToken));
    // A token's owner never changes; a different subject would be a bug at the provider.
    if (profile.subject !== found.subject) return;
    await queries.putNames(deps.db, { provider, subject: found.subject }, { ...profile, at: deps.now() });
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'PROVIDER_FAILED')) throw error;
  }
}
