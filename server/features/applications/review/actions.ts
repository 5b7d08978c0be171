import type { Kysely } from 'kysely';
import { BULK_UNDO_MINUTES } from '#contract/applications/limits.ts';
import { MINUTE_MS } from '#contract/durations.ts';
import type { DB } from '#db/types.ts';
import type { Deps } from '#server/deps.ts';
import { sendNotice } from '#server/features/accounts/public.ts';
import { deferNews, isInBulk, joinBulk } from '#server/features/applications/bulk-approvals/queries.ts';
import { notifyPerson, ownMailOf } from '#server/features/notifications/public.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { writeActivity } from '#server/platform/activity.ts';
import { type AuditActor, writeAudit } from '#server/platform/audit.ts';
import { applicationApproved, applicationRejected } from './notifications.ts';
import * as queries from './queries.ts';
import { obstacleOf } from './rules.ts';

export type DecidingDeps = Pick<Deps, 'db' | 'now' | 'settings' | 'publicUrl' | 'secret' | 'bus'>;

type ApplicationDecision = {
  applicationId: string;
  status: 'APPROVED' | 'REJECTED';
  reason: string | null;
  by: AuditActor;
  /** The bulk approval that this approval belongs to. Its applicants are notified when it can no longer be undone. */
  bulkId?: string | undefined;
};

/**
 * Decides an application and emails the applicant. An approved applicant is a leaker as of their next request. Repeating an
 * approval of a bulk approval has no effect. Lock order: bulk approval, user, application; when applying, also user before
 * application.
 * @throws Problem APPLICATION_NOT_FOUND, ALREADY_DECIDED, NO_APPLICANT, BULK_APPROVAL_OVER
 */
export async function decideApplication(deps: DecidingDeps, decision: ApplicationDecision): Promise<void> {
  const { applicationId, status, reason, by, bulkId } = decision;
  const now = deps.now();
  // The email needs the settings. Load them before the transaction; inside, loading would wait for a second connection.
  await deps.settings.get();
  await deps.db.transaction().execute(async (trx) => {
    if (bulkId !== undefined) {
      const endsAt = new Date(now.getTime() + BULK_UNDO_MINUTES * MINUTE_MS);
      if (!(await joinBulk(trx, { id: bulkId, adminId: by.id, endsAt }, now))) throw new Problem('BULK_APPROVAL_OVER');
    }
    const person = await queries.lockApplicantForDecision(trx, applicationId);
    if (!person) throw new Problem('APPLICATION_NOT_FOUND');
    const closed = await queries.closeApplication(trx, applicationId, { status, reason, decidedBy: by.id }, now);
    if (!closed && bulkId !== undefined && (await isInBulk(trx, { applicationId, bulkId }))) return;
    if (!closed) throw new Problem('ALREADY_DECIDED');
    if (status === 'APPROVED' && obstacleOf(person, now)) throw new Problem('NO_APPLICANT');
    const role = status === 'APPROVED' ? 'LEAKER' : person.role;
    await writeAudit(trx, {
      at: now,
      actor: by,
      action: status === 'APPROVED' ? 'application.approve' : 'application.reject',
      subject: { kind: 'application', id: applicationId },
      before: { username: person.username, status: 'PENDING', role: person.role },
      after: { status, role, reason },
    });
    if (status === 'APPROVED') await welcome(deps, trx, person, now);
    if (bulkId === undefined) await tellApplicant(deps, trx, person, { ...decision, now });
    else await deferNews(trx, { applicationId, bulkId, wasVerified: person.verified });
  });
}

type Applicant = { id: string; username: string; email: string };

/** Notifies the applicant in the bell and by email, unless they have turned these emails off. */
export async function tellApplicant(
  deps: DecidingDeps,
  trx: Kysely<DB>,
  { id, username, email }: Applicant,
  { applicationId, status, reason, now }: Omit<ApplicationDecision, 'by'> & { now: Date },
): Promise<void> {
  const kind = status === 'APPROVED' ? applicationApproved : applicationRejected;
  await notifyPerson(trx, kind, { userId: id, key: `application ${applicationId}`, data: { reason } }, now);
  const mail = await ownMailOf(deps, trx, kind, id);
  if (mail === null) return;
  const notice =
    status === 'APPROVED'
      ? ({ kind: 'application-approved', link: `${deps.publicUrl()}/leaker` } as const)
      : ({ kind: 'application-rejected', reason } as const);
  await sendNotice(deps, trx, { email, name: username }, notice, mail);
}

type NewLeaker = { id: string; username: string; demo: boolean };

const welcome = async (deps: DecidingDeps, trx: Kysely<DB>, { id, username, demo }: NewLeaker, now: Date) => {
  await queries.makeLeaker(trx, id, now);
  const details = `${username} became a leaker`;
  await writeActivity(trx, { type: 'APPLICATION', userId: id, details, at: now, demo });
  await deps.bus.publish(trx, 'members', id);
};
