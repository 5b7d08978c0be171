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

/** Numbers stay in their range, fractions are rounded, and what is no number counts as 0 (specification, section 5). */
export function priorityOf(given: number | string | undefined): number {
  const value = typeof given === 'string' ? (given.trim() === '' ? 0 : Number(given)) : (given ?? 0);
  if (Number.isNaN(value)) return 0;
  return Math.round(Math.min(SERVER_PRIORITY_MAX, Math.max(-SERVER_PRIORITY_MAX, value))) || 0;
}

export function serviceOf(given: string | undefined): string {
  return given ?? SERVER_SERVICE;
}

/** A pasted key as programs write it: their reader stumbles over other ends of lines. */
export function cleanKey(text: string | undefined): string | null {
  const key = text?.replaceAll(/\r\n?/g, '\n').trim();
  return key ? `${key}\n` : null;
}

/** What systemd calls a unit. A map, as the word comes from a server. */
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

/** What is shown of a server that answered: what systemd says of its unit. */
export function serverStateOf({ load, active, words }: Reading['unit'], service: string): ServerState {
  const status = STATUS_OF_UNIT.get(active);
  if (status === undefined) {
    const said = words === '' ? '' : `: ${words}`;
    return { status: 'error', reason: `The server does not tell whether the service runs${said}`, code: 'not-told' };
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

/** Codes of the system, in words. */
const UNREACHABLE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at this port',
  EHOSTUNREACH: 'there is no way to this address',
  ENETUNREACH: 'there is no way to this network',
  ETIMEDOUT: 'it does not answer',
  ECONNRESET: 'it ended the connection',
};

/** The kind of a reason, as pages are told it. */
export function reasonCodeOf({ kind, detail }: Pick<SshFailure, 'kind' | 'detail'>): ReasonCode {
  if (kind === 'dropped') return 'closed';
  return kind === 'credentials' && detail === 'sealed' ? 'sealed' : kind;
}

/** Why a server could not be asked, as a sentence. */
export function reasonOf({ kind, detail }: Pick<SshFailure, 'kind' | 'detail'>): string {
  if (kind === 'unreachable') {
    const why = detail === null ? undefined : (UNREACHABLE[detail] ?? detail);
    return why === undefined ? 'The server cannot be reached.' : `The server cannot be reached: ${why}.`;
  }
  if (kind === 'credentials' && detail === 'sealed') {
    return 'The password or key of this server cannot be read any more: the site has another SECRET_KEY. Add it anew.';
  }
  const sentences: Readonly<Record<typeof kind, string>> = {
    'not-allowed': 'The address of this server is private, and the operator does not allow it any more.',
    timeout: 'The server did not answer within 10 seconds.',
    protocol: 'What answers at this address is no SSH server, or none that is secure.',
    'host-key':
      'The server shows another host key than at the first contact. Forget the old one only if the server was set up anew.',
    credentials: 'The server refuses the sign-in: username, password or key are not right.',
    'too-much': 'The server answered more than it was asked for.',
    closed: 'The server ended the connection.',
    dropped: 'The connection was ended here before the server had answered.',
  };
  return sentences[kind];
}

/** Why systemctl did not take an order, in its own words: of "Failed to start x.service: Access denied" the end. */
export function systemctlRefusal(errors: string): string {
  const lines = errors.split('\n').map(oneLine);
  const told = lines.map((line) => /^Failed to [a-z]+ \S+: (.+)$/.exec(line)?.[1]).find(Boolean);
  return told ?? lines.find((line) => line !== '') ?? 'The server did not say why.';
}

/** As `ssh-keygen -l` writes it. */
export function fingerprintOf(hostKey: string): string {
  const blob = Buffer.from(hostKey.split(' ')[1] ?? '', 'base64');
  return `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`;
}

/** @param isChecking whether it is being looked at, and the row is from before */
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

/** So long figures count as read just now. */
const LIVE_MS = 5000;

/** Whether a server has answered just now, and to the last who asked. An order is a newer word, but no silence. */
export function isLive({ lastPing, observedAt, status }: ServerRow, now: Date): boolean {
  return (
    lastPing !== null &&
    Math.abs(now.getTime() - lastPing.getTime()) < LIVE_MS &&
    (status !== 'error' || lastPing.getTime() === observedAt?.getTime())
  );
}

/** @param isLive whether the server has answered just now */
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
