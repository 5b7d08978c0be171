// Parses the listing's URL and builds URLs with one parameter changed (specification, sections 2 and 4).

import { listingKeys, listingPath } from '#contract/paths.ts';
import { FACET_KINDS } from '#contract/resources/limits.ts';

/** `filters` is "open" if the filter panel was opened without JavaScript. */
export type ListingQuery = { [key in (typeof listingKeys)[number]]?: string } & { page?: string; filters?: string };

const KEYS = [...listingKeys, 'page', 'filters'] as const;

/** The category pills; `value` is the spelling used in the URL. */
export const CATEGORY_PILLS = [
  { label: 'All', value: undefined },
  { label: 'Free', value: 'free' },
  { label: 'Premium', value: 'premium' },
  { label: '3D', value: '3d' },
] as const;

export const SORTS = [
  { value: 'newest', label: 'Latest First' },
  { value: 'oldest', label: 'Oldest First' },
  { value: 'downloads', label: 'Most Downloaded' },
  { value: 'likes', label: 'Most Liked' },
  { value: 'trending', label: 'Trending' },
  { value: 'updated', label: 'Recently Updated' },
] as const;

/**
 * Reads the listing's query parameters, omitting blank ones. Values are not validated here, because the server responds with 400
 * if they are invalid.
 */
export function readListingQuery(parameters: URLSearchParams): ListingQuery {
  const query: ListingQuery = {};
  for (const key of KEYS) {
    const value = parameters.get(key)?.trim();
    if (value) query[key] = value;
  }
  if (query.category) query.category = query.category.toLowerCase();
  return query;
}

/** The filters as the API expects them, independent of page and sort order. */
export function facetQueryOf({ sort: _sort, page: _page, filters: _filters, ...rest }: ListingQuery) {
  return rest;
}

/**
 * The listing query as the API expects it. Omits defaults (first page, newest first), so that equivalent queries share a cache
 * entry.
 */
export function apiQueryOf(query: ListingQuery) {
  return {
    ...facetQueryOf(query),
    ...(query.sort && query.sort !== 'newest' ? { sort: query.sort as (typeof SORTS)[number]['value'] } : {}),
    ...(query.page && query.page !== '1' ? { page: query.page } : {}),
  };
}

/** URL with some parameters changed. Default values are omitted. The page is reset to 1 unless `page` is one of the changes. */
export function listingHref(query: ListingQuery, change: Omit<ListingQuery, 'page'> & { page?: number }): string {
  const { page, filters, ...rest } = { ...query, page: undefined, ...change };
  const href = listingPath({ ...rest, sort: rest.sort === 'newest' ? undefined : rest.sort, page });
  if (filters !== 'open') return href;
  return `${href}${href.includes('?') ? '&' : '?'}filters=open`;
}

/** URL with all filters removed; search and sort order are kept. */
export function clearedHref({ search, sort, filters }: ListingQuery): string {
  return listingHref({ search, sort, filters }, {});
}

/** Formats 6139 as "6,139". */
export const wholeTotal = new Intl.NumberFormat('en-US');

/** Formats a count that may be a lower bound: "2,310", "10,000+". */
export function countText(count: number, atLeast: boolean): string {
  return wholeTotal.format(count) + (atLeast ? '+' : '');
}

/** "Showing 22-42 of 6,139 assets"; empty if there are no results on the page. */
export function resourcesShownLine(shown: number, { total, currentPage, limit, atLeast }: Pagination): string {
  if (shown === 0) return '';
  const first = (currentPage - 1) * limit + 1;
  return `Showing ${first}-${first + shown - 1} of ${countText(total, atLeast)} assets`;
}

/** Label of the button that closes the filter sheet: "Show 123 assets". */
export function resultLine({ total, atLeast }: Pagination): string {
  return `Show ${countText(total, atLeast)} ${total === 1 ? 'asset' : 'assets'}`;
}

type Pagination = { total: number; currentPage: number; limit: number; atLeast: boolean };

export type FilterKind = (typeof FACET_KINDS)[number];

/** Active filters in the order they appear in the panel. */
export function filtersOf(query: ListingQuery): { kind: FilterKind; value: string }[] {
  return FACET_KINDS.flatMap((kind) => (query[kind] ? [{ kind, value: query[kind] }] : []));
}
