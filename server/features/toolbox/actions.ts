// Administrator actions on servers. Each one writes its audit entry in the same transaction.

import { randomUUID } from 'node:crypto';
import type { BodyOf } from '#contract/http.ts';
import type { addServer as addServerCall } from '#contract/toolbox/api.ts';
import { SERVERS_MAX, TOOLBOX_TOKEN_MINUTES } from '#contract/toolbox/limits.ts';
import { requireStillAdmin } from '#server/features/accounts/public.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { plainAddress } from '#server/kit/outgoing/named-networks.ts';
import { requireWithinLimit } from '#server/kit/rate-limits/pg-rate-limiter.ts';
import { createAccessToken } from '#server/platform/access-tokens.ts';
import { type AuditActor, writeAudit } from '#server/platform/audit.ts';
import { requireSession } from '#server/platform/sessions.ts';
import type { Viewer } from '#server/platform/viewer.ts';
import type { Deps } from '../../deps.ts';
import type { SshConnections } from './connections.ts';
import { sealCredentials } from './credentials.ts';
import * as queries from './queries.ts';
import { cleanKey, fingerprintOf, priorityOf, serviceOf } from './rules.ts';

type Trx = Deps['db'];
type Acting = Pick<Deps, 'db' | 'now'>;
type Dropping = Acting & { connections: SshConnections };
type On = { id: string; by: AuditActor };

/** Maximum number of tokens per session. Each open page requests a token, and older tokens are no longer in use. */
const TOKENS_OF_A_SESSION = 5;

/**
 * Issues a toolbox token that ends with the current session.
 * @throws Problem TOO_MANY_REQUESTS
 */
export async function makeToolboxToken(
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'limits'>,
  { id, sessionId }: Viewer,
): Promise<{ token: string; expiresAt: Date }> {
  const now = deps.now();
  await requireWithinLimit(deps, `toolbox tokens ${id}`, deps.limits.toolboxTokens, now);
  const expiresAt = new Date(now.getTime() + TOOLBOX_TOKEN_MINUTES * 60_000);
  return deps.db.transaction().execute(async (trx) => {
    // Locks the session, so that a concurrent request to end it waits for this transaction and then also revokes the new token.
    await requireSession(trx, sessionId, now);
    const wanted = { userId: id, sessionId, name: 'toolbox', scopes: ['toolbox'] as const, expiresAt };
    const { token } = await createAccessToken(trx, wanted, now);
    await queries.endOldTokens(trx, sessionId, TOKENS_OF_A_SESSION, now);
    return { token, expiresAt };
  });
}

const refuseField = (code: 'SERVER_ADDRESS' | 'SERVER_KEY' | 'SERVER_KNOWN', field: string): Problem =>
  new Problem(code, { fields: { [field]: new Problem(code).message } });

/**
 * Adds a server without contacting it yet. Returns its id.
 * @throws Problem SERVER_ADDRESS, SERVER_KEY, SERVER_KNOWN, SERVERS_FULL, NOT_ALLOWED
 */
export async function addServer(
  deps: Acting & Pick<Deps, 'ssh' | 'secret' | 'oldSecrets'>,
  asked: BodyOf<typeof addServerCall>,
  by: AuditActor,
): Promise<string> {
  const ip = plainAddress(asked.ip);
  if (ip === null || !deps.ssh.mayReach(ip)) throw refuseField('SERVER_ADDRESS', 'ip');
  const sshKey = cleanKey(asked.sshKey);
  if (sshKey !== null && !(await deps.ssh.isPrivateKey(sshKey))) throw refuseField('SERVER_KEY', 'sshKey');
  const password = asked.password?.trim() ? asked.password : null;
  if (sshKey === null && password === null) throw refuseField('SERVER_KEY', 'sshKey');
  const id = randomUUID();
  const about = {
    name: asked.name.trim(),
    ip,
    port: asked.port ?? 22,
    location: asked.location.trim(),
    username: asked.username,
    service: serviceOf(asked.service),
    priority: priorityOf(asked.priority),
  };
  const uploadDir = asked.uploadDir || null;
  await deps.db.transaction().execute(async (trx) => {
    await queries.lockServerList(trx);
    const now = deps.now();
    await requireStillAdmin(trx, by, now);
    if ((await queries.countServers(trx)) >= SERVERS_MAX) throw new Problem('SERVERS_FULL');
    if (await queries.findServerByAddress(trx, about)) throw refuseField('SERVER_KNOWN', 'ip');
    await queries.insertServer(trx, {
      id,
      ...about,
      ...sealCredentials(deps, id, { password, sshKey }),
      upload_dir: uploadDir,
      status_reason: 'The server has not been contacted yet.',
      reason_code: 'not-contacted',
      created_by: by.id,
      created_at: now,
    });
    const after = { ...about, uploadDir, signsInBy: sshKey === null ? 'password' : 'key' };
    await writeAudit(trx, { at: now, actor: by, action: 'toolbox.add', subject: { kind: 'server', id }, after });
  });
  return id;
}

