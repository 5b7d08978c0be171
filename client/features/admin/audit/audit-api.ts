import { apiCall } from '#client/kit/data/call.ts';
import { type Read, read } from '#client/kit/data/query.ts';
import type * as audit from '#contract/admin/audit.ts';

const getAudit = apiCall<typeof audit.listAudit>({
  method: 'GET',
  path: '/api/admin/audit',
  fallback: 'The audit log could not be loaded.',
});

export function auditRead(query: Record<string, string>): Read<audit.AuditList> {
  return read(getAudit, { query });
}

export function auditExport(query: Record<string, string>): string {
  const { page: _page, ...filter } = query;
  return `/api/admin/audit/export?${new URLSearchParams(filter)}`;
}
