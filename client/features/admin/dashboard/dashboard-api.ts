// API calls of the panel itself, and the queries that it loads on opening.

import { usersRead } from '#client/features/admin/users/users-api.ts';
import { listApplications } from '#client/features/applications/admin/applications-api.ts';
import { listAdminUploads } from '#client/features/uploads/admin/approvals-api.ts';
import { apiCall, countedCall } from '#client/kit/data/call.ts';
import { type Read, read, readOf } from '#client/kit/data/query.ts';
import type * as overview from '#contract/admin/dashboard.ts';

const FAILED = 'Failed to fetch dashboard data';

const getStats = apiCall<typeof overview.getAdminStats>({ method: 'GET', path: '/api/admin/stats', fallback: FAILED });
const getSiteServerStats = apiCall<typeof overview.getSiteServerStats>({
  method: 'GET',
  path: '/api/admin/server-stats',
  fallback: FAILED,
});
const getActivity = countedCall<typeof overview.listActivity>({
  method: 'GET',
  path: '/api/admin/activity',
  fallback: FAILED,
});
const getHits = apiCall<typeof overview.searchAll>({
  method: 'GET',
  path: '/api/admin/search',
  fallback: 'The search failed. Please try again.',
});
const getWaiting = apiCall<typeof overview.getWaiting>({
  method: 'GET',
  path: '/api/admin/waiting',
  fallback: 'Pending items could not be loaded. Please try again.',
});
const getAbout = apiCall<typeof overview.getAbout>({
  method: 'GET',
  path: '/api/admin/about',
  fallback: 'Site information could not be loaded. Please try again.',
});
/** Range of the charts. If it is empty, the server uses its default of 30 days. */
export type StatsQuery = { from?: string; to?: string };

export function siteStatsRead(query: StatsQuery): Read<overview.AdminStats> {
  return read(getStats, { query });
}
export const serverStatsRead = read(getSiteServerStats, {});
export function siteActivityRead(query: Record<string, string>) {
  return readOf(getActivity, { query: query as { type?: overview.ActivityType } });
}
export function activityExport(query: Record<string, string>): string {
  const { page: _page, ...filter } = query;
  return `/api/admin/activity/export?${new URLSearchParams(filter)}`;
}
export function searchRead(q: string): Read<overview.AdminSearch> {
  return read(getHits, { query: { q } });
}
export const waitingRead: Read<overview.Waiting> = read(getWaiting, {});
export const aboutRead: Read<overview.About> = read(getAbout, {});

/** The six calls made when the panel opens (specification, section 7), for the given range of days. */
export function openingReads(query: StatsQuery): Read<unknown>[] {
  return [
    siteStatsRead(query),
    serverStatsRead,
    usersRead({}),
    read(listAdminUploads, { query: {} }),
    siteActivityRead({}),
    readOf(listApplications, { query: {} }),
  ];
}