/**
 * Runs an action while holding the server's lock.
 * @throws Problem SERVER_NOT_FOUND, NOT_ALLOWED
 */
export function actOnServer<T>(
  deps: Acting,
  { id, by }: On,
  act: (trx: Trx, held: queries.ServerRow, now: Date) => Promise<T>,
): Promise<T> {
  return deps.db.transaction().execute(async (trx) => {
    await queries.lockServerList(trx);
    const held = await queries.lockServer(trx, id);
    if (!held) throw new Problem('SERVER_NOT_FOUND');
    const now = deps.now();
    await requireStillAdmin(trx, by, now);
    return act(trx, held, now);
  });
}

/** Writes an audit entry about a server. Includes its name, so the entry stays readable after the server is deleted. */
export function auditServer(
  trx: Trx,
  { id, by }: On,
  at: Date,
  { action, name, before, after }: { action: string; name: string; before?: object; after?: object },
): Promise<void> {
  return writeAudit(trx, {
    at,
    actor: by,
    action,
    subject: { kind: 'server', id },
    before: before && { name, ...before },
    after: after && { name, ...after },
  });
}

/**
 * Removes a server and its credentials from the list.
 * @throws Problem SERVER_NOT_FOUND
 */
export async function deleteServer(deps: Dropping, on: On): Promise<void> {
  await actOnServer(deps, on, async (trx, { name, ip, port, username, service, location }, now) => {
    await queries.deleteServerRow(trx, on.id);
    const before = { ip, port, username, service, location };
    await auditServer(trx, on, now, { action: 'toolbox.delete', name, before });
    await deps.connections.dropElsewhere(trx, on.id);
  });
  deps.connections.drop(on.id);
}

/** @throws Problem SERVER_NOT_FOUND */
export function setPriority(deps: Acting, on: On, priority: number): Promise<void> {
  return actOnServer(deps, on, async (trx, { name, priority: was }, now) => {
    if (was === priority) return;
    await queries.updateServer(trx, on.id, { priority });
    await auditServer(trx, on, now, {
      action: 'toolbox.priority',
      name,
      before: { priority: was },
      after: { priority },
    });
  });
}

/**
 * Makes a server the default, replacing any other, or unsets it.
 * @throws Problem SERVER_NOT_FOUND
 */
export function setDefault(deps: Acting, on: On, isDefault: boolean): Promise<void> {
  return actOnServer(deps, on, async (trx, { name, isDefault: was }, now) => {
    if (was === isDefault) return;
    const before = isDefault ? { isDefault: was, defaultWas: await queries.clearDefault(trx) } : { isDefault: was };
    await queries.updateServer(trx, on.id, { is_default: isDefault });
    await auditServer(trx, on, now, { action: 'toolbox.default', name, before, after: { isDefault } });
  });
}

/**
 * Forgets the pinned host key. The next connection pins the key that the server then presents.
 * @throws Problem SERVER_NOT_FOUND
 */
export async function forgetHostKey(deps: Dropping, on: On): Promise<void> {
  await actOnServer(deps, on, async (trx, { name, hostKey }, now) => {
    if (hostKey === null) return;
    await queries.decideServer(trx, on.id, { host_key: null, shown_host_key: null, observed_at: null });
    const before = { hostKey: fingerprintOf(hostKey) };
    await auditServer(trx, on, now, { action: 'toolbox.forget-host-key', name, before });
    await deps.connections.dropElsewhere(trx, on.id);
  });
  deps.connections.drop(on.id);
}
