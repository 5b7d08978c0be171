/** The one rule of who is suspended: since `suspended_at`, until `suspended_until` or for good. */
import { type RawBuilder, sql } from 'kysely';

export type Suspension = { suspendedAt: Date | null; suspendedUntil: Date | null };

export function isSuspended({ suspendedAt, suspendedUntil }: Suspension, now: Date): boolean {
  return suspendedAt !== null && (suspendedUntil === null || suspendedUntil > now);
}

/**
 * The rule as text for prepared statements.
 * @param user name of the row of `users` in the statement
 * @param now the current time in SQL, such as `$2`
 */
export function suspendedSql(user: string, now: string): string {
  return `(${user}.suspended_at is not null and coalesce(${user}.suspended_until > ${now}, true))`;
}

/** The rule in a Kysely statement; `user` as in `suspendedSql`. */
export function isSuspendedAt(now: Date, user = 'users'): RawBuilder<boolean> {
  const row = sql.raw(user);
  return sql<boolean>`(${row}.suspended_at is not null and coalesce(${row}.suspended_until > ${now}, true))`;
}

/** An account that exists and is not suspended; `user` as in `suspendedSql`. */
export function isActiveAt(now: Date, user = 'users'): RawBuilder<boolean> {
  return sql<boolean>`(${sql.raw(user)}.deleted_at is null and not ${isSuspendedAt(now, user)})`;
}
