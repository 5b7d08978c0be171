import type { UndoneApproval } from '#contract/applications/bulk-approvals.ts';
import type { Deps } from '#server/deps.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { writeActivity } from '#server/platform/activity.ts';
import { type AuditActor, writeAudit } from '#server/platform/audit.ts';
import * as queries from './queries.ts';

/**
 * Undoes a bulk approval, except for applicants who have uploaded something or were changed since. They stay approved, and the
 * next run of the job notifies them. Lock order: bulk approval, users by id, applications.
 * @throws Problem BULK_APPROVAL_OVER
 */
export async function undoBulk(
  { db, now, bus }: Pick<Deps, 'db' | 'now' | 'bus'>,
  { id, by }: { id: string; by: AuditActor },
): Promise<UndoneApproval> {
  return db.transaction().execute(async (trx) => {
    const at = now();
    if (!(await queries.endBulk(trx, id, at))) throw new Problem('BULK_APPROVAL_OVER');
    await queries.lockApplicants(trx, id);
    const rows = await queries.lockUntold(trx, id, at);
    const undone = rows.filter(({ why }) => why === null);
    if (undone.length > 0) await queries.reopenApplications(trx, undone, at);
    for (const { applicationId, userId, username, demo } of undone) {
      await writeAudit(trx, {
        at,
        actor: by,
        action: 'application.undo',
        subject: { kind: 'application', id: applicationId },
        before: { username, status: 'APPROVED', role: 'LEAKER' },
        after: { status: 'PENDING', role: 'USER' },
      });
      const details = `${username}'s approval as a leaker was undone`;
      await writeActivity(trx, { type: 'APPLICATION', userId, details, at, demo });
      await bus.publish(trx, 'members', userId);
    }
    const kept = rows.flatMap(({ username, why }) => (why ? [{ username, why }] : []));
    return { undone: undone.length, kept };
  });
}
