// The pages before and after one of a list, for heads.

type Place = { currentPage: number; pages: number };

/**
 * Paths of the neighbours of a page; null where there is none. From behind the end the way back leads to the last page that
 * there is.
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

/** Of pages that are none of their own. */
export const NO_NEIGHBOURS = { previous: null, next: null } as const;
