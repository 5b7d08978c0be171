// Limits of signing in (quality.md, "login"): by network, then by account with a delay that only its causer feels.

import { Problem } from '#server/kit/http/problem.ts';
import { networkOf } from '#server/kit/http/visitors.ts';
import { hit, refundAttempts, takeAttempt, unhit } from '#server/kit/rate-limits/pg-rate-limiter.ts';
import type { Deps } from '../../deps.ts';
import { counterNameOf } from './rules.ts';

/**
 * Counts an attempt before the password is looked at, so that many at once are counted too; throws TOO_MANY_REQUESTS.
 *
 * Failures are counted for the account from everywhere. Once there are more than its limit, each network waits a
 * growing time between its own failures at that account. A network without failures waits for nothing: whoever
 * guesses at somebody's account delays nobody but themselves. Unknown addresses are counted like known ones.
 * @returns succeeded(), which takes the attempt back: only failures count against an account
 */
export async function countAttempt(
  deps: Pick<Deps, 'db' | 'log' | 'limits'>,
  { email, address, now }: { email: string; address: string; now: Date },
): Promise<{ succeeded(): Promise<void> }> {
  const { limits } = deps;
  const network = networkOf(address);
  const account = counterNameOf(email);
  const refuse = (retryAfterSeconds: number): never => {
    throw new Problem('TOO_MANY_REQUESTS', { retryAfterSeconds });
  };

  for (const limit of limits.loginPerNetwork) {
    const verdict = await hit(deps, `login network ${limit.windowSeconds} ${network}`, limit, now);
    if (!verdict.allowed) refuse(verdict.retryAfterSeconds);
  }
  const accountKey = `login account ${account}`;
  const turnKey = `login turn ${account} ${network}`;
  const withinLimit = await hit(deps, accountKey, limits.loginPerAccount, now);
  const turn = await takeAttempt(deps, turnKey, limits.loginDelay, { enforced: !withinLimit.allowed, now });
  if (!turn.allowed) refuse(turn.retryAfterSeconds);

  return {
    succeeded: async () => {
      await Promise.all([unhit(deps, accountKey, limits.loginPerAccount, now), refundAttempts(deps, turnKey)]);
    },
  };
}
