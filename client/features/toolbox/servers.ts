// What follows from the list of servers (specification, sections 2 and 4): its order, whom the page opens, what a press
// makes of it before the server has answered, and its sums.

import type { ToolboxServer } from '#contract/toolbox/api.ts';
import { SERVER_PRIORITY_MAX, type SERVER_VERBS } from '#contract/toolbox/limits.ts';

export type Servers = readonly ToolboxServer[];
export type Verb = (typeof SERVER_VERBS)[number];

const names = new Intl.Collator('en', { numeric: true });

/** Highest priority first, then by name. */
export function inOrder(servers: Servers): ToolboxServer[] {
  return [...servers].sort((one, other) => other.priority - one.priority || names.compare(one.name, other.name));
}

/** Whom the page shows: the chosen one, else the default one, else the first that is online, else the first. */
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

/** What a server is taken to be while it does what it was told. */
export function afterVerb(servers: Servers, id: string, verb: Verb): ToolboxServer[] {
  return servers.map((server) => (server.id === id ? { ...server, status: AFTER[verb], statusReason: null } : server));
}

/** One default at most: making one takes it from the others. */
export function withDefault(servers: Servers, id: string, isDefault: boolean): ToolboxServer[] {
  return servers.map((server) => {
    if (server.id === id) return { ...server, isDefault };
    return isDefault && server.isDefault ? { ...server, isDefault: false } : server;
  });
}

export function withPriority(servers: Servers, id: string, priority: number): ToolboxServer[] {
  return servers.map((server) => (server.id === id ? { ...server, priority } : server));
}

/** Puts in what a call answered about a server. */
export function withServer(servers: Servers, answered: ToolboxServer): ToolboxServer[] {
  const isKnown = servers.some(({ id }) => id === answered.id);
  const all = isKnown ? servers.map((one) => (one.id === answered.id ? answered : one)) : [...servers, answered];
  return answered.isDefault ? withDefault(all, answered.id, true) : all;
}

/** Null when no server knows the figure; those that do not know it count as nothing otherwise. */
const sumOf = (servers: Servers, figure: (server: ToolboxServer) => number | null): number | null => {
  const known = servers.map(figure).filter((value) => value !== null);
  return known.length === 0 && servers.length > 0 ? null : known.reduce((sum, value) => sum + value, 0);
};

/** The figures of the summary cards; bytes for storage. */
export function serverTotals(servers: Servers) {
  return {
    servers: servers.length,
    online: servers.filter(({ status }) => status === 'online').length,
    uploads: sumOf(servers, ({ uploadCount }) => uploadCount),
    storageUsed: sumOf(servers, ({ diskUsed }) => diskUsed),
    storageTotal: sumOf(servers, ({ diskTotal }) => diskTotal),
  };
}

/** Percent; null when one of the two is not known or nothing can be a share of it. */
export function percentOf(part: number | null, whole: number | null): number | null {
  return part === null || whole === null || whole <= 0 ? null : (part / whole) * 100;
}

/** The three bars of a server's files, in percent of their bytes; null without an upload folder. */
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

/** A priority as somebody typed it: what is no number is 0 (specification, section 5), the rest a whole one within the limits. */
export function priorityOf(typed: string): number {
  const number = Math.round(Number(typed.trim()));
  if (Number.isNaN(number)) return 0;
  // `+ 0` makes 0 of -0.
  return Math.min(SERVER_PRIORITY_MAX, Math.max(-SERVER_PRIORITY_MAX, number)) + 0;
}
