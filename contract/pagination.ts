// Shared by all lists: search, sorting, paging and totals (product.md, "List answers").
import { z } from 'zod';
import { SEARCH_MAX_CHARACTERS } from '#contract/resources/limits.ts';
import { cleanText, pagination, queryNumber } from './http.ts';

/** Sort orders available for every list. */
export const LIST_SORTS = ['newest', 'oldest'] as const;

/** Query parameters of every list; lists add their own filters. A `limit` above 1000 is treated as 1000. */
export const listQuery = {
  page: queryNumber.optional(),
  limit: queryNumber.optional(),
  search: cleanText(SEARCH_MAX_CHARACTERS).optional(),
  sort: z.enum(LIST_SORTS).optional(),
};

/** Query parameters of a list that can also be sorted by the given columns. */
export function tableQuery<const Columns extends readonly [string, ...string[]]>(columns: Columns) {
  return {
    ...listQuery,
    sort: z.enum([...LIST_SORTS, ...columns]).optional(),
    order: z.enum(['asc', 'desc']).optional(),
  };
}

/**
 * Pagination with `atLeast`. If `atLeast` is true, `total` is only a lower bound. Totals up to 10,000 are exact. Higher totals
 * are exact only if they come from a counter.
 */
export const listPagination = pagination.extend({ atLeast: z.boolean() });
export type ListPagination = z.infer<typeof listPagination>;
