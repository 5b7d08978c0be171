// Rate limits for logins (quality.md, "login"): per network, then per account, with a delay that only affects the attacker.

import { Problem } from '#server/kit/http/problem.ts';
import { networkOf } from '#server/kit/http/visitors.ts';
import { hit, refundAttempts, takeAttempt, unhit } from '#server/kit/rate-limits/pg-rate-limiter.ts';
import type { Deps } from '../../deps.ts';
import { counterNameOf } from './rules.ts';

/**
 * Counts an attempt before the password is checked, so that concurrent attempts are counted too.
 * Failures from all networks count against the account. Above the account's limit, each network has to wait increasingly long
 * between its own failures for that account. Networks without failures never wait, so attackers only slow down themselves.
 * Unknown addresses are counted like known ones.
 * @returns succeeded(), which undoes the count, because only failures count against an account
 * @throws Problem TOO_MANY_REQUESTS
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
