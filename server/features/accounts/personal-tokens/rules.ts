import type { PersonalScope, PersonalToken } from '#contract/accounts/personal-tokens.ts';
import { PERSONAL_SCOPES } from '#contract/accounts/token-limits.ts';
import { MINUTE_MS } from '#contract/durations.ts';
import type { TokenRow } from './queries.ts';

/** Removes duplicate scopes and puts them in the order of the form. */
export function scopesInOrder(asked: readonly PersonalScope[]): PersonalScope[] {
  return PERSONAL_SCOPES.filter((scope) => asked.includes(scope));
}

/** Rounds down to the minute for privacy. */
const toTheMinute = (at: Date): Date => new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS);

export function presentToken({ id, name, scopes, createdAt, lastUsedAt, expiresAt }: TokenRow): PersonalToken {
  return {
    id,
    name,
    scopes,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt && toTheMinute(lastUsedAt).toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
