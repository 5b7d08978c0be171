// The audit log: actions taken by administrators. It can be read and exported, never changed.
import { z } from 'zod';
import { cleanText, endpoint, timestamp, uuid } from '#contract/http.ts';
import { listPagination, listQuery } from '#contract/pagination.ts';
import { SEARCH_MAX_CHARACTERS } from '#contract/resources/limits.ts';

const word = cleanText(SEARCH_MAX_CHARACTERS).optional();

const filter = {
  /** Matches the actor's name at the time, the action, an id, or the current username of an affected user. */
  search: word,
  /** Name of the actor. */
  actor: word,
  action: word,
  kind: word,
  /** Id of the subject. */
  subject: word,
  /** First and last day (UTC). */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
};

export const auditEntry = z.object({
  id: z.int(),
  at: timestamp,
  /** `id` is null for the site itself and for erased users, whose recorded name remains. */
  actor: z.object({ id: uuid.nullable(), name: z.string() }),
  action: z.string(),
  /** `label` is the current name of a user or resource that still exists. */
  subject: z.object({ kind: z.string(), id: z.string(), label: z.string().nullable() }),
  before: z.unknown(),
  after: z.unknown(),
  /** Network of the request; null for the site itself. */
  address: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  access: 'admin',
  summary: 'Administrator actions, newest first, with the names and actions in the log to filter by.',
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
  summary: 'The same entries as CSV, without paging. The export is itself recorded in the log.',
  query: z.strictObject(filter),
  reply: null,
  sends: 'text/csv',
  problems: ['CONFIRMATION_REQUIRED'],
  fallback: 'The audit log could not be exported.',
});
