// What the listing's address says, and the addresses that change one part of it (specification, sections 2 and 4).

import { listingKeys, listingPath } from '#contract/paths.ts';
import { FACET_KINDS } from '#contract/resources/limits.ts';

/** `filters` is "open" where the panel of filters stands open without scripts. */
export type ListingQuery = { [key in (typeof listingKeys)[number]]?: string } & { page?: string; filters?: string };

const KEYS = [...listingKeys, 'page', 'filters'] as const;

/** The pills of the listing; `value` is how the address writes it. */
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
 * Reads the listing's own parameters, blank ones as absent. Values stay as they were typed: whether they are allowed is
 * for the server to say, which answers 400.
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

/** What narrows the listing, as the API takes it; the same for every page and sort. */
export function facetQueryOf({ sort: _sort, page: _page, filters: _filters, ...rest }: ListingQuery) {
  return rest;
}

/** The same as the API's query: its own defaults (the first page, newest first) are not sent, so they share one cache entry. */
export function apiQueryOf(query: ListingQuery) {
  return {
    ...facetQueryOf(query),
    ...(query.sort && query.sort !== 'newest' ? { sort: query.sort as (typeof SORTS)[number]['value'] } : {}),
    ...(query.page && query.page !== '1' ? { page: query.page } : {}),
  };
}

/** The address with some parts changed, back on page 1 unless `page` itself is what changes; defaults are left out. */
export function listingHref(query: ListingQuery, change: Omit<ListingQuery, 'page'> & { page?: number }): string {
  const { page, filters, ...rest } = { ...query, page: undefined, ...change };
  const href = listingPath({ ...rest, sort: rest.sort === 'newest' ? undefined : rest.sort, page });
  if (filters !== 'open') return href;
  return `${href}${href.includes('?') ? '&' : '?'}filters=open`;
}

/** The address without any filter; what is searched for and the order stay. */
export function clearedHref({ search, sort, filters }: ListingQuery): string {
  return listingHref({ search, sort, filters }, {});
}

/** 6139 as "6,139". */
export const wholeTotal = new Intl.NumberFormat('en-US');

/** A number that may be only a bound: "2,310", "10,000+". */
export function countText(count: number, atLeast: boolean): string {
  return wholeTotal.format(count) + (atLeast ? '+' : '');
}

/** "Showing 22-42 of 6,139 assets"; empty when the page shows nothing. */
export function resourcesShownLine(shown: number, { total, currentPage, limit, atLeast }: Pagination): string {
  if (shown === 0) return '';
  const first = (currentPage - 1) * limit + 1;
  return `Showing ${first}-${first + shown - 1} of ${countText(total, atLeast)} assets`;
}

/** What the button that closes the sheet of filters says: "Show 123 assets". */
export function resultLine({ total, atLeast }: Pagination): string {
  return `Show ${countText(total, atLeast)} ${total === 1 ? 'asset' : 'assets'}`;
}

type Pagination = { total: number; currentPage: number; limit: number; atLeast: boolean };

export type FilterKind = (typeof FACET_KINDS)[number];

/** The filters that are on, in the order of the panel. */
export function filtersOf(query: ListingQuery): { kind: FilterKind; value: string }[] {
  return FACET_KINDS.flatMap((kind) => (query[kind] ? [{ kind, value: query[kind] }] : []));
}
