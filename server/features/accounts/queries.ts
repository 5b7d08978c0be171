import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { LOCKS, lockAdvisory } from '#server/kit/db/locks.ts';
import { isActiveAt } from '#server/platform/account-status.ts';
import { hasPremiumAt } from '#server/platform/premium-grants.ts';

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

const linkedName = (row: ExpressionBuilder<DB, 'users'>, provider: 'patreon' | 'discord') =>
  row
    .selectFrom('identities')
    .select('identities.username')
    .whereRef('identities.user_id', '=', 'users.id')
    .where('identities.provider', '=', provider);

const selectAccount = (db: Kysely<DB>, now: Date) =>
  db
    .selectFrom('users')
    .select(accountColumns)
    .select(hasPremiumAt(now).as('isPremium'))
    .select((row) => [
      linkedName(row, 'patreon').as('patreonUsername'),
      linkedName(row, 'discord').as('discordUsername'),
    ])
    .where('deleted_at', 'is', null);

export function findAccount(db: Kysely<DB>, id: string, now: Date) {
  return selectAccount(db, now).where('users.id', '=', id).executeTakeFirst();
}
export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

/** The account, with the columns that a login needs. `email` must be in lower case. */
export function findForSignIn(db: Kysely<DB>, email: string, now: Date) {
  return selectAccount(db, now)
    .select([
      'users.password_hash as passwordHash',
      'users.demo',
      'users.suspended_at as suspendedAt',
      'users.suspended_until as suspendedUntil',
    ])
    .where('users.email', '=', email)
    .executeTakeFirst();
}

/** Replaces a password hash with a stronger hash of the same password, unless the password has changed in the meantime. */
export async function replacePasswordHash(db: Kysely<DB>, id: string, was: string, hash: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: hash })
    .where('id', '=', id)
    .where('password_hash', '=', was)
    .execute();
}

/** Serialises the creation of administrators until the transaction ends. */
export async function lockAdminMaking(trx: Kysely<DB>): Promise<void> {
  await lockAdvisory(trx, LOCKS.adminMaking);
}

/** Whether the site has an administrator who is not deleted; demo accounts count only if `demo` is set. */
export async function adminExists(db: Kysely<DB>, { demo }: { demo: boolean }): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'ADMIN')
    .where('deleted_at', 'is', null)
    .$if(!demo, (query) => query.where('demo', '=', false))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Makes an existing user an administrator and removes their password. Null if no user has this email. */
export async function promoteToAdmin(trx: Kysely<DB>, email: string, now: Date) {
  const was = await trx
    .selectFrom('users')
    .select([
      'id',
      'role',
      'email_verified_at as emailVerifiedAt',
      'proven_elsewhere as provenElsewhere',
      'deleted_at as deletedAt',
    ])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst();
  if (!was) return null;
  await trx
    .updateTable('users')
    .set({
      role: 'ADMIN',
      password_hash: null,
      email_verified_at: now,
      proven_elsewhere: false,
      suspended_at: null,
      suspended_until: null,
      suspend_reason: null,
      suspended_by: null,
      deleted_at: null,
      deleted_by: null,
      invited_at: null,
      updated_at: now,
    })
    .where('id', '=', was.id)
    .execute();
  return was;
}

/** Locks a username against claims by others until the transaction ends. */
export async function lockUsername(trx: Kysely<DB>, username: string): Promise<void> {
  await lockAdvisory(trx, LOCKS.usernames, username);
}

/**
 * Which of the names are taken by users other than `userId`. A former name stays taken for as long as it redirects to its owner.
 */
export async function findTakenUsernames(
  db: Kysely<DB>,
  usernames: readonly string[],
  { userId, now }: { userId: string | null; now: Date },
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('users')
    .select('username')
    .where('username', 'in', usernames)
    .where('id', 'is distinct from', userId)
    .union(
      db
        .selectFrom('former_usernames')
        .select('username')
        .where('username', 'in', usernames)
        .where('until', '>', now)
        .where('user_id', 'is distinct from', userId),
    )
    .execute();
  return new Set(rows.map((row) => row.username));
}

export type NewPerson = {
  username: string;
  email: string;
  role: 'USER' | 'LEAKER' | 'ADMIN';
  passwordHash: string | null;
  emailVerifiedAt: Date | null;
  displayName: string | null;
  /** Whether an administrator created the account and the invitation has not been accepted yet. */
  isInvited?: boolean;
  now: Date;
};

/** Adds a user, whose username must already be locked. Returns undefined if the email is taken. */
export function insertPerson(trx: Kysely<DB>, person: NewPerson): Promise<{ id: string } | undefined> {
  return trx
    .insertInto('users')
    .values({
      username: person.username,
      email: person.email,
      role: person.role,
      password_hash: person.passwordHash,
      email_verified_at: person.emailVerifiedAt,
      display_name: person.displayName,
      verified: person.role === 'LEAKER',
      invited_at: person.isInvited ? person.now : null,
      created_at: person.now,
      updated_at: person.now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
}

/** Grants Premium without an end date. It is stored like a grant by an administrator. */
export async function grantPremium(trx: Kysely<DB>, userId: string, now: Date): Promise<void> {
  await trx
    .insertInto('grants')
    .values({ user_id: userId, source: 'admin', reference: userId, starts_at: now, ends_at: null })
    .execute();
}

const selectWaysIn = (db: Kysely<DB>, id: string) =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'email_verified_at as emailVerifiedAt', 'password_hash as passwordHash'])
    .select('proven_elsewhere as provenElsewhere')
    .where('id', '=', id)
    .where('deleted_at', 'is', null);

