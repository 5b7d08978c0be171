// Decisions about uploads: the one place where a resource becomes public, or stops being so.
import type { Kysely } from 'kysely';
import type { UploadStatus } from '#contract/arrivals.ts';
import type { DB } from '#db/types.ts';
import { type AuditActor, writeAudit } from '../../kit/audit.ts';
import { announce } from '../../kit/bus.ts';
import { Problem } from '../../kit/problem.ts';
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
 * listing, whose order is that of `created_at`. The same status again changes nothing.
 *
 * Locks the turn of the counters, then the resource, then its leaker: who holds a resource before calling this must have
 * waited for the turn (`awaitTurn`) before that.
 * @returns what it was before
 * @throws Problem RESOURCE_NOT_FOUND when there is none, or it was deleted
 */
export const changeStatus = async (trx: Kysely<DB>, change: StatusChange): Promise<queries.HeldResource> => {
  const { resourceId, status, reason, by, now } = change;
  await queries.awaitTurn(trx);
  const was = await queries.lockResource(trx, resourceId);
  if (!was) throw new Problem('RESOURCE_NOT_FOUND');
  if (was.status === status) return was;
  await queries.lockAuthor(trx, was.authorId);
  await queries.setStatus(trx, resourceId, { status, reason }, now);
  await moveLikes(trx, was, { ...was, status });
  if (by) {
    const decision = { resourceId, leakerId: was.authorId, status, reason, decidedBy: by.id };
    await queries.insertDecision(trx, decision, now);
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
};

/**
 * Deletes a resource softly: it is gone for everybody, and its files stay until their time is over. Locks as
 * `changeStatus` does.
 * @param deletion `by` is null when its own leaker deletes it, which the audit log is not for
 * @throws Problem RESOURCE_NOT_FOUND when there is none, or it was deleted already
 */
export const markDeleted = async (
  trx: Kysely<DB>,
  { resourceId, by, now }: Pick<StatusChange, 'resourceId' | 'by' | 'now'>,
): Promise<void> => {
  await queries.awaitTurn(trx);
  const was = await queries.lockResource(trx, resourceId);
  if (!was) throw new Problem('RESOURCE_NOT_FOUND');
  await queries.lockAuthor(trx, was.authorId);
  await queries.setDeleted(trx, resourceId, now);
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
};

const moveLikes = async (
  trx: Kysely<DB>,
  was: queries.HeldResource,
  is: queries.HeldResource | null,
): Promise<void> => {
  const moved = likesMoved(was, is);
  if (moved !== 0) await queries.creditLikes(trx, was.authorId, moved);
};

/** Its cards and pages change, and what its leaker's profile counts. */
const announceChange = async (trx: Kysely<DB>, resourceId: string, authorId: string): Promise<void> => {
  await announce(trx, 'resources', resourceId);
  await announce(trx, 'members', authorId);
};
