// Decisions about uploads: the one place where a resource becomes public, or stops being so.

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
  /** Why, for its leaker; null when nothing was said. */
  reason: string | null;
  /** Who decides; null for the site itself, as when files have changed and it waits again. */
  by: AuditActor | null;
  now: Date;
};

/**
 * Sets the status of a resource with everything that follows from it: its leaker's likes and reputation, the record of
 * decisions and the audit log when a person decides, and what other processes are told. It stays where it is in the
 * listing, whose order is that of `created_at`. The same status again changes nothing, but for another reason that a
 * person gives.
 *
 * Locks the turn of the counters, then the resource, then its leaker: who holds a resource before calling this must have
 * waited for the turn (`lockCounters`) before that.
 * @returns what it was before
 * @throws Problem RESOURCE_NOT_FOUND when there is none, or it was deleted
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
    // Other words for the same decision are none of their own: it would count twice in the leaker's rate.
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
 * Deletes a resource softly: it is gone for everybody, and its files stay until their time is over. Locks as
 * `changeStatus` does.
 * @param deletion `by` is null when its own leaker deletes it, which the audit log is not for
 * @throws Problem RESOURCE_NOT_FOUND when there is none, or it was deleted already
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
 * Brings a deleted resource back as it was: status, files, counts, its place in listing and search. Locks as
 * `changeStatus` does.
 * @returns what it is
 * @throws Problem RESOURCE_NOT_FOUND, UPLOAD_NOT_DELETED (also when its time is over), LEAKER_DELETED
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

/** Whose a resource is whose showing changes, and whether anything changed. */
export type VisibilityChange = { authorId: string; title: string; changed: boolean };

type Hiding = Pick<StatusChange, 'resourceId' | 'now'> & { by: AuditActor; reason: string | null };

/**
 * Hides a resource at once from everybody but its leaker and administrators, whatever its status. Hidden already, it gets
 * the new reason. Locks as `changeStatus` does.
 * @throws Problem RESOURCE_NOT_FOUND when there is none, or it was deleted
 */
export function hideResource(trx: Kysely<DB>, hiding: Hiding): Promise<VisibilityChange> {
  return setShown(trx, hiding, { at: hiding.now, reason: hiding.reason, by: hiding.by.id });
}

/**
 * Shows a hidden resource again; `reason` is for the audit log.
 * @throws Problem RESOURCE_NOT_FOUND when there is none, or it was deleted
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

/** Null stands for a resource that is deleted, before or after. */
const moveLikes = async (trx: Kysely<DB>, was: Liked | null, is: Liked | null): Promise<void> => {
  const authorId = was?.authorId ?? is?.authorId;
  const moved = likesMoved(was, is);
  if (moved !== 0 && authorId !== undefined) await queries.creditLikes(trx, authorId, moved);
};

/** Its cards and pages change, and what its leaker's profile counts. */
const announceChange = async (trx: Kysely<DB>, resourceId: string, authorId: string): Promise<void> => {
  await announce(trx, 'resources', resourceId);
  await announce(trx, 'members', authorId);
};
