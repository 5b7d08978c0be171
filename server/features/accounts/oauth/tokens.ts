// Provider tokens at rest: sealed for their owner, renewed once when they have ended.
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

/** The columns that tokens are kept in. */
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

/** What is kept of an identity when its provider has just told who it is. */
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

/** Null when there are none, or when the key that sealed them is gone. */
export function openTokens(keys: SealKeys, sealed: Sealed, userId: string): ProviderTokens | null {
  const text = sealed.tokens && sealOf(keys).open(sealed.tokens, userId);
  return text ? { ...secrets.parse(JSON.parse(text)), expiresAt: sealed.expiresAt, scope: sealed.scope } : null;
}

/**
 * Runs what asks a provider. Whatever goes wrong there is PROVIDER_FAILED; the log gets the reason in words, without what
 * the provider sent, which may be somebody's.
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
    const reason = isOtherForm ? 'an answer of another form' : String(error);
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    log.warn({ provider, reason, code }, 'a provider did not answer as expected');
    throw new Problem('PROVIDER_FAILED');
  }
}

/**
 * A person's access token at a provider, renewed when it has ended; null when there is none that works. The row is held
 * meanwhile, so that two processes do not trade one refresh token, of which the second trade would fail.
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
        // The consent was taken back there: that is an answer, and no failure of the provider's.
        if (isSpent(error)) return null;
        throw error;
      }),
    );
    if (!fresh) return null;
    await queries.putTokens(trx, { provider, subject }, sealTokens(deps, fresh, userId));
    return { subject, accessToken: fresh.accessToken };
  });
}

/** Reads a person's names at a provider again. What is known stays when the provider does not answer. */
export async function rereadNames(deps: TokenDeps, userId: string, provider: ProviderName): Promise<void> {
  const client = deps.providers[provider];
  if (!client) return;
  try {
    const found = await freshAccessToken(deps, userId, provider);
    if (!found) return;
    const profile = await askProvider(deps, provider, () => client.profile(found.accessToken));
    // Tokens are one person's for good; another subject would be the provider's mistake.
    if (profile.subject !== found.subject) return;
    await queries.putNames(deps.db, { provider, subject: found.subject }, { ...profile, at: deps.now() });
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'PROVIDER_FAILED')) throw error;
  }
}
