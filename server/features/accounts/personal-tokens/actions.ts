import type { PersonalScope } from '#contract/accounts/personal-tokens.ts';
import { TOKENS_MAX } from '#contract/accounts/token-limits.ts';
import { DAY_MS } from '#contract/durations.ts';
import type { Deps } from '#server/deps.ts';
import { sendNotice } from '#server/features/accounts/events.ts';
import { requireConfirmed } from '#server/features/accounts/security/actions.ts';
import { lockUser } from '#server/features/accounts/status/queries.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { requireWithinLimit } from '#server/kit/rate-limits/pg-rate-limiter.ts';
import { createAccessToken } from '#server/platform/access-tokens.ts';
import { requireSession } from '#server/platform/sessions.ts';
import type { Viewer } from '#server/platform/viewer.ts';
import * as queries from './queries.ts';
import { scopesInOrder } from './rules.ts';

type Wanted = { name: string; scopes: readonly PersonalScope[]; days: number };

/**
 * Creates a personal token and notifies its owner by email. Only the return value contains the token itself.
 * @throws Problem CONFIRMATION_REQUIRED, BANNED, SIGN_IN_REQUIRED, TOKENS_FULL, TOO_MANY_REQUESTS
 */
export async function makeToken(
  deps: Pick<Deps, 'db' | 'limits' | 'log' | 'now' | 'settings' | 'publicUrl' | 'secret'>,
  viewer: Viewer,
  wanted: Wanted,
): Promise<queries.TokenRow & { token: string }> {
  const now = deps.now();
  await requireConfirmed(deps, viewer);
  await requireWithinLimit(deps, `new tokens ${viewer.id}`, deps.limits.newTokens, now);
  return deps.db.transaction().execute(async (trx) => {
    const held = await lockUser(trx, viewer.id, now);
    if (!held) throw new Problem('SIGN_IN_REQUIRED');
    // The session may have ended while the request body was arriving. If another request ends it from now on, that request waits
    // for this transaction and then also revokes the new token.
    await requireSession(trx, viewer.sessionId, now);
    await requireConfirmed({ db: trx, now: () => now }, viewer);
    if ((await queries.countTokens(trx, viewer.id, now)) >= TOKENS_MAX) throw new Problem('TOKENS_FULL');
    const scopes = scopesInOrder(wanted.scopes);
    const name = wanted.name.trim();
    const expiresAt = new Date(now.getTime() + wanted.days * DAY_MS);
    const made = await createAccessToken(trx, { userId: viewer.id, sessionId: null, name, scopes, expiresAt }, now);
    await sendNotice(deps, trx, { email: held.email, name: held.username }, { kind: 'token-made', scopes, expiresAt });
    return { ...made, name, scopes, createdAt: now, lastUsedAt: null, expiresAt };
  });
}
