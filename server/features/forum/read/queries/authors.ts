import { type RawBuilder, sql } from 'kysely';
import { hasPremiumAt } from '#server/platform/premium-grants.ts';

/** Author of a post or thread, as shown next to it. */
export type AuthorRow = {
  id: string;
  username: string;
  avatar: string | null;
  role: string;
  isPremium: boolean;
  /** Whether the account was deleted or erased; its posts stay, without the name. */
  isGone: boolean;
};

/** Author as JSON; `user` is the alias of a `users` row in the statement. */
export function authorOf(user: string, now: Date): RawBuilder<AuthorRow> {
  const row = sql.raw(user);
  return sql<AuthorRow>`json_build_object('id', ${row}.id, 'username', ${row}.username, 'avatar', ${row}.avatar,
    'role', ${row}.role, 'isGone', ${row}.deleted_at is not null, 'isPremium', ${hasPremiumAt(now, user)})`;
}

/** Author as separate columns, because building and parsing JSON for the two authors of each list row would be slower. */
export type AuthorColumns<Name extends string> = { [Key in keyof AuthorRow as `${Name}.${Key}`]: AuthorRow[Key] };

export function authorColumns(user: string, name: string, now: Date): RawBuilder<unknown> {
  const [row, as] = [sql.raw(user), (key: keyof AuthorRow) => sql.raw(`"${name}.${key}"`)];
  return sql`${row}.id as ${as('id')}, ${row}.username as ${as('username')}, ${row}.avatar as ${as('avatar')},
    ${row}.role as ${as('role')}, ${row}.deleted_at is not null as ${as('isGone')}, ${hasPremiumAt(now, user)} as ${as('isPremium')}`;
}

/** Reads an author from these columns of a row. */
export function authorIn<Name extends string>(row: AuthorColumns<Name>, name: Name): AuthorRow {
  const column = <Key extends keyof AuthorRow>(key: Key) =>
    (row as Readonly<Record<string, unknown>>)[`${name}.${key}`] as AuthorRow[Key];
  return {
    id: column('id'),
    username: column('username'),
    avatar: column('avatar'),
    role: column('role'),
    isPremium: column('isPremium'),
    isGone: column('isGone'),
  };
}
