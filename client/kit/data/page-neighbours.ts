// Previous and next page of a paged list, for the document head.

type Place = { currentPage: number; pages: number };

/**
 * Paths of the previous and next page, or null. If the current page is past the end of the list, `previous` is the last existing
 * page.
 */
export function pageNeighbours(
  { currentPage, pages }: Place,
  at: (page: number) => string,
): { previous: string | null; next: string | null } {
  const before = Math.min(currentPage - 1, pages);
  return {
    previous: before >= 1 ? at(before) : null,
    next: currentPage < pages ? at(currentPage + 1) : null,
  };
}

/** Value for pages that are not part of a paged list. */
export const NO_NEIGHBOURS = { previous: null, next: null } as const;
