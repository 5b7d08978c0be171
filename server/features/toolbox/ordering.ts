// Starting, stopping and restarting a server's service. The lock and the audit entry are written before the command is sent; if
// the process dies in between, the lock expires on its own.

import { Problem } from '#server/kit/http/problem.ts';
import { SshFailure } from '#server/kit/outgoing/ssh-failure.ts';
import { requireWithinLimit } from '#server/kit/rate-limits/pg-rate-limiter.ts';
import type { AuditActor } from '#server/platform/audit.ts';
import type { Deps } from '../../deps.ts';
import { actOnServer, auditServer } from './actions.ts';
import { ORDERS, type Verb } from './commands.ts';
import * as queries from './queries.ts';
import { reasonOf, type Status, systemctlRefusal } from './rules.ts';
import { HOLD_MS, isServerLocked } from './server-locks.ts';
import type { Watch } from './watching.ts';

const LIMITS = { timeoutMs: 10_000, maxBytes: 64 * 1024 };

const STATUS_AFTER: Readonly<Record<Verb, Status>> = { start: 'starting', stop: 'stopping', restart: 'starting' };

type Order = { id: string; verb: Verb; by: AuditActor & { id: string } };
type OrderDeps = Pick<Deps, 'db' | 'now' | 'log' | 'limits'> & { watch: Watch };

/**
 * Takes the server's lock and records the command.
 * @throws Problem SERVER_NOT_FOUND, SERVER_BUSY
 */
const takeTurn = (deps: OrderDeps, { verb, ...on }: Order) =>
  actOnServer(deps, on, async (trx, held, now) => {
    if (isServerLocked(held.actingUntil, now)) throw new Problem('SERVER_BUSY');
    const actingUntil = new Date(now.getTime() + HOLD_MS);
    const status = STATUS_AFTER[verb];
    await queries.decideServer(trx, on.id, {
      acting_until: actingUntil,
      status,
      status_reason: null,
      reason_code: null,
    });
    // The audit entry has no status, because the server may still refuse the command. A refusal gets its own entry.
    await auditServer(trx, on, now, { action: `toolbox.${verb}`, name: held.name, after: { service: held.service } });
    return { held, actingUntil };
  });

/** Sends the command. Returns null if the server accepted it, otherwise the reason for the failure. */
const give = async (deps: OrderDeps, { id, verb }: Order, service: string): Promise<string | null> => {
  try {
    const { code, errors } = await deps.watch.connections.run(id, ORDERS[verb], `${service}\n`, LIMITS);
    return code === 0 ? null : systemctlRefusal(errors);
  } catch (error) {
    if (error instanceof SshFailure) return reasonOf(error);
    throw error;
  }
};

/** Releases the lock, unless another command has taken it in the meantime. Readings that started before this are discarded. */
const endTurn = (
  deps: OrderDeps,
  { verb, ...on }: Order,
  actingUntil: Date,
  failure: { reason: string; was: queries.ServerRow } | null,
): Promise<void> =>
  deps.db.transaction().execute(async (trx) => {
    await queries.lockServerList(trx);
    const held = await queries.lockServer(trx, on.id);
    if (!held) return;
    const now = deps.now();
    const isOurs = held.actingUntil?.getTime() === actingUntil.getTime();
    const { status, statusReason, reasonCode } = failure?.was ?? held;
    const change = { acting_until: null, status, status_reason: statusReason, reason_code: reasonCode };
    if (isOurs) await queries.decideServer(trx, on.id, { ...change, observed_at: failure ? null : now });
    if (failure) {
      const after = { reason: failure.reason };
      await auditServer(trx, on, now, { action: `toolbox.${verb}-failed`, name: held.name, after });
    }
  });

/**
 * Sends a command to a server and returns once the server has accepted it. After a failure, reads the server's actual state
 * before throwing.
 * @throws Problem SERVER_NOT_FOUND, SERVER_BUSY, SERVER_FAILED, TOO_MANY_REQUESTS
 */
export async function orderServer(deps: OrderDeps, order: Order): Promise<void> {
  await requireWithinLimit(deps, `toolbox orders ${order.by.id}`, deps.limits.toolboxOrders, deps.now());
  const { held, actingUntil } = await takeTurn(deps, order);
  const reason = await give(deps, order, held.service).catch(async (error: unknown) => {
    await endTurn(deps, order, actingUntil, { reason: 'An internal error occurred on this site.', was: held });
    throw error;
  });
  await endTurn(deps, order, actingUntil, reason === null ? null : { reason, was: held });
  if (reason === null) return;
  const seen = await queries.findServer(deps.db, order.id);
  if (seen) await deps.watch.refresh([seen], 0);
  throw new Problem('SERVER_FAILED', { message: `Failed to ${order.verb} server: ${reason}` });
}
