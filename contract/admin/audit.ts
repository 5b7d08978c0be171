// The audit log of administrator actions. It can be read and exported, but never changed.
import { z } from 'zod';
import { cleanText, endpoint, timestamp, uuid } from '#contract/http.ts';
import { listPagination, listQuery } from '#contract/pagination.ts';
import { SEARCH_MAX_CHARACTERS } from '#contract/resources/limits.ts';

const word = cleanText(SEARCH_MAX_CHARACTERS).optional();

const filter = {
  /** Matches the action, an id, an affected user's current username, or the actor's name when the entry was recorded. */
  search: word,
  /** Name of the actor. */
  actor: word,
  action: word,
  kind: word,
  /** Id of the affected object. */
  subject: word,
  /** First and last day to include (UTC). */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
};

export const auditEntry = z.object({
  id: z.int(),
  at: timestamp,
  /** `id` is null for the site itself and for erased users. The recorded name is kept in either case. */
  actor: z.object({ id: uuid.nullable(), name: z.string() }),
  action: z.string(),
  /** `label` is the current name if the user or resource still exists. */
  subject: z.object({ kind: z.string(), id: z.string(), label: z.string().nullable() }),
  before: z.unknown(),
  after: z.unknown(),
  /** IP network of the request; null for actions by the site itself. */
  address: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  access: 'admin',
  summary: 'Lists administrator actions, newest first, with the names and actions available as filters.',
  query: z.strictObject({ ...listQuery, ...filter }),
  reply: z.object({
    entries: z.array(auditEntry),
    pagination: listPagination,
    actors: z.array(z.string()),
    actions: z.array(z.string()),
  }),
  fallback: 'The audit log could not be loaded.',
});
export type AuditList = z.infer<typeof listAudit.reply>;

export const exportAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit/export',
  access: 'admin',
  summary:
    'Exports the audit log as CSV. Takes the same filters as the list, without pagination. The export itself is logged.',
  query: z.strictObject(filter),
  reply: null,
  sends: 'text/csv',
  problems: ['CONFIRMATION_REQUIRED'],
  fallback: 'The audit log could not be exported.',
});
