// The condition under which somebody has Premium, for the statements that ask it (product.md, "Stored roles").
import { type RawBuilder, sql } from 'kysely';

/** Has not ended by then; it may not have begun either. `grant` is the name of the grant's row in the statement. */
export function isOpenAt(at: Date, grant = 'grants'): RawBuilder<boolean> {
  const end = sql.ref(`${grant}.ends_at`);
  return sql<boolean>`(${end} is null or ${end} > ${at})`;
}

/** Has begun, and has not ended. */
export function runsAt(at: Date, grant = 'grants'): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${grant}.starts_at`)} <= ${at} and ${isOpenAt(at, grant)})`;
}

/** Whether a grant of somebody runs. `user` is the name that their row has in the statement. */
export function hasPremiumAt(at: Date, user = 'users'): RawBuilder<boolean> {
  return sql<boolean>`exists (select from grants g where g.user_id = ${sql.ref(`${user}.id`)} and ${runsAt(at, 'g')})`;
}

/** `hasPremiumAt` as text for prepared statements. @param now the current time in SQL, such as `$2` */
export function premiumSql(user: string, now: string): string {
  return `exists (select from grants g where g.user_id = ${user}.id and g.starts_at <= ${now}
        and (g.ends_at is null or g.ends_at > ${now}))`;
}
