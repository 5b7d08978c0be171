// Changes the status of uploads. Only this file makes resources public or stops them from being public.

import type { Kysely } from 'kysely';
import type { UploadStatus } from '#contract/uploads/sessions.ts';
import type { DB } from '#db/types.ts';
import { lockDeleted, setRestored } from '#server/features/uploads/queries.ts';
import { purgeTime } from '#server/features/uploads/rules.ts';
import { announce } from '#server/kit/db/bus.ts';
import { lockCounters } from '#server/kit/db/locks.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { type AuditActor, writeAudit } from '#server/platform/audit.ts';
import * as queries from './queries.ts';
import { likesMoved } from './rules.ts';

export type StatusChange = {
  resourceId: string;
  status: UploadStatus;
  /** Reason shown to the leaker; null if there was none. */
  reason: string | null;
  /** Who made the decision; null for an automatic change, for example when changed files send the resource back to PENDING. */
  by: AuditActor | null;
  now: Date;
};

/**
 * Sets the status of a resource and updates everything that depends on it: its leaker's likes and reputation, and the other
 * processes' caches. A decision by a person is also recorded and audited. The resource's position in the listing stays the same,
 * because listings are ordered by `created_at`. Setting the same status again does nothing, unless a person gives a different
 * reason.
 *
 * Locks the counters, then the resource, then its leaker. A caller that locks the resource first must take the counter lock
 * (`lockCounters`) before that.
 * @returns the previous state
 * @throws Problem RESOURCE_NOT_FOUND if it does not exist or is deleted
 */
export async function changeStatus(trx: Kysely<DB>, change: StatusChange): Promise<queries.HeldResource> {
  const { resourceId, status, reason, by, now } = change;
  await lockCounters(trx);
  const was = await queries.lockResource(trx, resourceId);
  if (!was) throw new Problem('RESOURCE_NOT_FOUND');
  if (was.status === status && (by === null || reason === was.reason)) return was;
  await queries.lockAuthor(trx, was.authorId);
  await queries.setStatus(trx, resourceId, { status, reason }, now);
  await moveLikes(trx, was, { ...was, status });
  if (by) {
    const decision = { resourceId, leakerId: was.authorId, status, reason, decidedBy: by.id };
    // If only the reason changed, keep the same decision, because a second one would also count in the leaker's approval rate.
    if (was.status === status) await queries.rewordDecision(trx, decision);
    else await queries.insertDecision(trx, decision, now);
    await writeAudit(trx, {
      at: now,
      actor: by,
      action: 'upload.status',
      subject: { kind: 'resource', id: resourceId },
      before: { title: was.title, status: was.status, reason: was.reason },
      after: { status, reason },
    });
  }
  await announceChange(trx, resourceId, was.authorId);
  return was;
}

/**
 * Soft-deletes a resource: nobody can see it, and its files stay until the purge. Locks in the same order as `changeStatus`.
 * @param deletion `by` is null if leakers delete their own resource, which is not written to the audit log
 * @throws Problem RESOURCE_NOT_FOUND if it does not exist or is already deleted
 */
export async function markDeleted(
  trx: Kysely<DB>,
  { resourceId, by, now }: Pick<StatusChange, 'resourceId' | 'by' | 'now'>,
): Promise<void> {
  await lockCounters(trx);
  const was = await queries.lockResource(trx, resourceId);
  if (!was) throw new Problem('RESOURCE_NOT_FOUND');
  await queries.lockAuthor(trx, was.authorId);
  await queries.setResourceDeleted(trx, resourceId, by?.id ?? null, now);
  await moveLikes(trx, was, null);
  if (by) {
    await writeAudit(trx, {
      at: now,
      actor: by,
      action: 'upload.delete',
      subject: { kind: 'resource', id: resourceId },
      before: { title: was.title, status: was.status },
    });
  }
  await announceChange(trx, resourceId, was.authorId);
}

type Restoration = Pick<StatusChange, 'resourceId' | 'now'> & { by: AuditActor };

/**
 * Restores a deleted resource unchanged: status, files, counts, and its position in listings and search. Locks in the same order
 * as `changeStatus`.
 * @returns the restored resource
 * @throws Problem RESOURCE_NOT_FOUND, UPLOAD_NOT_DELETED (also after DELETED_KEPT_DAYS), LEAKER_DELETED
 */
