// What all lists have in common: how they are searched, sorted and paged, and their totals (product.md, "List answers").
import { z } from 'zod';
import { SEARCH_MAX_CHARACTERS } from '#contract/resources/limits.ts';
import { cleanText, pagination, queryNumber } from './http.ts';

/** Orders that every list can have. */
export const LIST_SORTS = ['newest', 'oldest'] as const;

/** Query of every list; what else it is narrowed by comes beside it. A `limit` beyond 1000 means 1000. */
export const listQuery = {
  page: queryNumber.optional(),
  limit: queryNumber.optional(),
  search: cleanText(SEARCH_MAX_CHARACTERS).optional(),
  sort: z.enum(LIST_SORTS).optional(),
};

/** Query of a list that can be searched and sorted by some of its columns. */
export function tableQuery<const Columns extends readonly [string, ...string[]]>(columns: Columns) {
  return {
    ...listQuery,
    sort: z.enum([...LIST_SORTS, ...columns]).optional(),
    order: z.enum(['asc', 'desc']).optional(),
  };
}

/** Totals are exact up to 10,000 or where counters know them; `atLeast` says that there are more. */
export const listPagination = pagination.extend({ atLeast: z.boolean() });
export type ListPagination = z.infer<typeof listPagination>;
