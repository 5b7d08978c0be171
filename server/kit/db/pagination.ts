/** Pagination of lists, in the format of the API. */

import type { Pagination } from '#contract/http.ts';
import { MOST_COUNTED_HITS } from '#contract/limits.ts';
import type { ListPagination } from '#contract/pagination.ts';

/**
 * Pages of a list, limited to its first 10,000 rows. To reach rows further down, users search or reverse the order, so that no
 * page requires skipping a million rows.
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

/** Pages of a list with an exact count. */
export function paginate(total: number, { page, limit }: { page: number; limit: number }): Pagination {
  return {
    total,
    pages: Math.ceil(total / limit),
    currentPage: page,
    limit,
  };
}
