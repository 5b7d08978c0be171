// What the listing's address says, and the addresses that change one part of it (specification, sections 2 and 4).
import { listingKeys, listingPath } from '#contract/paths.ts';

export type ListingQuery = { [key in (typeof listingKeys)[number]]?: string } & { page?: string };

const KEYS = [...listingKeys, 'page'] as const;

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
] as const;

/**
 * Reads the listing's own parameters, blank ones as absent. Values stay as they were typed: whether they are allowed is
 * for the server to say, which answers 400.
 */
export const readListingQuery = (parameters: URLSearchParams): ListingQuery => {
  const query: ListingQuery = {};
  for (const key of KEYS) {
    const value = parameters.get(key)?.trim();
    if (value) query[key] = value;
  }
  if (query.category) query.category = query.category.toLowerCase();
  return query;
};

/** The same as the API's query: its own defaults (the first page, newest first) are not sent, so they share one cache entry. */
export const apiQueryOf = ({ sort, page, ...rest }: ListingQuery) => ({
  ...rest,
  ...(sort && sort !== 'newest' ? { sort: sort as 'oldest' } : {}),
  ...(page && page !== '1' ? { page } : {}),
});

/** The address with some parts changed, back on page 1 unless `page` itself is what changes; defaults are left out. */
export const listingHref = (query: ListingQuery, change: Omit<ListingQuery, 'page'> & { page?: number }): string => {
  const { page, ...rest } = { ...query, page: undefined, ...change };
  return listingPath({ ...rest, sort: rest.sort === 'newest' ? undefined : rest.sort, page });
};

/** 6139 as "6,139". */
export const wholeNumber = new Intl.NumberFormat('en-US');

/** "Showing 22-42 of 6,139 assets"; empty when the page shows nothing. */
export const showingLine = (shown: number, { total, currentPage, limit }: Pagination): string => {
  if (shown === 0) return '';
  const first = (currentPage - 1) * limit + 1;
  return `Showing ${first}-${first + shown - 1} of ${wholeNumber.format(total)} assets`;
};

type Pagination = { total: number; currentPage: number; limit: number };