/** A user with the columns needed to change their password or email. */
export function findWaysIn(db: Kysely<DB>, id: string) {
  return selectWaysIn(db, id).executeTakeFirst();
}

/**
 * Like `findWaysIn`, but locks the row until the transaction ends, so that no login can happen during a change (lockForSignIn in
 * security).
 */
export function lockWaysIn(trx: Kysely<DB>, id: string) {
  return selectWaysIn(trx, id).forUpdate().executeTakeFirst();
}

/** The user with this email, which must be in lower case. */
export function findByEmail(db: Kysely<DB>, email: string) {
  return db
    .selectFrom('users')
    .select(['id', 'username', 'email'])
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Whether an email is taken. A deleted user's email stays taken until the user is erased. */
export async function isEmailTaken(db: Kysely<DB>, email: string): Promise<boolean> {
  return (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()) !== undefined;
}

/** Updates a user's password and email. */
export async function updateWaysIn(
  trx: Kysely<DB>,
  id: string,
  changes: { passwordHash?: string; email?: string; emailVerifiedAt?: Date; provenElsewhere?: boolean },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({
      // Setting a password accepts a pending invitation, whatever kind of link was used.
      ...(changes.passwordHash !== undefined && { password_hash: changes.passwordHash, invited_at: null }),
      ...(changes.email !== undefined && { email: changes.email }),
      ...(changes.emailVerifiedAt !== undefined && { email_verified_at: changes.emailVerifiedAt }),
      ...(changes.provenElsewhere !== undefined && { proven_elsewhere: changes.provenElsewhere }),
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();
}

/** Locks an email against claims by others until the transaction ends. */
export async function lockEmail(trx: Kysely<DB>, email: string): Promise<void> {
  await lockAdvisory(trx, LOCKS.emails, email);
}

export type MailLink = {
  purpose: 'verify-email' | 'change-email' | 'reset-password' | 'invitation';
  userId: string;
  email: string;
};

/** Stores a link's hash, replacing the user's previous link for the same purpose. */
export async function putMailToken(
  trx: Kysely<DB>,
  { tokenHash, purpose, userId, email, expiresAt }: MailLink & { tokenHash: Buffer; expiresAt: Date },
): Promise<void> {
  const values = { token_hash: tokenHash, email, expires_at: expiresAt };
  await trx
    .insertInto('mail_tokens')
    .values({ ...values, purpose, user_id: userId })
    .onConflict((conflict) => conflict.columns(['user_id', 'purpose']).doUpdateSet(values))
    .execute();
}

const isLink = (tokenHash: Buffer, purposes: readonly MailLink['purpose'][], now: Date) =>
  sql<boolean>`token_hash = ${tokenHash} and purpose = any(${purposes}::text[]) and expires_at > ${now}`;

/** The user and email that a link belongs to. Does not use up the link. */
export function findMailToken(db: Kysely<DB>, tokenHash: Buffer, purposes: readonly MailLink['purpose'][], now: Date) {
  return db
    .selectFrom('mail_tokens')
    .select(['user_id as userId', 'email'])
    .where(isLink(tokenHash, purposes, now))
    .executeTakeFirst();
}

/** Uses up a link. Of several concurrent attempts, only one gets a result. */
export function consumeMailToken(
  trx: Kysely<DB>,
  tokenHash: Buffer,
  purposes: readonly MailLink['purpose'][],
  now: Date,
) {
  return trx
    .deleteFrom('mail_tokens')
    .where(isLink(tokenHash, purposes, now))
    .returning(['user_id as userId', 'email', 'purpose'])
    .executeTakeFirst();
}

/** Invalidates all of a user's emailed links and pending logins. */
export async function deleteLinksAndPending(trx: Kysely<DB>, userId: string): Promise<void> {
  await trx.deleteFrom('mail_tokens').where('user_id', '=', userId).execute();
  await trx.deleteFrom('pending_sign_ins').where('user_id', '=', userId).execute();
}

/** Deletes expired sessions, emailed links, provider logins, pending logins and tokens. */
export async function deleteExpired(db: Kysely<DB>, now: Date): Promise<void> {
  for (const table of ['sessions', 'mail_tokens', 'oauth_flows', 'pending_sign_ins', 'access_tokens'] as const)
    await db.deleteFrom(table).where('expires_at', '<', now).execute();
}

/** The id of an uploader and their number of public uploads. */
export function findUploader(db: Kysely<DB>, username: string, now: Date) {
  return selectVisible(db, username, now).select(['users.id', 'users.uploads_count as uploads']).executeTakeFirst();
}

/** Number of demo accounts that are not deleted. */
export async function countDemoPeople(db: Kysely<DB>): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('demo', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.count ?? 0;
}

/** Ends all sessions, tokens and pending logins of all demo accounts. */
export function endDemoSignIns(db: Kysely<DB>): Promise<void> {
  return db.transaction().execute(async (trx) => {
    for (const table of ['sessions', 'access_tokens', 'pending_sign_ins'] as const)
      await trx
        .deleteFrom(table)
        .where('user_id', 'in', (eb) => eb.selectFrom('users').select('id').where('demo', '=', true))
        .execute();
  });
}

/**
 * Id of the user who has this name or, if no user has it, of the user who had it recently (product.md ID-8). `username` is in
 * lower case.
 */
const ownerOfName = (username: string, now: Date) => sql<string>`coalesce(
  (select id from users where username = ${username}),
  (select user_id from former_usernames where username = ${username} and until > ${now}))`;

/** The active user who has this username or had it within the last 90 days. `username` is in lower case. */
export function selectVisible(db: Kysely<DB>, username: string, now: Date) {
  return db.selectFrom('users').where('users.id', '=', ownerOfName(username, now)).where(isActiveAt(now));
}
