// URL parameters of the lists and of the demand radar on the leaker dashboard, and the queries that load them.

import { getUploadSpace } from '#client/features/uploads/api.ts';
import { read } from '#client/kit/data/query.ts';
import type { Demand } from '#contract/requests/demand.ts';
import { RESOURCE_TYPES, TITLE_MAX_CHARACTERS } from '#contract/uploads/limits.ts';
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
const EDITOR_MAX_CHARACTERS = 60;

/** Filters of the demand radar: `type` and `editor` are '' for all. */
type DemandQuery = { type: Demand['types'][number] | ''; editor: string };

/** `shown` is the number of activity entries; `page` is the page of the uploads list. */
export type LeakerQuery = { activity: ActivityFilter; shown: number; state: UploadFilter; page: number } & DemandQuery;

/** What the upload form begins with, from the demand radar. `title` is never blank. */
type UploadStart = { title: string; editor: string; type: DemandQuery['type'] };

const chosen = <T extends string>(filters: readonly { value: T }[], text: string | null): T | '' =>
  filters.find(({ value }) => value === text)?.value ?? '';

const numberOf = (text: string | null): number => (/^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : 1);

const textOf = (text: string | null, max: number): string => (text ?? '').trim().slice(0, max);

const typeNamed = (text: string | null): DemandQuery['type'] => RESOURCE_TYPES.find((type) => type === text) ?? '';

/** Parses the parameters. Unknown values fall back to the first option. */
export function readLeakerQuery(parameters: URLSearchParams): LeakerQuery {
  return {
    activity: chosen(ACTIVITY_FILTERS, parameters.get('activity')),
    shown: Math.min(Math.max(numberOf(parameters.get('shown')), ACTIVITY_STEP), ACTIVITY_MOST),
    state: chosen(UPLOAD_FILTERS, parameters.get('state')),
    page: numberOf(parameters.get('page')),
    type: typeNamed(parameters.get('type')),
    editor: textOf(parameters.get('editor'), EDITOR_MAX_CHARACTERS),
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
  if (next.type) parameters.set('type', next.type);
  if (next.editor) parameters.set('editor', next.editor);
  return parameters.size > 0 ? `/leaker?${parameters}` : '/leaker';
}

/** URL of the upload form with some fields filled in. Filters are kept, so that the page behind it stays the same. */
export function startHref(query: LeakerQuery, { title, editor, type }: UploadStart): string {
  const address = leakerHref(query, {});
  const parameters = new URLSearchParams({ start: title });
  if (type) parameters.set('startType', type);
  if (editor) parameters.set('startEditor', editor);
  return `${address}${address.includes('?') ? '&' : '?'}${parameters}#upload`;
}

/** What the upload form begins with, if the URL says so. */
export function readStart(parameters: URLSearchParams): UploadStart | null {
  const title = textOf(parameters.get('start'), TITLE_MAX_CHARACTERS);
  if (title === '') return null;
  const editor = textOf(parameters.get('startEditor'), EDITOR_MAX_CHARACTERS);
  return { title, editor, type: typeNamed(parameters.get('startType')) };
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
