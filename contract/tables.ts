// What the lists of the administration have in common: how they are searched, sorted and paged, and their totals.
import { z } from 'zod';
import { cleanText, pagination, queryNumber } from './http.ts';
import { SEARCH_MAX_CHARACTERS } from './limits.ts';

/** Part of the query of every list: what it is narrowed by comes beside it. */
export const paging = { page: queryNumber.optional(), limit: queryNumber.optional() };

/** Query of a list that can be searched and sorted by some of its columns. */
export const tableQuery = <const Columns extends readonly [string, ...string[]]>(columns: Columns) => ({
  ...paging,
  search: cleanText(SEARCH_MAX_CHARACTERS).optional(),
  sort: z.enum(columns).optional(),
  order: z.enum(['asc', 'desc']).optional(),
});

/** Totals are exact up to 10,000 or where counters know them; `atLeast` says that there are more. */
export const listPagination = pagination.extend({ atLeast: z.boolean() });
export type ListPagination = z.infer<typeof listPagination>;
