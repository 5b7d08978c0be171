import type { AuditEntry } from '#contract/admin/audit.ts';
import { AUDIT_ACTIONS } from '#contract/admin/audit-actions.ts';
import { DAY_MS } from '#contract/durations.ts';
import { MOST_COUNTED_HITS } from '#contract/limits.ts';
import type { ListPagination } from '#contract/pagination.ts';
import type { CsvColumn } from '#server/kit/http/csv.ts';
import type * as queries from './queries.ts';

/** Filters as the client sends them. */
export type AuditQuery = {
  actor?: string | undefined;
  action?: string | undefined;
  kind?: string | undefined;
  subject?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/** Blank values count as missing. The range includes all of its last day. */
export function readFilter({ from, to, ...words }: AuditQuery): queries.Filter {
  return {
    actor: words.actor?.trim() || null,
    action: words.action?.trim() || null,
    kind: words.kind?.trim() || null,
    subject: words.subject?.trim() || null,
    from: from === undefined ? null : new Date(from),
    before: to === undefined ? null : new Date(new Date(to).getTime() + DAY_MS),
  };
}

const SHORT_ID = /^#?([0-9a-f]{7,8})$/;

/**
 * Reads a search term as an id prefix: the characters shown in tables, with an optional '#' before them. Null for other terms.
 */
export function idsBeginning(search: string): string | null {
  return SHORT_ID.exec(search.toLowerCase())?.[1] ?? null;
}

const LETTERS = /[\p{L}\p{N}]/u;

/** Known actions and actor names that contain the search term. Actions can also match by the phrase that describes them. */
export function auditFilterOf(
  search: string,
  known: { actions: readonly string[]; actors: readonly string[] },
): { actions: string[]; actors: string[] } {
  const text = search.toLowerCase();
  if (!LETTERS.test(text)) return { actions: [], actors: [] };
  const has = (words: string | undefined) => words?.toLowerCase().includes(text) ?? false;
  return {
    actions: known.actions.filter((action) => has(action) || has(AUDIT_ACTIONS[action])),
    actors: known.actors.filter(has),
  };
}

/** Pages cover the first 10,000 entries; administrators can filter by date to see older ones. */
export function auditPagesOf(counted: number, { page, limit }: { page: number; limit: number }): ListPagination {
  const total = Math.min(counted, MOST_COUNTED_HITS);
  return {
    total,
    pages: Math.ceil(total / limit),
    currentPage: page,
    limit,
    atLeast: counted > MOST_COUNTED_HITS,
  };
}

export function presentEntry(row: queries.EntryRow, labels: ReadonlyMap<string, string>): AuditEntry {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: { id: row.actorId, name: row.actorName },
    action: row.action,
    subject: { kind: row.kind, id: row.subject, label: labels.get(row.subject) ?? null },
    before: row.before,
    after: row.after,
    address: row.address,
  };
}

const json = (value: unknown): string => (value === null ? '' : JSON.stringify(value));

export const csvColumns: readonly CsvColumn<queries.EntryRow>[] = [
  { header: 'ID', value: ({ id }) => id },
  { header: 'Time', value: ({ at }) => at },
  { header: 'Actor', value: ({ actorName }) => actorName },
  { header: 'Actor ID', value: ({ actorId }) => actorId },
  { header: 'Action', value: ({ action }) => action },
  { header: 'Kind', value: ({ kind }) => kind },
  { header: 'Subject', value: ({ subject }) => subject },
  { header: 'Before', value: ({ before }) => json(before) },
  { header: 'After', value: ({ after }) => json(after) },
  { header: 'Network', value: ({ address }) => address },
];
