import { type Kysely, sql } from 'kysely';
import type { UploadStatus } from '#contract/uploads/sessions.ts';
import type { DB } from '#db/types.ts';
import { notifySelected } from '#server/features/notifications/public.ts';
import { isVisible } from '#server/features/resources/public.ts';
import type { AnyNotification } from '#server/platform/notices/notification-kinds.ts';

/** Locks a resource until the transaction ends, unless it is deleted. Call after `lockCounters`. */
export function lockResource(trx: Kysely<DB>, id: string) {
  return trx
    .selectFrom('resources')
    .select([
      'author_id as authorId',
      'title',
      'category',
      'status',
      'status_reason as reason',
      'licence',
      'rights_declared_at as rightsDeclaredAt',
      'sale_declared_at as saleDeclaredAt',
      'submitted_at as submittedAt',
      'file_count as fileCount',
      'likes',
      'hidden_at as hiddenAt',
      'hidden_reason as hiddenReason',
      'approved_at as approvedAt',
      'version',
      'version_of as versionOf',
    ])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}
export type HeldResource = NonNullable<Awaited<ReturnType<typeof lockResource>>>;

/** Locks the author and returns their contact data; undefined if the account has been deleted. */
export function lockAuthor(trx: Kysely<DB>, id: string) {
  return trx
    .selectFrom('users')
    .select(['username', 'email'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

type Standing = { status: UploadStatus; reason: string | null };

/** Sets status and reason; the time of the first approval is kept. */
export async function setStatus(trx: Kysely<DB>, id: string, { status, reason }: Standing, now: Date) {
  const approvedAt = status === 'APPROVED' ? sql<Date>`coalesce(approved_at, ${now})` : sql<Date | null>`approved_at`;
  await trx
    .updateTable('resources')
    .set({ status, status_reason: reason, approved_at: approvedAt })
    .where('id', '=', id)
    .execute();
}

export async function setResourceDeleted(trx: Kysely<DB>, id: string, by: string | null, now: Date): Promise<void> {
  await trx.updateTable('resources').set({ deleted_at: now, deleted_by: by }).where('id', '=', id).execute();
}

type Hiding = { at: Date | null; reason: string | null; by: string | null };

/** Hides a resource, or unhides it if the values are null. */
export async function setHidden(trx: Kysely<DB>, id: string, { at, reason, by }: Hiding): Promise<void> {
  await trx
    .updateTable('resources')
    .set({ hidden_at: at, hidden_reason: reason, hidden_by: by })
    .where('id', '=', id)
    .execute();
}

/** Adds `by` (which can be negative) to a user's likes and reputation when likes start or stop counting. */
export async function creditLikes(trx: Kysely<DB>, authorId: string, by: number): Promise<void> {
  await trx
    .updateTable('users')
    .set({ total_likes: sql`total_likes + ${by}`, reputation: sql`reputation + ${by}` })
    .where('id', '=', authorId)
    .execute();
}

type Decision = { resourceId: string; leakerId: string; decidedBy: string | null } & Standing;

export async function insertDecision(trx: Kysely<DB>, decision: Decision, now: Date): Promise<void> {
  await trx
    .insertInto('resource_decisions')
    .values({
      resource_id: decision.resourceId,
      leaker_id: decision.leakerId,
      status: decision.status,
      reason: decision.reason,
      decided_by: decision.decidedBy,
      decided_at: now,
    })
    .execute();
}

type Rewording = Pick<Decision, 'resourceId' | 'reason' | 'decidedBy'>;

/** Replaces the reason for the latest decision on a resource without changing the time of the decision. */
export async function rewordDecision(trx: Kysely<DB>, { resourceId, reason, decidedBy }: Rewording): Promise<void> {
  await sql`update resource_decisions set reason = ${reason}, decided_by = ${decidedBy} where id = (select id
    from resource_decisions where resource_id = ${resourceId} order by decided_at desc, id desc limit 1)`.execute(trx);
}

/** Whether files of a resource are being received or checked. */
export async function isUnderWay(db: Kysely<DB>, resourceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('upload_sessions')
    .select('id')
    .where('resource_id', '=', resourceId)
    .where('state', 'in', ['RECEIVING', 'CHECKING'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** For notifications: whether the upload still exists. Its leaker sees it whatever its status is. */
export const isOwnUploadKept = sql<boolean>`exists (select from resources where resources.id = n.subject_id
  and resources.deleted_at is null and resources.status <> 'REPLACED')`;

/** For notifications: whether everyone can see the upload. */
export const isUploadPublic = sql<boolean>`exists (select from resources where resources.id = n.subject_id
  and ${isVisible})`;

/**
 * Notifies the next `most` followers of a public upload's leaker, in the order of their ids.
 * @returns number of followers, of whom some may not be notified, and the last one
 */
export async function notifySomeFollowers(
  trx: Kysely<DB>,
  kind: AnyNotification,
  { resourceId, after, most }: { resourceId: string; after: string | null; most: number },
  now: Date,
): Promise<{ taken: number; last: string | null }> {
  const { rows } = await sql<{ id: string }>`select follower_id as id from follows
    where leaker_id = (select author_id from resources where id = ${resourceId} and ${isVisible})
      and (${after}::uuid is null or follower_id > ${after}::uuid)
    order by follower_id limit ${most}`.execute(trx);
  if (rows.length === 0) return { taken: 0, last: null };
  const followers = rows.map(({ id }) => id);
  const source = sql`select follower.id, ${kind.kind}::text, ${`upload ${resourceId}`}::text, author_id, resources.id,
      jsonb_build_object('id', resources.id, 'title', title, 'isPremium', is_premium)
    from resources cross join unnest(${followers}::uuid[]) as follower (id)
    where resources.id = ${resourceId} and ${isVisible}`;
  await notifySelected(trx, [kind], source, now);
  return { taken: rows.length, last: followers.at(-1) ?? null };
}
