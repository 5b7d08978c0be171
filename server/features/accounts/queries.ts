import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';

/** Whether a person has a running grant at a time (product.md, "Stored roles"). */
const isPremiumAt = (now: Date) => sql<boolean>`exists (select from grants where grants.user_id = users.id
  and grants.starts_at <= ${now} and (grants.ends_at is null or grants.ends_at > ${now}))`;

const accountColumns = [
  'users.id',
  'users.username',
  'users.email',
  'users.role',
  'users.bio',
  'users.avatar',
  'users.banner',
  'users.display_name as displayName',
  'users.badges',
  'users.followers_count as followers',
  'users.following_count as following',
  'users.total_likes as totalLikes',
  'users.verified',
  'users.created_at as createdAt',
  'users.updated_at as updatedAt',
] as const;

const selectAccount = (db: Kysely<DB>, now: Date) =>
  db
    .selectFrom('users')
    .select(accountColumns)
    .select(isPremiumAt(now).as('isPremium'))
    .where('deleted_at', 'is', null);

/** A person's account by id. */
export const findAccount = (db: Kysely<DB>, id: string, now: Date) =>
  selectAccount(db, now).where('users.id', '=', id).executeTakeFirst();
export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

/** The account with what a sign-in decides by. The address is in lower case. */
export const findForSignIn = (db: Kysely<DB>, email: string, now: Date) =>
  selectAccount(db, now)
    .select([
      'users.password_hash as passwordHash',
      'users.demo',
      'users.suspended_at as suspendedAt',
      'users.suspended_until as suspendedUntil',
    ])
    .where('users.email', '=', email)
    .executeTakeFirst();

/** Replaces a hash by a stronger one of the same password, unless the password has changed meanwhile. */
export const replacePasswordHash = async (db: Kysely<DB>, id: string, was: string, hash: string): Promise<void> => {
  await db
    .updateTable('users')
    .set({ password_hash: hash })
    .where('id', '=', id)
    .where('password_hash', '=', was)
    .execute();
};

/** Holds back every other maker of administrators until the transaction ends. */
export const lockAdminMaking = async (trx: Kysely<DB>): Promise<void> => {
  await sql`select pg_advisory_xact_lock(712004)`.execute(trx);
};

/** Whether anybody can administer the site. */
export const adminExists = async (db: Kysely<DB>): Promise<boolean> => {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'ADMIN')
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

/** Makes an existing person an administrator with a new password. Null when nobody has the address. */
export const promoteToAdmin = async (trx: Kysely<DB>, email: string, passwordHash: string, now: Date) => {
  const was = await trx
    .selectFrom('users')
    .select(['id', 'role'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst();
  if (!was) return null;
  await trx
    .updateTable('users')
    .set({
      role: 'ADMIN',
      password_hash: passwordHash,
      email_verified_at: now,
      suspended_at: null,
      suspended_until: null,
      deleted_at: null,
      updated_at: now,
    })
    .where('id', '=', was.id)
    .execute();
  return was;
};

/** Adds an administrator; the first free of the given usernames is taken. */
export const insertAdmin = async (
  trx: Kysely<DB>,
  person: { email: string; usernames: string[]; passwordHash: string; now: Date },
): Promise<{ id: string } | undefined> => {
  const names = await trx.selectFrom('users').select('username').where('username', 'in', person.usernames).execute();
  const used = new Set(names.map((row) => row.username));
  const username = person.usernames.find((name) => !used.has(name));
  if (!username) return undefined;
  return trx
    .insertInto('users')
    .values({
      username,
      email: person.email,
      role: 'ADMIN',
      password_hash: person.passwordHash,
      email_verified_at: person.now,
      created_at: person.now,
      updated_at: person.now,
    })
    .returning('id')
    .executeTakeFirst();
};

/** Removes sessions that can be used no more. */
export const deleteExpiredSessions = async (db: Kysely<DB>, now: Date): Promise<void> => {
  await db.deleteFrom('sessions').where('expires_at', '<', now).execute();
};
