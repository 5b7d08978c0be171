import { type Kysely, sql } from 'kysely';
import type { UploadStatus } from '#contract/uploads/sessions.ts';
import type { DB } from '#db/types.ts';

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
