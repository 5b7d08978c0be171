// Parses the board's query parameters, and builds URLs with some of them changed.
import { read } from '#client/kit/data/query.ts';
import type { RequestStatus } from '#contract/requests/api.ts';
import { REQUEST_STATUSES } from '#contract/requests/limits.ts';
import { listRequests } from './api.ts';

const KEYS = ['status', 'search', 'sort', 'mine', 'page'] as const;

export type BoardQuery = { [key in (typeof KEYS)[number]]?: string };

export const BOARD_PATH = '/requests';

export const BOARD_SORTS = [
  { value: 'votes', label: 'Most wanted' },
  { value: 'newest', label: 'Newest' },
] as const;

/** The board's own parameters, without blank values and defaults. The server validates their values. */
export function readBoardQuery(parameters: URLSearchParams): BoardQuery {
  const query: BoardQuery = {};
  for (const key of KEYS) {
    const value = parameters.get(key)?.trim();
    if (value) query[key] = value;
  }
  if (query.status)
    query.status =
      REQUEST_STATUSES.find((known) => known.toLowerCase() === query.status?.toLowerCase()) ?? query.status;
  if (query.sort === 'votes') delete query.sort;
  if (query.page === '1') delete query.page;
  return query;
}

/** The board's URL with some parameters changed. It goes back to page 1 unless `page` is among them. */
export function boardHref(query: BoardQuery, change: Omit<BoardQuery, 'page'> & { page?: number } = {}): string {
  const { page, ...rest } = { ...query, page: undefined, ...change };
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(rest)) {
    if (value && !(key === 'sort' && value === 'votes')) parameters.set(key, value);
  }
  if (page && page > 1) parameters.set('page', String(page));
  const text = parameters.toString();
  return text ? `${BOARD_PATH}?${text}` : BOARD_PATH;
}

/** Query for the page of the board that the URL selects. */
export function boardRead({ status, sort, mine, ...rest }: BoardQuery) {
  return read(listRequests, {
    query: {
      ...rest,
      ...(status ? { status: status as RequestStatus } : {}),
      ...(sort ? { sort: sort as (typeof BOARD_SORTS)[number]['value'] } : {}),
      ...(mine ? { mine: mine as 'true' } : {}),
    },
  });
}
