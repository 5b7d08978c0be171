import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { isSuspendedAt } from '#server/platform/account-status.ts';
import { hasPremiumAt } from '#server/platform/premium-grants.ts';
import { roleKey } from './rules.ts';

/** A user's Discord id; undefined if no account is linked. */
export async function findChatId(db: Kysely<DB>, userId: string): Promise<string | undefined> {
  return (await findChatLink(db, userId))?.subject;
}

/** A user's Discord id and the scopes they granted. */
export function findChatLink(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom('identities')
    .select(['subject', 'scope'])
    .where('user_id', '=', userId)
    .where('provider', '=', 'discord')
    .executeTakeFirst();
}

/** Locks a Discord account's row until the transaction ends, inserting it if missing. */
export async function lockChatMember(trx: Kysely<DB>, discordId: string, now: Date): Promise<void> {
  await trx
    .insertInto('chat_members')
    .values({ discord_id: discordId, updated_at: now })
    // If the row already exists, this update changes nothing but locks the row.
    .onConflict((conflict) => conflict.column('discord_id').doUpdateSet({ discord_id: discordId }))
    .execute();
}

const linkedPeople = (db: Kysely<DB>) =>
  db
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user_id')
    .where('identities.provider', '=', 'discord')
    .where('users.deleted_at', 'is', null);

/** Accounts that should have the role: those with Premium from an active grant. Being an administrator is not enough. */
const entitled = (db: Kysely<DB>, now: Date) =>
  linkedPeople(db)
    .select('identities.subject as id')
    .where(sql<boolean>`not (${isSuspendedAt(now)})`)
    .where(hasPremiumAt(now));

/** Whether a Discord account is linked, and whether it should have the role now. */
export async function findClaim(
  db: Kysely<DB>,
  discordId: string,
  now: Date,
): Promise<{ isLinked: boolean; isDue: boolean }> {
  const row = await linkedPeople(db)
    .select([sql<boolean>`not (${isSuspendedAt(now)})`.as('isFree'), hasPremiumAt(now).as('isPremium')])
    .where('identities.subject', '=', discordId)
    .executeTakeFirst();
  return { isLinked: row !== undefined, isDue: row?.isFree === true && row.isPremium };
}

/** Records the result of updating a role. */
export async function putChatMember(
  db: Kysely<DB>,
  discordId: string,
  known: { isInGuild: boolean; hasRole: boolean; retryAt: Date | null; now: Date },
): Promise<void> {
  const columns = {
    is_in_guild: known.isInGuild,
    has_role: known.hasRole,
    retry_at: known.retryAt,
    updated_at: known.now,
  };
  await db
    .insertInto('chat_members')
    .values({ discord_id: discordId, ...columns })
    .onConflict((conflict) => conflict.column('discord_id').doUpdateSet(columns))
    .execute();
}

/** Records that Discord may have given the role although its reply was lost, so that the role can be removed later. */
export async function noteDoubt(db: Kysely<DB>, discordId: string, now: Date): Promise<void> {
  await db
    .insertInto('chat_members')
    .values({ discord_id: discordId, has_role: true, updated_at: now })
    .onConflict((conflict) => conflict.column('discord_id').doUpdateSet({ has_role: true, updated_at: now }))
    .execute();
}

export async function deleteChatMember(db: Kysely<DB>, discordId: string): Promise<void> {
  await db.deleteFrom('chat_members').where('discord_id', '=', discordId).execute();
}

/**
 * Discord ids whose role is wrong, or was last updated before `settledBefore`. Roles to remove come first. Excludes accounts that
 * must not be retried yet or already have a pending job.
 */
export async function findUnsettled(
  db: Kysely<DB>,
  { now, settledBefore, limit }: { now: Date; settledBefore: Date; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with entitled as materialized (${entitled(db, now)}),
    unsettled as (
      select discord_id as id, 0 as turn from chat_members
      where has_role and not exists (select from entitled where entitled.id = discord_id)
      union all
      select entitled.id, 1 from entitled left join chat_members on discord_id = entitled.id
      where (discord_id is null or not has_role or updated_at < ${settledBefore})
        and (retry_at is null or retry_at <= ${now})
    )
    select id from unsettled
    where not exists (
      select from graphile_worker.jobs where key = ${roleKey('')} || unsettled.id and attempts < max_attempts)
    order by turn, id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The user who linked a Discord account, with the fields that their permissions depend on. */
export function findChatPerson(db: Kysely<DB>, discordId: string, now: Date) {
  return linkedPeople(db)
    .select(['users.id', 'users.role', hasPremiumAt(now).as('isPremium'), isSuspendedAt(now).as('isSuspended')])
    .where('identities.subject', '=', discordId)
    .executeTakeFirst();
}

export async function putChatCount(
  db: Kysely<DB>,
  { guild, members, online, now }: { guild: string; members: number; online: number | null; now: Date },
): Promise<void> {
  const columns = { members, online, read_at: now };
  await db
    .insertInto('chat_counts')
    .values({ guild, ...columns })
    .onConflict((conflict) => conflict.column('guild').doUpdateSet(columns))
    .execute();
}

/** The last member count and its time; undefined before the first count. */
export function findChatCount(db: Kysely<DB>, guild: string) {
  return db
    .selectFrom('chat_counts')
    .select(['members', 'read_at as readAt'])
    .where('guild', '=', guild)
    .executeTakeFirst();
}
