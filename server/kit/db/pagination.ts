/** Pages of lists, as calls describe them. */

import type { Pagination } from '#contract/http.ts';
import { MOST_COUNTED_HITS } from '#contract/limits.ts';
import type { ListPagination } from '#contract/pagination.ts';

/**
 * A list's pages: those of its first 10,000 rows. Who looks for something further down searches or turns the order, so no
 * page has to be reached by stepping over a million rows.
 */
export function pagesOf(
  { total, atLeast }: { total: number; atLeast: boolean },
  { page, limit }: { page: number; limit: number },
): ListPagination {
  return {
    total,
    pages: Math.ceil(Math.min(total, MOST_COUNTED_HITS) / limit),
    currentPage: page,
    limit,
    atLeast,
  };
}

/** Whether a page lies within the rows that can be paged through. */
export function isWithinReach({ offset }: { offset: number }): boolean {
  return offset < MOST_COUNTED_HITS;
}

/** Pages of a list that is counted exactly. */
export function paginate(total: number, { page, limit }: { page: number; limit: number }): Pagination {
  return {
    total,
    pages: Math.ceil(total / limit),
    currentPage: page,
    limit,
  };
}
