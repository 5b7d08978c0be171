// URL parameters of the lists on the leaker dashboard, and the queries that load them.

import { getUploadSpace } from '#client/features/uploads/api.ts';
import { read } from '#client/kit/data/query.ts';
import { getUserStats, listLeakerActivity, listOwnUploads } from './leaker-api.ts';

/** Filters of Recent Activity, with the labels from the specification. */
export const ACTIVITY_FILTERS = [
  { value: '', label: 'All' },
  { value: 'uploads', label: 'Uploads' },
  { value: 'downloads', label: 'Downloads' },
  { value: 'approvals', label: 'Approvals' },
] as const;
export type ActivityFilter = (typeof ACTIVITY_FILTERS)[number]['value'];

export const UPLOAD_FILTERS = [
  { value: '', label: 'All' },
  { value: 'draft', label: 'Drafts' },
  { value: 'pending', label: 'Pending' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Rejected' },
] as const;
export type UploadFilter = (typeof UPLOAD_FILTERS)[number]['value'];

/** Number of activity entries shown at first, and added by each click on "Show more". */
export const ACTIVITY_STEP = 8;
const ACTIVITY_MOST = 80;
const UPLOADS_PER_PAGE = 10;

/** `shown` is the number of activity entries; `page` is the page of the uploads list. */
export type LeakerQuery = { activity: ActivityFilter; shown: number; state: UploadFilter; page: number };

const chosen = <T extends string>(filters: readonly { value: T }[], text: string | null): T | '' =>
  filters.find(({ value }) => value === text)?.value ?? '';

const numberOf = (text: string | null): number => (/^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : 1);

/** Parses the parameters. Unknown values fall back to the first option. */
export function readLeakerQuery(parameters: URLSearchParams): LeakerQuery {
  return {
    activity: chosen(ACTIVITY_FILTERS, parameters.get('activity')),
    shown: Math.min(Math.max(numberOf(parameters.get('shown')), ACTIVITY_STEP), ACTIVITY_MOST),
    state: chosen(UPLOAD_FILTERS, parameters.get('state')),
    page: numberOf(parameters.get('page')),
  };
}

/** URL with some parameters changed; default values are omitted. Changing a filter returns its list to the first page. */
export function leakerHref(query: LeakerQuery, change: Partial<LeakerQuery>): string {
  const next = {
    ...query,
    ...('activity' in change && { shown: ACTIVITY_STEP }),
    ...('state' in change && { page: 1 }),
    ...change,
  };
  const parameters = new URLSearchParams();
  if (next.activity) parameters.set('activity', next.activity);
  if (next.shown > ACTIVITY_STEP) parameters.set('shown', String(next.shown));
  if (next.state) parameters.set('state', next.state);
  if (next.page > 1) parameters.set('page', String(next.page));
  return parameters.size > 0 ? `/leaker?${parameters}` : '/leaker';
}

/** Whether "Show more" can load more entries. */
export function hasMoreActivity(query: LeakerQuery, known: number): boolean {
  return known > query.shown && query.shown < ACTIVITY_MOST;
}

export const leakerStatsRead = read(getUserStats, {});

export const spaceRead = read(getUploadSpace, {});

/** Query for the activity. Requests one entry more than is shown, to find out whether "Show more" is needed. */
export function leakerActivityRead({ activity, shown }: LeakerQuery) {
  return read(listLeakerActivity, { query: { ...(activity && { type: activity }), limit: String(shown + 1) } });
}

export function leakerUploadsRead({ state, page }: LeakerQuery) {
  return read(listOwnUploads, {
    query: { ...(state && { state }), limit: String(UPLOADS_PER_PAGE), ...(page > 1 && { page: String(page) }) },
  });
}
