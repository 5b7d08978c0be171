import { type Kysely, sql } from 'kysely';
import type { UndoneApproval } from '#contract/applications/bulk-approvals.ts';
import { DAY_MS } from '#contract/durations.ts';
import type { DB } from '#db/types.ts';
import { isActiveAt } from '#server/platform/account-status.ts';

/** Bulk approvals that the list returns; more at the same time are not expected. */
const MOST = 20;
/** Finished ones are kept for a day, so that a late request of the same run doesn't start a new one. */
const KEPT_MS = DAY_MS;

/**
 * Begins a bulk approval or extends it, and locks it until the transaction ends.
 * @returns false if it has ended, was undone, or belongs to another administrator
 */
export async function joinBulk(
  trx: Kysely<DB>,
  { id, adminId, endsAt }: { id: string; adminId: string | null; endsAt: Date },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into leaker_bulk_approvals as known (id, admin_id, started_at, ends_at)
    values (${id}, ${adminId}, ${now}, ${endsAt})
    on conflict (id) do update set ends_at = greatest(known.ends_at, excluded.ends_at)
      where known.admin_id = excluded.admin_id and known.ends_at > ${now} and known.undone_at is null
    returning id`.execute(trx);
  return rows.length > 0;
}

/** Notes that the applicant is to be notified when the bulk approval can no longer be undone. */
export async function deferNews(
  trx: Kysely<DB>,
  { applicationId, bulkId, wasVerified }: { applicationId: string; bulkId: string; wasVerified: boolean },
): Promise<void> {
  await trx
    .insertInto('leaker_untold_approvals')
    .values({ application_id: applicationId, bulk_id: bulkId, was_verified: wasVerified })
    .execute();
}

/** Whether an application was approved by this bulk approval, which can still be undone. */
export async function isInBulk(
  trx: Kysely<DB>,
  { applicationId, bulkId }: { applicationId: string; bulkId: string },
): Promise<boolean> {
  const row = await trx
    .selectFrom('leaker_untold_approvals')
    .select('bulk_id')
    .where('application_id', '=', applicationId)
    .where('bulk_id', '=', bulkId)
    .executeTakeFirst();
  return row !== undefined;
}

type BulkApprovalRow = { id: string; count: number; startedBy: string | null; startedAt: Date; endsAt: Date };

/** Bulk approvals that can still be undone, newest first. */
export async function listBulks(db: Kysely<DB>, now: Date): Promise<BulkApprovalRow[]> {
  const { rows } = await sql<BulkApprovalRow>`
    select b.id, count(*)::int as count, admin.username as "startedBy", b.started_at as "startedAt", b.ends_at as "endsAt"
    from leaker_bulk_approvals b join leaker_untold_approvals u on u.bulk_id = b.id
    left join users admin on admin.id = b.admin_id and admin.deleted_at is null
    where b.ends_at > ${now} and b.undone_at is null group by b.id, admin.username order by b.started_at desc, b.id limit ${MOST}`.execute(
    db,
  );
  return rows;
}

/** Ends a bulk approval before its time and locks it until the transaction ends. @returns false if it had ended already */
export async function endBulk(trx: Kysely<DB>, id: string, now: Date): Promise<boolean> {
  const row = await trx
    .updateTable('leaker_bulk_approvals')
    .set({ ends_at: now, undone_at: now })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .where('ends_at', '>', now)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks the applicants of a bulk approval until the transaction ends, in the order of their ids. */
export async function lockApplicants(trx: Kysely<DB>, bulkId: string): Promise<void> {
  await sql`select id from users where id in (
      select a.user_id from leaker_untold_approvals u join leaker_applications a on a.id = u.application_id
      where u.bulk_id = ${bulkId}) order by id for no key update`.execute(trx);
}

type UntoldRow = {
  applicationId: string;
  userId: string;
  username: string;
  demo: boolean;
  wasVerified: boolean;
  /** Why the approval can't be undone; null if it can. */
  why: UndoneApproval['kept'][number]['why'] | null;
};

/** The approvals of a bulk approval, locked, so that no job notifies their applicants. Lock the applicants first. */
export async function lockUntold(trx: Kysely<DB>, bulkId: string, now: Date): Promise<UntoldRow[]> {
  const { rows } = await sql<UntoldRow>`
    select a.id as "applicationId", p.id as "userId", p.username, p.demo, u.was_verified as "wasVerified",
      case when exists (select from resources r where r.author_id = p.id and r.created_at >= a.decided_at) then 'UPLOADED'
        when a.status <> 'APPROVED' or p.role <> 'LEAKER' or not p.verified or not ${isActiveAt(now, 'p')}
          or exists (select from audit_log l where l.subject_kind = 'user' and l.subject_id = p.id::text and l.at > a.decided_at)
        then 'CHANGED' end as why
    from leaker_untold_approvals u join leaker_applications a on a.id = u.application_id join users p on p.id = a.user_id
    where u.bulk_id = ${bulkId} order by p.username for update of u`.execute(trx);
  return rows;
}

/** Makes approved applications pending again and their applicants members. Nobody is notified of them any more. */
export async function reopenApplications(trx: Kysely<DB>, rows: readonly UntoldRow[], now: Date): Promise<void> {
  const applications = rows.map(({ applicationId }) => applicationId);
  await sql`update users set role = 'USER', verified = given.verified, updated_at = ${now}
    from unnest(${rows.map(({ userId }) => userId)}::uuid[], ${rows.map(({ wasVerified }) => wasVerified)}::boolean[])
      as given (id, verified)
    where users.id = given.id`.execute(trx);
  await trx
    .updateTable('leaker_applications')
    .set({ status: 'PENDING', reason: null, decided_at: null, decided_by: null })
    .where('id', 'in', applications)
    .execute();
  await trx.deleteFrom('leaker_untold_approvals').where('application_id', 'in', applications).execute();
}

type NewLeakerRow = { applicationId: string; id: string; username: string; email: string };

/**
 * Takes up to `most` approvals that can no longer be undone; concurrent callers never get the same ones. `rows` are those whose
 * applicants are still leakers.
 */
export async function claimUntold(
  trx: Kysely<DB>,
  { most, now }: { most: number; now: Date },
): Promise<{ taken: number; rows: NewLeakerRow[] }> {
  const { rows: taken } = await sql<{ id: string }>`
    delete from leaker_untold_approvals where application_id in (
      select u.application_id from leaker_untold_approvals u join leaker_bulk_approvals b on b.id = u.bulk_id
      where b.ends_at <= ${now} order by u.application_id limit ${most} for update of u skip locked)
    returning application_id as id`.execute(trx);
  if (taken.length === 0) return { taken: 0, rows: [] };
  const { rows } = await sql<NewLeakerRow>`
    select a.id as "applicationId", p.id, p.username, p.email
    from leaker_applications a join users p on p.id = a.user_id and ${isActiveAt(now, 'p')}
    where a.id = any(${taken.map(({ id }) => id)}::uuid[]) and a.status = 'APPROVED' and p.role = 'LEAKER'
    order by p.id`.execute(trx);
  return { taken: taken.length, rows };
}

export async function deleteFinishedBulks(db: Kysely<DB>, now: Date): Promise<void> {
  await sql`delete from leaker_bulk_approvals b where b.ends_at <= ${new Date(now.getTime() - KEPT_MS)}
    and not exists (select from leaker_untold_approvals u where u.bulk_id = b.id)`.execute(db);
}
