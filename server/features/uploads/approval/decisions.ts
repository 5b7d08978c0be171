// Administrators' actions on uploads. Each takes effect once, emails the leaker and is audited.

import type { Kysely } from 'kysely';
import { ownUploadPath, resourcePath } from '#contract/paths.ts';
import type { UploadStatus } from '#contract/uploads/sessions.ts';
import type { DB } from '#db/types.ts';
import type { Deps } from '#server/deps.ts';
import { sendNotice } from '#server/features/accounts/public.ts';
import { notifyPerson, ownMailOf } from '#server/features/notifications/public.ts';
import { eraseUpload } from '#server/features/uploads/actions.ts';
import { insertPost } from '#server/features/uploads/discord-posts/queries.ts';
import { deleteSessionsOfUpload, lockUpload } from '#server/features/uploads/queries.ts';
import { titleOf } from '#server/features/uploads/rules.ts';
import { publishVersion } from '#server/features/uploads/versions/actions.ts';
import { notifyOfVersion } from '#server/features/uploads/versions/jobs.ts';
import { deleteLock, findLock } from '#server/features/uploads/workbench/queries.ts';
import { lockProblem } from '#server/features/uploads/workbench/rules.ts';
import { lockCounters } from '#server/kit/db/locks.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { enqueue } from '#server/kit/jobs/jobs.ts';
import { type AuditActor, writeAudit } from '#server/platform/audit.ts';
import { changeStatus, hideResource, markDeleted, restoreDeleted, showResource } from './actions.ts';
import { notifyFollowers } from './jobs.ts';
import { uploadApproved, uploadRejected } from './notifications.ts';
import * as queries from './queries.ts';
import { approvalProblem } from './rules.ts';

type DecidingDeps = Pick<Deps, 'db' | 'now' | 'settings' | 'publicUrl' | 'secret' | 'bus'>;

type UploadDecision = {
  resourceId: string;
  status: UploadStatus;
  reason: string | null;
  /** The status that the administrator saw, which must still be current; undefined to skip this check. */
  was: UploadStatus | undefined;
  /** Whether the administrator must hold the upload's lock. */
  needsLock: boolean;
  by: AuditActor;
};

/**
 * Loads the site settings, which emails need. This must happen before the transaction, because waiting for a second connection
 * while holding the counter lock can deadlock with requests that hold connections and wait for that lock.
 */
const readSettings = async ({ settings }: DecidingDeps): Promise<void> => {
  await settings.get();
};

/**
 * Sets the status of an upload and emails its leaker. Repeating the current status does nothing, unless it changes the reason for
 * a rejection.
 * @returns the id of the decided upload; for an approved version, that of its resource
 * @throws Problem RESOURCE_NOT_FOUND (also for drafts and deleted uploads), ALREADY_DECIDED, VERSION_NEEDS_APPROVAL, or the problem
 *   that `lockProblem` or `approvalProblem` finds
 */
export async function decideUpload(deps: DecidingDeps, decision: UploadDecision): Promise<string> {
  const { resourceId, status, reason, was, needsLock, by } = decision;
  await readSettings(deps);
  return await deps.db.transaction().execute(async (trx) => {
    await lockCounters(trx);
    const held = await queries.lockResource(trx, resourceId);
    if (!held || held.submittedAt === null) throw new Problem('RESOURCE_NOT_FOUND');
    if (was !== undefined && held.status !== was) throw new Problem('ALREADY_DECIDED');
    const asked = { by: by.id, needsLock, now: deps.now() };
    const refusal = lockProblem(await findLock(trx, resourceId), asked);
    if (refusal) throw new Problem(refusal);
    if (held.status === status && (status !== 'REJECTED' || reason === null || reason === held.reason))
      return resourceId;
    if (status === 'APPROVED') {
      const problem = approvalProblem(held, await queries.isUnderWay(trx, resourceId));
      if (problem) throw new Problem(problem);
    }
    if (status === 'APPROVED' && held.versionOf !== null) {
      await approveVersion(deps, trx, { ...held, versionOf: held.versionOf }, decision);
      return held.versionOf;
    }
    await changeStatus(trx, { resourceId, status, reason, by, now: deps.now() });
    await deleteLock(trx, resourceId);
    await tellLeaker(deps, trx, held, decision);
    const isFirstApproval = status === 'APPROVED' && held.approvedAt === null;
    if (isFirstApproval) {
      await enqueue(trx, notifyFollowers, { resourceId });
      await insertPost(trx, resourceId, deps.now());
    }
    return resourceId;
  });
}

/**
 * Makes a locked version the current one of its resource, records the decision with the resource and notifies everyone concerned.
 * @throws Problem VERSION_NEEDS_APPROVAL if the resource isn't public any more
 */
const approveVersion = async (
  deps: DecidingDeps,
  trx: Kysely<DB>,
  held: queries.HeldResource & { versionOf: string },
  decision: UploadDecision,
): Promise<void> => {
  const { resourceId: versionId, reason, by } = decision;
  const { versionOf: resourceId, version: number, authorId } = held;
  const now = deps.now();
  const resource = await queries.lockResource(trx, resourceId);
  if (resource?.status !== 'APPROVED') throw new Problem('VERSION_NEEDS_APPROVAL');
  await queries.lockAuthor(trx, authorId);
  await queries.insertDecision(
    trx,
    { resourceId, leakerId: authorId, status: 'APPROVED', reason, decidedBy: by.id },
    now,
  );
  await publishVersion(trx, { resourceId, versionId, number, now });
  await deleteLock(trx, versionId);
  await writeAudit(trx, {
    at: now,
    actor: by,
    action: 'upload.status',
    subject: { kind: 'resource', id: resourceId },
    before: { title: held.title, status: held.status, version: resource.version },
    after: { status: 'APPROVED', reason, version: number },
  });
  await tellLeaker(deps, trx, held, { ...decision, resourceId });
  await enqueue(trx, notifyOfVersion, { resourceId, number });
};

