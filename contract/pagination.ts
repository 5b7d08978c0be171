// Shared by all lists: searching, sorting, paging and totals (product.md, "List answers").
import { z } from 'zod';
import { SEARCH_MAX_CHARACTERS } from '#contract/resources/limits.ts';
import { cleanText, pagination, queryNumber } from './http.ts';

/** Sort orders that every list supports. */
export const LIST_SORTS = ['newest', 'oldest'] as const;

/** Query of every list; lists add their own filters to it. A `limit` above 1000 is treated as 1000. */
export const listQuery = {
  page: queryNumber.optional(),
  limit: queryNumber.optional(),
  search: cleanText(SEARCH_MAX_CHARACTERS).optional(),
  sort: z.enum(LIST_SORTS).optional(),
};

/** Query of a list that can also be sorted by the given columns. */
export function tableQuery<const Columns extends readonly [string, ...string[]]>(columns: Columns) {
  return {
    ...listQuery,
    sort: z.enum([...LIST_SORTS, ...columns]).optional(),
    order: z.enum(['asc', 'desc']).optional(),
  };
}

/** Totals are exact up to 10,000 or where a counter exists; otherwise `atLeast` is true and there are more. */
export const listPagination = pagination.extend({ atLeast: z.boolean() });
export type ListPagination = z.infer<typeof listPagination>;
