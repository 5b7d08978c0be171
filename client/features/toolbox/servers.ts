// Pure functions on the server list (specification, sections 2 and 4): order, initial selection, optimistic updates and totals.

import type { ToolboxServer } from '#contract/toolbox/api.ts';
import { SERVER_PRIORITY_MAX, type SERVER_VERBS } from '#contract/toolbox/limits.ts';

export type Servers = readonly ToolboxServer[];
export type Verb = (typeof SERVER_VERBS)[number];

const names = new Intl.Collator('en', { numeric: true });

/** Highest priority first, then by name. */
export function inOrder(servers: Servers): ToolboxServer[] {
  return [...servers].sort((one, other) => other.priority - one.priority || names.compare(one.name, other.name));
}

/** The server to show. In order of preference: the selected one, the default, the first online one, the first one. */
export function shownServer(servers: Servers, chosen: string | null): ToolboxServer | null {
  return (
    servers.find(({ id }) => id === chosen) ??
    servers.find(({ isDefault }) => isDefault) ??
    servers.find(({ status }) => status === 'online') ??
    servers[0] ??
    null
  );
}

const AFTER: Record<Verb, ToolboxServer['status']> = { start: 'starting', restart: 'starting', stop: 'stopping' };

/** The list with the optimistic status after a start, stop or restart. */
export function afterVerb(servers: Servers, id: string, verb: Verb): ToolboxServer[] {
  return servers.map((server) => (server.id === id ? { ...server, status: AFTER[verb], statusReason: null } : server));
}

/** The list with the default server changed; there is at most one default server. */
export function withDefault(servers: Servers, id: string, isDefault: boolean): ToolboxServer[] {
  return servers.map((server) => {
    if (server.id === id) return { ...server, isDefault };
    return isDefault && server.isDefault ? { ...server, isDefault: false } : server;
  });
}

export function withPriority(servers: Servers, id: string, priority: number): ToolboxServer[] {
  return servers.map((server) => (server.id === id ? { ...server, priority } : server));
}

/** Adds the server from an API response to the list, or replaces it if the list already contains it. */
export function withServer(servers: Servers, answered: ToolboxServer): ToolboxServer[] {
  const isKnown = servers.some(({ id }) => id === answered.id);
  const all = isKnown ? servers.map((one) => (one.id === answered.id ? answered : one)) : [...servers, answered];
  return answered.isDefault ? withDefault(all, answered.id, true) : all;
}

/** Sum of the known values; null if there are servers but no known values. */
const sumOf = (servers: Servers, figure: (server: ToolboxServer) => number | null): number | null => {
  const known = servers.map(figure).filter((value) => value !== null);
  return known.length === 0 && servers.length > 0 ? null : known.reduce((sum, value) => sum + value, 0);
};

/** Totals for the summary cards; storage in bytes. */
export function serverTotals(servers: Servers) {
  return {
    servers: servers.length,
    online: servers.filter(({ status }) => status === 'online').length,
    uploads: sumOf(servers, ({ uploadCount }) => uploadCount),
    storageUsed: sumOf(servers, ({ diskUsed }) => diskUsed),
    storageTotal: sumOf(servers, ({ diskTotal }) => diskTotal),
  };
}

/** Percentage; null if either value is unknown or the total is not positive. */
export function percentOf(part: number | null, whole: number | null): number | null {
  return part === null || whole === null || whole <= 0 ? null : (part / whole) * 100;
}

/** The three bars of the file distribution, as percentages of all bytes; null if the server has no upload folder. */
export function fileShares(files: ToolboxServer['files']): { name: string; bytes: number; percent: number }[] | null {
  if (!files) return null;
  const all = files.video + files.imagesAndAudio + files.other;
  return (
    [
      ['Video', files.video],
      ['Images and Audio', files.imagesAndAudio],
      ['Other', files.other],
    ] as const
  ).map(([name, bytes]) => ({ name, bytes, percent: percentOf(bytes, all) ?? 0 }));
}

/** Parses a typed priority: non-numeric input becomes 0 (specification, section 5); other values are rounded and clamped. */
export function priorityOf(typed: string): number {
  const number = Math.round(Number(typed.trim()));
  if (Number.isNaN(number)) return 0;
  // `+ 0` turns -0 into 0.
  return Math.min(SERVER_PRIORITY_MAX, Math.max(-SERVER_PRIORITY_MAX, number)) + 0;
}
