// Limits on guessing codes and passwords (quality.md, "Limits against abuse").
import type { Deps } from '#server/deps.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { hit, type Limit, unhit } from '#server/kit/rate-limits/pg-rate-limiter.ts';

export type AttemptDeps = Pick<Deps, 'db' | 'log' | 'limits' | 'now'>;

/** Counts an attempt before it is checked, so that concurrent attempts are counted too. `succeeded` undoes the count. */
const count = async (deps: AttemptDeps, key: string, limit: Limit) => {
  const now = deps.now();
  const verdict = await hit(deps, key, limit, now);
  if (!verdict.allowed) throw new Problem('TOO_MANY_REQUESTS', { retryAfterSeconds: verdict.retryAfterSeconds });
  return { succeeded: () => unhit(deps, key, limit, now) };
};

/** Counts an attempt to enter a two-factor code, across all endpoints that ask for one. @throws Problem TOO_MANY_REQUESTS */
export function countCode(deps: AttemptDeps, userId: string) {
  return count(deps, `second-factor ${userId}`, deps.limits.secondFactor);
}

/** Counts an attempt to confirm with a password. @throws Problem TOO_MANY_REQUESTS */
export function countConfirmation(deps: AttemptDeps, userId: string) {
  return count(deps, `confirm ${userId}`, deps.limits.confirmations);
}
