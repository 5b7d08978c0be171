/** The single definition of a suspended account: it is suspended from `suspended_at` until `suspended_until`, or permanently. */
import { type RawBuilder, sql } from 'kysely';

export type Suspension = { suspendedAt: Date | null; suspendedUntil: Date | null };

export function isSuspended({ suspendedAt, suspendedUntil }: Suspension, now: Date): boolean {
  return suspendedAt !== null && (suspendedUntil === null || suspendedUntil > now);
}

/**
 * The same rule as SQL text, for prepared statements.
 * @param user alias of the `users` row in the statement
 * @param now the current time in SQL, for example `$2`
 */
export function suspendedSql(user: string, now: string): string {
  return `(${user}.suspended_at is not null and coalesce(${user}.suspended_until > ${now}, true))`;
}

/** The same rule for Kysely; `user` as in `suspendedSql`, by default the table itself. */
export function isSuspendedAt(now: Date, user = 'users'): RawBuilder<boolean> {
  const row = sql.raw(user);
  return sql<boolean>`(${row}.suspended_at is not null and coalesce(${row}.suspended_until > ${now}, true))`;
}

/** Whether an account is neither deleted nor suspended; `user` as in `suspendedSql`. */
export function isActiveAt(now: Date, user = 'users'): RawBuilder<boolean> {
  return sql<boolean>`(${sql.raw(user)}.deleted_at is null and not ${isSuspendedAt(now, user)})`;
}
