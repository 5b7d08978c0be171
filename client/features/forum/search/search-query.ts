// Parses the query parameters of the forum's search, and builds URLs with some of them changed.
import { apiCall } from '#client/kit/data/call.ts';
import { read } from '#client/kit/data/query.ts';
import type * as contract from '#contract/forum/search.ts';
import { FORUM_SEARCH_PATH } from '#contract/paths.ts';

const searchForum = apiCall<typeof contract.searchForum>({
  method: 'GET',
  path: '/api/forum/search',
  fallback: 'The search failed. Check your connection and try again.',
});

const KEYS = ['search', 'author', 'in', 'from', 'to', 'sort', 'page'] as const;

export type SearchQuery = { [key in (typeof KEYS)[number]]?: string };

export const FORUM_SEARCH_SORTS = [
  { value: '', label: 'Best match' },
  { value: 'newest', label: 'Newest' },
  { value: 'oldest', label: 'Oldest' },
] as const;

/** The parameters of the search, without blank values. The server validates the others. */
export function readSearchQuery(parameters: URLSearchParams | FormData): SearchQuery {
  const query: SearchQuery = {};
  for (const key of KEYS) {
    const value = parameters.get(key);
    if (typeof value === 'string' && value.trim()) query[key] = value.trim();
  }
  if (query.page === '1') delete query.page;
  return query;
}

/** URL of the search with some parameters changed. It goes back to page 1 unless `page` is among them. */
export function searchHref(query: SearchQuery, page = 1): string {
  const parameters = new URLSearchParams(Object.entries(query).filter(([key]) => key !== 'page'));
  if (page > 1) parameters.set('page', String(page));
  const text = parameters.toString();
  return text ? `${FORUM_SEARCH_PATH}?${text}` : FORUM_SEARCH_PATH;
}

/** Query for the hits that the URL asks for; null if it has neither words nor an author. */
export function postHitsRead(query: SearchQuery) {
  if (!query.search && !query.author) return null;
  const { sort, ...rest } = query;
  return read(searchForum, { query: { ...rest, ...(sort ? { sort: sort as 'newest' | 'oldest' } : {}) } });
}
