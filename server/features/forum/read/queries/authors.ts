import { type RawBuilder, sql } from 'kysely';
import { hasPremiumAt } from '#server/platform/premium-grants.ts';

/** Somebody beside what they wrote. */
export type AuthorRow = {
  id: string;
  username: string;
  avatar: string | null;
  role: string;
  isPremium: boolean;
  /** Deleted, or erased by now: what they wrote stays without their name. */
  isGone: boolean;
};

/** `user` is the name that a row of `users` has in the statement. */
export function authorOf(user: string, now: Date): RawBuilder<AuthorRow> {
  const row = sql.raw(user);
  return sql<AuthorRow>`json_build_object('id', ${row}.id, 'username', ${row}.username, 'avatar', ${row}.avatar,
    'role', ${row}.role, 'isGone', ${row}.deleted_at is not null, 'isPremium', ${hasPremiumAt(now, user)})`;
}

/** The same as columns of the row: lists have two on each of theirs, and JSON would be made and read for every one. */
export type AuthorColumns<Name extends string> = { [Key in keyof AuthorRow as `${Name}.${Key}`]: AuthorRow[Key] };

export function authorColumns(user: string, name: string, now: Date): RawBuilder<unknown> {
  const [row, as] = [sql.raw(user), (key: keyof AuthorRow) => sql.raw(`"${name}.${key}"`)];
  return sql`${row}.id as ${as('id')}, ${row}.username as ${as('username')}, ${row}.avatar as ${as('avatar')},
    ${row}.role as ${as('role')}, ${row}.deleted_at is not null as ${as('isGone')}, ${hasPremiumAt(now, user)} as ${as('isPremium')}`;
}

/** Somebody from such columns of a row. */
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
