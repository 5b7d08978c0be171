// The creator's token pair, which can read all memberships. It is stored encrypted, because every refresh invalidates the
// previous pair.

import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { isStale } from '#server/features/accounts/public.ts';
import { isSpent, TokenRevokedError } from '#server/kit/outgoing/errors.ts';
import { createSeal } from '#server/kit/security/seal.ts';
import * as queries from './queries.ts';

export type CreatorDeps = Pick<Deps, 'db' | 'now' | 'log' | 'secret' | 'config' | 'providers'>;

const NAME = 'patreon-creator';

const pairSchema = z.object({ accessToken: z.string(), refreshToken: z.string().nullable() });
type Pair = z.output<typeof pairSchema>;

const seedOf = ({ accessToken, refreshToken }: Pair): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([accessToken, refreshToken]))
    .digest();

/**
 * The creator's access token, refreshed if needed; null if there is no valid token. Locks the pair's row so that two processes
 * never use the same refresh token, because the second refresh would fail.
 * @param refused a token that Patreon has just rejected
 */
const creatorToken = async (deps: CreatorDeps, refused: string | null): Promise<string | null> => {
  const configured = deps.config.campaign.creator;
  if (!configured) return null;
  const { seal, open } = createSeal(deps, 'service-tokens');
  const first = { tokens: seal(JSON.stringify(configured), NAME), expiresAt: null, seedHash: seedOf(configured) };
  return deps.db.transaction().execute(async (trx) => {
    let kept = await queries.lockServicePair(trx, NAME, first);
    let text = open(kept.tokens, NAME);
    // A new pair was configured, or SECRET_KEY changed, so discard the stored pair.
    if (text === null || !kept.seedHash.equals(first.seedHash)) {
      await queries.putServicePair(trx, NAME, first);
      kept = first;
      text = JSON.stringify(configured);
    }
    const { accessToken, refreshToken } = pairSchema.parse(JSON.parse(text));
    const isRefused = refused === accessToken;
    if (!isRefused && !isStale(kept.expiresAt, deps.now())) return accessToken;
    const provider = deps.providers.patreon;
    if (refreshToken === null || !provider) return isRefused ? null : accessToken;
    const fresh = await provider.refresh(refreshToken).catch((error: unknown) => {
      if (isSpent(error)) return null;
      throw error;
    });
    if (!fresh) return null;
    const pair = { accessToken: fresh.accessToken, refreshToken: fresh.refreshToken };
    const tokens = seal(JSON.stringify(pair), NAME);
    await queries.putServicePair(trx, NAME, { tokens, expiresAt: fresh.expiresAt, seedHash: first.seedHash });
    return fresh.accessToken;
  });
};

/**
 * Queries Patreon as the creator. If Patreon rejects the token, retries once with a refreshed token.
 * @returns null if there is no valid token
 */
export async function askAsCreator<T>(
  deps: CreatorDeps,
  ask: (accessToken: string) => Promise<T>,
): Promise<{ answer: T } | null> {
  let refused: string | null = null;
  for (;;) {
    const token = await creatorToken(deps, refused);
    if (token === null || token === refused) break;
    try {
      return { answer: await ask(token) };
    } catch (error) {
      if (!(error instanceof TokenRevokedError)) throw error;
      if (refused !== null) break;
      refused = token;
    }
  }
  if (deps.config.campaign.creator) {
    deps.log.error({}, 'Patreon rejected the creator tokens; configure a new pair');
  }
  return null;
}
