import { createHash } from 'node:crypto';
import type { ServerStats, ToolboxServer } from '#contract/toolbox/api.ts';
import {
  SERVER_PRIORITY_MAX,
  type SERVER_REASONS,
  SERVER_SERVICE,
  type SERVER_STATUSES,
} from '#contract/toolbox/limits.ts';
import type { SshFailure } from '#server/kit/outgoing/ssh-failure.ts';
import type { ServerRow } from './queries.ts';
import { oneLine, type Reading } from './readings.ts';

export type Status = (typeof SERVER_STATUSES)[number];
export type ReasonCode = (typeof SERVER_REASONS)[number];
export type ServerState = { status: Status; reason: string | null; code: ReasonCode | null };

/** Clamps to the allowed range and rounds. Non-numeric values count as 0 (specification, section 5). */
export function priorityOf(given: number | string | undefined): number {
  const value = typeof given === 'string' ? (given.trim() === '' ? 0 : Number(given)) : (given ?? 0);
  if (Number.isNaN(value)) return 0;
  return Math.round(Math.min(SERVER_PRIORITY_MAX, Math.max(-SERVER_PRIORITY_MAX, value))) || 0;
}

export function serviceOf(given: string | undefined): string {
  return given ?? SERVER_SERVICE;
}

/** Normalises line endings of a pasted key, because the SSH library only parses Unix line endings. */
export function cleanKey(text: string | undefined): string | null {
  const key = text?.replaceAll(/\r\n?/g, '\n').trim();
  return key ? `${key}\n` : null;
}

/** Status per systemd state. A Map, because the key comes from the server. */
const STATUS_OF_UNIT: ReadonlyMap<string | null, Status> = new Map([
  ['active', 'online'],
  ['reloading', 'online'],
  ['refreshing', 'online'],
  ['inactive', 'offline'],
  ['failed', 'offline'],
  ['maintenance', 'offline'],
  ['activating', 'starting'],
  ['deactivating', 'stopping'],
]);

/** The displayed state of a server that responded, based on its systemd unit. */
export function serverStateOf({ load, active, words }: Reading['unit'], service: string): ServerState {
  const status = STATUS_OF_UNIT.get(active);
  if (status === undefined) {
    const said = words === '' ? '' : `: ${words}`;
    return {
      status: 'error',
      reason: `The server did not report whether the service is running${said}`,
      code: 'not-told',
    };
  }
  if (status !== 'offline') return { status, reason: null, code: null };
  if (load === 'not-found') {
    return { status, reason: `There is no service "${service}" on this server.`, code: 'no-service' };
  }
  if (load === 'masked') {
    return { status, reason: `The service "${service}" is masked on this server.`, code: 'masked' };
  }
  if (active === 'failed') return { status, reason: 'The service has failed.', code: 'failed' };
  return { status, reason: null, code: null };
}

/** Descriptions of system error codes. */
const UNREACHABLE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing is listening on this port',
  EHOSTUNREACH: 'there is no route to this address',
  ENETUNREACH: 'the network is unreachable',
  ETIMEDOUT: 'the connection timed out',
  ECONNRESET: 'it closed the connection',
};

export function reasonCodeOf({ kind, detail }: Pick<SshFailure, 'kind' | 'detail'>): ReasonCode {
  if (kind === 'dropped') return 'closed';
  return kind === 'credentials' && detail === 'sealed' ? 'sealed' : kind;
}

/** The reason for a failed connection, as a sentence. */
export function reasonOf({ kind, detail }: Pick<SshFailure, 'kind' | 'detail'>): string {
  if (kind === 'unreachable') {
    const why = detail === null ? undefined : (UNREACHABLE[detail] ?? detail);
    return why === undefined ? 'The server cannot be reached.' : `The server cannot be reached: ${why}.`;
  }
  if (kind === 'credentials' && detail === 'sealed') {
    return 'The stored password or key can no longer be decrypted, because SECRET_KEY changed. Delete the server and add it again.';
  }
  const sentences: Readonly<Record<typeof kind, string>> = {
    'not-allowed': 'This server has a private address, and the site operator no longer allows those.',
    timeout: 'The server did not respond within 10 seconds.',
    protocol: 'There is no SSH server at this address, or it only offers insecure encryption.',
    'host-key':
      'The host key has changed since the first connection. Remove the old key only if the server was reinstalled.',
    credentials: 'The server rejected the login: wrong username, password or key.',
    'too-much': 'The server sent more data than expected.',
    closed: 'The server closed the connection.',
    dropped: 'We closed the connection before the server responded.',
  };
  return sentences[kind];
}

/** systemctl's own reason for refusing a command, e.g. "Access denied" from "Failed to start x.service: Access denied". */
export function systemctlRefusal(errors: string): string {
  const lines = errors.split('\n').map(oneLine);
  const told = lines.map((line) => /^Failed to [a-z]+ \S+: (.+)$/.exec(line)?.[1]).find(Boolean);
  return told ?? lines.find((line) => line !== '') ?? 'The server gave no reason.';
}

/** Fingerprint in the format of `ssh-keygen -l`. */
export function fingerprintOf(hostKey: string): string {
  const blob = Buffer.from(hostKey.split(' ')[1] ?? '', 'base64');
  return `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`;
}

/**
 * Server as sent to clients.
 * @param isChecking whether a check is running and the row is outdated
 */
export function presentServer(row: ServerRow, isChecking: boolean): ToolboxServer {
  return {
    id: row.id,
    name: row.name,
    ip: row.ip,
    port: row.port,
    location: row.location,
    username: row.username,
    signsInBy: row.hasKey ? 'key' : 'password',
    service: row.service,
    uploadDir: row.uploadDir,
    status: row.status as Status,
    statusReason: row.statusReason,
    reasonCode: row.reasonCode as ReasonCode | null,
    isChecking,
    priority: row.priority,
    isDefault: row.isDefault,
    cpu: row.cpu,
    memory: row.memoryUsed,
    memoryTotal: row.memoryTotal,
    diskUsed: row.diskUsed,
    diskTotal: row.diskTotal,
    uploadCount: row.uploadCount,
    files:
      row.videoBytes === null || row.imageAudioBytes === null || row.otherBytes === null
        ? null
        : { video: row.videoBytes, imagesAndAudio: row.imageAudioBytes, other: row.otherBytes },
    lastPing: row.lastPing?.toISOString() ?? null,
    hostKey: row.hostKey === null ? null : fingerprintOf(row.hostKey),
    shownHostKey: row.shownHostKey === null ? null : fingerprintOf(row.shownHostKey),
    createdAt: row.createdAt.toISOString(),
  };
}

/** Maximum age of live readings. */
const LIVE_MS = 5000;

/** Whether the server responded within LIVE_MS and its latest check did not fail. A newer command does not count as a failure. */
export function isLive({ lastPing, observedAt, status }: ServerRow, now: Date): boolean {
  return (
    lastPing !== null &&
    Math.abs(now.getTime() - lastPing.getTime()) < LIVE_MS &&
    (status !== 'error' || lastPing.getTime() === observedAt?.getTime())
  );
}

/**
 * Stats as sent to clients.
 * @param isLive result of `isLive` for this server
 */
export function presentStats(row: ServerRow, isLive: boolean): ServerStats {
  return {
    cpu: row.cpu,
    memory: { used: row.memoryUsed, total: row.memoryTotal },
    disk: { used: row.diskUsed, total: row.diskTotal },
    network: { in: row.networkIn, out: row.networkOut },
    uptime: row.uptime,
    lastUpdated: (row.lastPing ?? row.createdAt).toISOString(),
    isLive,
  };
}
