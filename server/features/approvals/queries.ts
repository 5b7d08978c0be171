import { type Kysely, sql } from 'kysely';
import type { UploadStatus } from '#contract/arrivals.ts';
import type { DB } from '#db/types.ts';

/** Waits for the turn of the counters, which comes before the lock of any resource or person (docs/architecture.md). */
export const awaitTurn = async (trx: Kysely<DB>): Promise<void> => {
  await sql`select pg_advisory_xact_lock(712020)`.execute(trx);
};

/** A resource that is not deleted, held until the transaction ends. To be called after `awaitTurn`. */
export const lockResource = (trx: Kysely<DB>, id: string) =>
  trx
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
    ])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
export type HeldResource = NonNullable<Awaited<ReturnType<typeof lockResource>>>;

/** Whom a notice about a resource goes to, held until the transaction ends; undefined when they have left. */
export const lockAuthor = (trx: Kysely<DB>, id: string) =>
  trx
    .selectFrom('users')
    .select(['username', 'email'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();

type Standing = { status: UploadStatus; reason: string | null };

/** Sets what was decided; the time of the first approval stays. */
export const setStatus = async (trx: Kysely<DB>, id: string, { status, reason }: Standing, now: Date) => {
  const approvedAt = status === 'APPROVED' ? sql<Date>`coalesce(approved_at, ${now})` : sql<Date | null>`approved_at`;
  await trx
    .updateTable('resources')
    .set({ status, status_reason: reason, approved_at: approvedAt })
    .where('id', '=', id)
    .execute();
};

export const setDeleted = async (trx: Kysely<DB>, id: string, now: Date): Promise<void> => {
  await trx.updateTable('resources').set({ deleted_at: now }).where('id', '=', id).execute();
};

/** Credits somebody with the likes of a resource that becomes public, or takes them back. */
export const creditLikes = async (trx: Kysely<DB>, authorId: string, by: number): Promise<void> => {
  await trx
    .updateTable('users')
    .set({ total_likes: sql`total_likes + ${by}`, reputation: sql`reputation + ${by}` })
    .where('id', '=', authorId)
    .execute();
};

type Decision = { resourceId: string; leakerId: string; decidedBy: string | null } & Standing;

export const insertDecision = async (trx: Kysely<DB>, decision: Decision, now: Date): Promise<void> => {
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
};

/** Whether files of a resource are being received or checked. */
export const isUnderWay = async (db: Kysely<DB>, resourceId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('upload_sessions')
    .select('id')
    .where('resource_id', '=', resourceId)
    .where('state', 'in', ['RECEIVING', 'CHECKING'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};
