import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { LOCKS, lockAdvisory } from '#server/kit/db/locks.ts';
import { isActiveAt } from '#server/platform/account-status.ts';
import { hasPremiumAt, isOpenAt, runsAt } from '#server/platform/premium-grants.ts';

/**
 * Serialises changes to the set of administrators until the transaction ends, for example if two administrators demote each other
 * at the same time. Must be called before any other lock is taken.
 */
export async function lockAdministrators(trx: Kysely<DB>): Promise<void> {
  await lockAdvisory(trx, LOCKS.administrators);
}

const effective = (now: Date) => sql<boolean>`(role = 'ADMIN' and invited_at is null and ${isActiveAt(now)})`;

/** Whether a user is currently an administrator with an active account. */
export async function isAdministrator(trx: Kysely<DB>, id: string, now: Date): Promise<boolean> {
  const row = await trx.selectFrom('users').select('id').where('id', '=', id).where(effective(now)).executeTakeFirst();
  return row !== undefined;
}

/**
 * Whether the site has another administrator who is neither deleted nor suspended and has accepted their invitation. Demo
 * accounts, which can only log in on this machine, count only if the user is a demo account too.
 */
export async function hasOtherAdministrator(trx: Kysely<DB>, id: string, now: Date): Promise<boolean> {
  const row = await trx
    .selectFrom('users')
    .select('id')
    .where('role', '=', sql.lit('ADMIN'))
    .where(effective(now))
    .where('id', '<>', id)
    .where((eb) =>
      eb.or([eb('demo', '=', false), eb.selectFrom('users as asked').select('asked.demo').where('asked.id', '=', id)]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks a user until the transaction ends, so that no login or other action can interfere. Ignores deleted users. */
export function lockUser(trx: Kysely<DB>, id: string, now: Date) {
  return (
    trx
      .selectFrom('users')
      .select([
        'id',
        'username',
        'email',
        'email_verified_at as emailVerifiedAt',
        'proven_elsewhere as provenElsewhere',
        'role',
        'display_name as displayName',
        'bio',
        'verified',
        'badges',
        'demo',
        'suspended_at as suspendedAt',
        'suspended_until as suspendedUntil',
        'suspend_reason as suspendReason',
        'invited_at as invitedAt',
        hasPremiumAt(now).as('isPremium'),
      ])
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      // Not FOR UPDATE, because audit entries of other actions reference this row with a foreign key.
      .forNoKeyUpdate()
      .executeTakeFirst()
  );
}
export type HeldPerson = NonNullable<Awaited<ReturnType<typeof lockUser>>>;

/** User columns that an administrator can change. */
export type PersonColumns = {
  role?: 'USER' | 'LEAKER' | 'ADMIN';
  username?: string;
  email?: string;
  email_verified_at?: Date | null;
  proven_elsewhere?: boolean;
  display_name?: string | null;
  bio?: string;
  verified?: boolean;
  badges?: string[];
  invited_at?: Date | null;
  suspended_at?: Date | null;
  suspended_until?: Date | null;
  suspend_reason?: string | null;
  suspended_by?: string | null;
};

export async function updatePerson(trx: Kysely<DB>, id: string, changes: PersonColumns, now: Date): Promise<void> {
  await trx
    .updateTable('users')
    .set({ ...changes, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Approves a user's open application, and deletes one that is still waiting for email verification. */
export async function grantApplication(
  trx: Kysely<DB>,
  userId: string,
  decidedBy: string | null,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('leaker_applications')
    .set({ status: 'APPROVED', decided_at: now, decided_by: decidedBy })
    .where('user_id', '=', userId)
    .where('status', '=', 'PENDING')
    .execute();
  await trx.deleteFrom('leaker_wishes').where('user_id', '=', userId).execute();
}

/** A user's active admin grant; undefined if the user has no such grant. */
export function findAdminGrant(trx: Kysely<DB>, userId: string, now: Date) {
  return trx
    .selectFrom('grants')
    .select(['id', 'starts_at as startsAt', 'ends_at as endsAt'])
    .where('user_id', '=', userId)
    .where('source', '=', 'admin')
    .where(runsAt(now))
    .orderBy('starts_at')
    .executeTakeFirst();
}

/** Inserts a new grant. Ended grants are kept for "Premium Since" and the charts. */
export async function insertAdminGrant(trx: Kysely<DB>, userId: string, endsAt: Date | null, now: Date): Promise<void> {
  await trx
    .insertInto('grants')
    .values({
      user_id: userId,
      source: 'admin',
      reference: sql`gen_random_uuid()::text`,
      starts_at: now,
      ends_at: endsAt,
      created_at: now,
    })
    .execute();
}

export async function setGrantEnd(trx: Kysely<DB>, id: string, endsAt: Date | null): Promise<void> {
  await trx.updateTable('grants').set({ ends_at: endsAt }).where('id', '=', id).execute();
}

export async function endAdminGrants(trx: Kysely<DB>, userId: string, now: Date): Promise<void> {
  await trx
    .updateTable('grants')
    .set({ ends_at: now })
    .where('user_id', '=', userId)
    .where('source', '=', 'admin')
    .where(isOpenAt(now))
    .execute();
}

/** Returns those of the given names that are badges. Locks these badges against deletion until the transaction ends. */
export async function lockBadges(trx: Kysely<DB>, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const rows = await trx.selectFrom('badges').select('name').where('name', 'in', names).forKeyShare().execute();
  return new Set(rows.map(({ name }) => name));
}

export async function hasTwoFactor(trx: Kysely<DB>, userId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('two_factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('enabled_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

const AUDIT_SHOWN = 20;
const MOST_DOWNLOADS = 10_000;

/** A user's related data: uploads, sessions, downloads, grants, links, applications, former names and audit entries. */
export async function findBelongings(db: Kysely<DB>, userId: string, now: Date) {
  const [uploads, sessions, downloads, grants, links, applications, formerNames, audit] = await Promise.all([
    db
      .selectFrom('resources')
      .select((eb) => [
        'status',
        eb.fn.countAll<number>().filterWhere('submitted_at', 'is not', null).as('count'),
        eb.fn.countAll<number>().filterWhere('hidden_at', 'is not', null).as('hidden'),
        sql<number>`coalesce(sum(file_size), 0)::bigint`.as('bytes'),
      ])
      .where('author_id', '=', userId)
      .where('version_of', 'is', null)
      .where((eb) => eb.or([eb('deleted_at', 'is', null), eb('deleted_with_author', '=', true)]))
      .groupBy('status')
      .execute(),
    db
      .selectFrom('sessions')
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('last_seen_at').as('lastSeenAt')])
      .where('user_id', '=', userId)
      .where('expires_at', '>', now)
      // Sessions created before a suspension are invalid.
      .where(
        sql<boolean>`not exists (select from users u where u.id = user_id and sessions.created_at < u.suspended_at)`,
      )
      .executeTakeFirstOrThrow(),
    sql<{ count: number }>`select count(*)::int as count from
      (select 1 from downloads where user_id = ${userId} limit ${MOST_DOWNLOADS}) d`.execute(db),
    db
      .selectFrom('grants')
      .select(['source', 'starts_at as startsAt', 'ends_at as endsAt'])
      .where('user_id', '=', userId)
      .orderBy('starts_at', 'desc')
      .limit(20)
      .execute(),
    db
      .selectFrom('identities')
      .select(['provider', 'username', 'linked_at as linkedAt'])
      .where('user_id', '=', userId)
      .orderBy('provider')
      .execute(),
    db
      .selectFrom('leaker_applications')
      .select(['id', 'status', 'reason', 'created_at as createdAt'])
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .limit(20)
      .execute(),
    db
      .selectFrom('former_usernames')
      .select(['username', 'until'])
      .where('user_id', '=', userId)
      .where('until', '>', now)
      .orderBy('until', 'desc')
      .execute(),
    db
      .selectFrom('audit_log')
      .select(['at', 'actor_name as actor', 'action'])
      .where('subject_kind', '=', 'user')
      .where('subject_id', '=', userId)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(AUDIT_SHOWN)
      .execute(),
  ]);
  return {
    uploads,
    sessions,
    downloads: downloads.rows[0]?.count ?? 0,
    grants,
    links,
    applications,
    formerNames,
    audit,
  };
}
export type Belongings = Awaited<ReturnType<typeof findBelongings>>;