const notices = { APPROVED: 'upload-approved', REJECTED: 'upload-rejected', PENDING: 'upload-put-back' } as const;

const kinds = { APPROVED: uploadApproved, REJECTED: uploadRejected, PENDING: null } as const;

/** Notifies the leaker in the bell and by email, unless they have turned these emails off. */
const tellLeaker = async (
  deps: DecidingDeps,
  trx: Kysely<DB>,
  held: queries.HeldResource,
  { resourceId, status, reason, by }: UploadDecision,
): Promise<void> => {
  const { authorId } = held;
  const title = titleOf(held);
  const kind = kinds[status];
  const now = deps.now();
  // The administrator is not named, but is not notified about their own decision either.
  if (kind && by.id !== authorId) {
    // Decisions on an upload are made one after the other, so the time is as good as a number.
    const key = `upload ${resourceId} ${now.toISOString()}`;
    const data = { id: resourceId, title, reason };
    await notifyPerson(trx, kind, { userId: authorId, key, subjectId: resourceId, data }, now);
  }
  const mail = kind ? await ownMailOf(deps, trx, kind, authorId) : {};
  if (mail === null) return;
  const path = status === 'APPROVED' ? resourcePath(resourceId) : ownUploadPath(resourceId);
  const notice = { kind: notices[status], title, reason, link: `${deps.publicUrl()}${path}` };
  await tellAuthor(deps, trx, authorId, notice, mail);
};

/** Emails the leaker about their upload, unless their account has been deleted. */
const tellAuthor = async (
  deps: DecidingDeps,
  trx: Kysely<DB>,
  authorId: string,
  notice: Parameters<typeof sendNotice>[3],
  mail: Parameters<typeof sendNotice>[4] = {},
): Promise<void> => {
  const leaker = await queries.lockAuthor(trx, authorId);
  if (leaker) await sendNotice(deps, trx, { email: leaker.email, name: leaker.username }, notice, mail);
};

const eraseVersion = async (
  trx: Kysely<DB>,
  id: string,
  { title, by, now }: { title: string; by: AuditActor; now: Date },
): Promise<void> => {
  const pictures = await lockUpload(trx, id);
  if (pictures) await eraseUpload(trx, id, pictures);
  await writeAudit(trx, {
    at: now,
    actor: by,
    action: 'upload.delete',
    subject: { kind: 'resource', id },
    before: { title },
  });
};

type HidingDecision = { resourceId: string; hidden: boolean; reason: string | null; by: AuditActor };

/**
 * Hides or unhides an upload and emails its leaker. Versions that wait are not public, so they are rejected instead.
 * @throws Problem RESOURCE_NOT_FOUND (also for drafts, versions and deleted uploads)
 */
export async function decideHiding(deps: DecidingDeps, { hidden, ...hiding }: HidingDecision): Promise<void> {
  const { resourceId, reason } = hiding;
  await readSettings(deps);
  await deps.db.transaction().execute(async (trx) => {
    await lockCounters(trx);
    const held = await queries.lockResource(trx, resourceId);
    if (!held || held.submittedAt === null || held.versionOf !== null) throw new Problem('RESOURCE_NOT_FOUND');
    const change = { ...hiding, now: deps.now() };
    const { authorId, title, changed } = await (hidden ? hideResource(trx, change) : showResource(trx, change));
    if (!changed) return;
    const link = `${deps.publicUrl()}${ownUploadPath(resourceId)}`;
    await tellAuthor(deps, trx, authorId, { kind: hidden ? 'upload-hidden' : 'upload-shown', title, reason, link });
  });
}

/**
 * Restores a deleted upload and emails its leaker.
 * @throws Problem RESOURCE_NOT_FOUND, UPLOAD_NOT_DELETED, LEAKER_DELETED
 */
export async function restoreUpload(deps: DecidingDeps, resourceId: string, by: AuditActor): Promise<void> {
  await readSettings(deps);
  await deps.db.transaction().execute(async (trx) => {
    const { authorId, title } = await restoreDeleted(trx, { resourceId, by, now: deps.now() });
    const link = `${deps.publicUrl()}${ownUploadPath(resourceId)}`;
    await tellAuthor(deps, trx, authorId, { kind: 'upload-restored', title, link });
  });
}

/**
 * Deletes an upload as an administrator, cancels its uploads in progress and emails its leaker.
 * @throws Problem RESOURCE_NOT_FOUND (also for drafts and deleted uploads)
 */
export async function deleteUploadAsAdmin(
  deps: DecidingDeps & Pick<Deps, 'storage'>,
  resourceId: string,
  by: AuditActor,
): Promise<void> {
  await readSettings(deps);
  const ended = await deps.db.transaction().execute(async (trx) => {
    await lockCounters(trx);
    const held = await queries.lockResource(trx, resourceId);
    if (!held || held.submittedAt === null) throw new Problem('RESOURCE_NOT_FOUND');
    const sessions = await deleteSessionsOfUpload(trx, resourceId);
    // A version that isn't public yet can't be restored, so that another one can be started.
    if (held.versionOf === null) await markDeleted(trx, { resourceId, by, now: deps.now() });
    else await eraseVersion(trx, resourceId, { title: titleOf(held), by, now: deps.now() });
    await tellAuthor(deps, trx, held.authorId, { kind: 'upload-deleted', title: titleOf(held) });
    return sessions;
  });
  // If this process dies before this is done, the sweep of abandoned uploads removes the remaining bytes.
  for (const session of ended) await deps.storage.partials.drop(session);
}