export async function restoreDeleted(trx: Kysely<DB>, { resourceId, by, now }: Restoration) {
  await lockCounters(trx);
  const held = await lockDeleted(trx, resourceId);
  if (!held) throw new Problem('RESOURCE_NOT_FOUND');
  if (held.deletedAt === null || held.deletedAt < purgeTime(now)) throw new Problem('UPLOAD_NOT_DELETED');
  if (!(await queries.lockAuthor(trx, held.authorId))) throw new Problem('LEAKER_DELETED');
  await setRestored(trx, resourceId);
  await moveLikes(trx, null, held);
  await writeAudit(trx, {
    at: now,
    actor: by,
    action: 'upload.restore',
    subject: { kind: 'resource', id: resourceId },
    before: { title: held.title, deletedAt: held.deletedAt },
    after: { status: held.status },
  });
  await announceChange(trx, resourceId, held.authorId);
  return held;
}

/** Author and title of a resource that was hidden or unhidden, and whether this changed anything. */
export type VisibilityChange = { authorId: string; title: string; changed: boolean };

type Hiding = Pick<StatusChange, 'resourceId' | 'now'> & { by: AuditActor; reason: string | null };

/**
 * Hides a resource from everyone except its leaker and administrators, whatever its status. If it is already hidden, only
 * the reason changes. Locks in the same order as `changeStatus`.
 * @throws Problem RESOURCE_NOT_FOUND if it does not exist or is deleted
 */
export function hideResource(trx: Kysely<DB>, hiding: Hiding): Promise<VisibilityChange> {
  return setShown(trx, hiding, { at: hiding.now, reason: hiding.reason, by: hiding.by.id });
}

/**
 * Unhides a resource; `reason` only goes into the audit log.
 * @throws Problem RESOURCE_NOT_FOUND if it does not exist or is deleted
 */
export function showResource(trx: Kysely<DB>, hiding: Hiding): Promise<VisibilityChange> {
  return setShown(trx, hiding, { at: null, reason: null, by: null });
}

const setShown = async (
  trx: Kysely<DB>,
  { resourceId, reason, by, now }: Hiding,
  is: { at: Date | null; reason: string | null; by: string | null },
): Promise<VisibilityChange> => {
  await lockCounters(trx);
  const was = await queries.lockResource(trx, resourceId);
  if (!was) throw new Problem('RESOURCE_NOT_FOUND');
  const { authorId, title } = was;
  const isHidden = was.hiddenAt !== null;
  const hides = is.at !== null;
  if (isHidden === hides && (!hides || was.hiddenReason === is.reason)) return { authorId, title, changed: false };
  await queries.lockAuthor(trx, authorId);
  const hiddenAt = hides ? (was.hiddenAt ?? now) : null;
  await queries.setHidden(trx, resourceId, { ...is, at: hiddenAt });
  await moveLikes(trx, was, { ...was, hiddenAt });
  await writeAudit(trx, {
    at: now,
    actor: by,
    action: hides ? 'upload.hide' : 'upload.show',
    subject: { kind: 'resource', id: resourceId },
    before: { title, hidden: isHidden, reason: was.hiddenReason },
    after: { hidden: hides, reason },
  });
  await announceChange(trx, resourceId, authorId);
  return { authorId, title, changed: true };
};

type Liked = { status: string; hiddenAt: Date | null; likes: number; authorId: string };

/** `was` is null if the resource was deleted before the change; `is` is null if it is deleted afterwards. */
const moveLikes = async (trx: Kysely<DB>, was: Liked | null, is: Liked | null): Promise<void> => {
  const authorId = was?.authorId ?? is?.authorId;
  const moved = likesMoved(was, is);
  if (moved !== 0 && authorId !== undefined) await queries.creditLikes(trx, authorId, moved);
};

/** Invalidates the resource's cards and pages, and the counts on its leaker's profile. */
const announceChange = async (trx: Kysely<DB>, resourceId: string, authorId: string): Promise<void> => {
  await announce(trx, 'resources', resourceId);
  await announce(trx, 'members', authorId);
};
