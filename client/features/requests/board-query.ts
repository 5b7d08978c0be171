// What the board's address says, and the addresses that change one part of it.
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

/** Reads the board's own parameters, blank ones and defaults as absent. Whether a value is one is for the server to say. */
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

/** The address with some parts changed, back on page 1 unless `page` itself is what changes. */
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

/** The page of the board that the address asks for. */
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
