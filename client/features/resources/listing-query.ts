// Parses the listing's URL, and builds URLs that change one part of it (specification, sections 2 and 4).

import { listingKeys, listingPath } from '#contract/paths.ts';
import { FACET_KINDS } from '#contract/resources/limits.ts';

/** `filters` is "open" if the filter panel is open without scripts. */
export type ListingQuery = { [key in (typeof listingKeys)[number]]?: string } & { page?: string; filters?: string };

const KEYS = [...listingKeys, 'page', 'filters'] as const;

/** The category pills; `value` is the form in the URL. */
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
 * Parses the listing's own parameters and drops blank ones. Values are not validated: the server does that and responds
 * with 400.
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

/** The filters as the API expects them; the same for every page and sort order. */
export function facetQueryOf({ sort: _sort, page: _page, filters: _filters, ...rest }: ListingQuery) {
  return rest;
}

/** The query for the API. Omits defaults (first page, newest first), so that they share a cache entry. */
export function apiQueryOf(query: ListingQuery) {
  return {
    ...facetQueryOf(query),
    ...(query.sort && query.sort !== 'newest' ? { sort: query.sort as (typeof SORTS)[number]['value'] } : {}),
    ...(query.page && query.page !== '1' ? { page: query.page } : {}),
  };
}

/** URL with some parts changed. Resets to page 1 unless `page` itself changes; omits defaults. */
export function listingHref(query: ListingQuery, change: Omit<ListingQuery, 'page'> & { page?: number }): string {
  const { page, filters, ...rest } = { ...query, page: undefined, ...change };
  const href = listingPath({ ...rest, sort: rest.sort === 'newest' ? undefined : rest.sort, page });
  if (filters !== 'open') return href;
  return `${href}${href.includes('?') ? '&' : '?'}filters=open`;
}

/** URL without any filters; keeps the search and sort order. */
export function clearedHref({ search, sort, filters }: ListingQuery): string {
  return listingHref({ search, sort, filters }, {});
}

/** 6139 as "6,139". */
export const wholeTotal = new Intl.NumberFormat('en-US');

/** A number that may be a lower bound: "2,310", "10,000+". */
export function countText(count: number, atLeast: boolean): string {
  return wholeTotal.format(count) + (atLeast ? '+' : '');
}

/** "Showing 22-42 of 6,139 assets"; empty when the page shows nothing. */
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

/** Active filters in the order of the panel. */
export function filtersOf(query: ListingQuery): { kind: FilterKind; value: string }[] {
  return FACET_KINDS.flatMap((kind) => (query[kind] ? [{ kind, value: query[kind] }] : []));
}
