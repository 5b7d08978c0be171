// The conditions for having Premium, as SQL (product.md, "Stored roles").
import { type RawBuilder, sql } from 'kysely';

/** True until a grant ends, even before it starts. `grant` is the alias of the grant's row. */
export function isOpenAt(at: Date, grant = 'grants'): RawBuilder<boolean> {
  const end = sql.ref(`${grant}.ends_at`);
  return sql<boolean>`(${end} is null or ${end} > ${at})`;
}

/** Whether a grant has started and has not ended. */
export function runsAt(at: Date, grant = 'grants'): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${grant}.starts_at`)} <= ${at} and ${isOpenAt(at, grant)})`;
}

/** Whether a user has an active grant. `user` is the alias of the user's row. */
export function hasPremiumAt(at: Date, user = 'users'): RawBuilder<boolean> {
  return sql<boolean>`exists (select from grants g where g.user_id = ${sql.ref(`${user}.id`)} and ${runsAt(at, 'g')})`;
}

/** `hasPremiumAt` as SQL text for prepared statements. @param now the current time in SQL, for example `$2` */
export function premiumSql(user: string, now: string): string {
  return `exists (select from grants g where g.user_id = ${user}.id and g.starts_at <= ${now}
        and (g.ends_at is null or g.ends_at > ${now}))`;
}
