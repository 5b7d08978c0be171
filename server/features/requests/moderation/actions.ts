// Actions by administrators on requests: each is one transaction that includes its audit log entry.
import type { BodyOf } from '#contract/http.ts';
import type { decideRequest } from '#contract/requests/api.ts';
import type { Deps } from '#server/deps.ts';
import { lockRequest } from '#server/features/requests/queries.ts';
import { BOARD_TOPIC } from '#server/features/requests/rules.ts';
import { announce } from '#server/kit/db/bus.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { enqueue } from '#server/kit/jobs/jobs.ts';
import { type AuditActor, writeAudit } from '#server/platform/audit.ts';
import { notifyDecision } from './jobs.ts';
import * as queries from './queries.ts';
import { decidedSince, isSame, type RequestDecision } from './rules.ts';

type ActDeps = Pick<Deps, 'db' | 'now'>;
type Resolution = BodyOf<typeof decideRequest> & { id: string; by: AuditActor };

const noted = ({ status, resourceId, note }: RequestDecision) => ({ status, resourceId, note });

/**
 * Sets a request's status; a decided request can be reopened. Repeating a decision changes nothing. People are notified when
 * the status changes, but not when only the note or the resource is corrected.
 * @throws Problem REQUEST_NOT_FOUND, ALREADY_DECIDED, FULFILLING_RESOURCE, BAD_INPUT
 */
export async function decide(
  { db, now }: ActDeps,
  { id, status, was, resourceId: given, note = '', by }: Resolution,
): Promise<void> {
  const resourceId = given ?? null;
  if (status !== 'Fulfilled' && resourceId !== null)
    throw new Problem('BAD_INPUT', { fields: { resourceId: 'Only fulfilled requests can link to a resource.' } });
  await db.transaction().execute(async (trx) => {
    const held = await lockRequest(trx, id);
    if (!held) throw new Problem('REQUEST_NOT_FOUND');
    const wanted = { status, note, resourceId };
    if (isSame(held, wanted)) return;
    if (was !== undefined && was !== held.status) throw new Problem('ALREADY_DECIDED');
    if (status === 'Fulfilled' && !(resourceId && (await queries.lockVisibleResource(trx, resourceId))))
      throw new Problem('FULFILLING_RESOURCE');
    const at = now();
    const isChanged = status !== held.status;
    const number = held.decision + (isChanged ? 1 : 0);
    const changedAt = isChanged ? at : held.changedAt;
    await queries.setDecision(trx, id, {
      ...wanted,
      decidedAt: decidedSince(status, at),
      by: by.id,
      number,
      changedAt,
    });
    await writeAudit(trx, {
      at,
      actor: by,
      action: 'request.status',
      subject: { kind: 'request', id },
      before: { name: held.name, ...noted(held) },
      after: noted(wanted),
    });
    if (isChanged) await enqueue(trx, notifyDecision, { requestId: id, decision: number });
    await announce(trx, BOARD_TOPIC, id);
  });
}

/**
 * Removes a request from the board. Its link can then be requested again.
 * @throws Problem REQUEST_NOT_FOUND
 */
export async function deleteRequest({ db, now }: ActDeps, { id, by }: { id: string; by: AuditActor }): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const held = await lockRequest(trx, id);
    if (!held) throw new Problem('REQUEST_NOT_FOUND');
    const at = now();
    await queries.setRemoved(trx, id, by.id, at);
    await writeAudit(trx, {
      at,
      actor: by,
      action: 'request.remove',
      subject: { kind: 'request', id },
      before: { name: held.name, ...noted(held) },
      after: { removed: true },
    });
    await announce(trx, BOARD_TOPIC, id);
  });
}
