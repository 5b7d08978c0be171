export type PagerItem = number | 'gap-before' | 'gap-after';

/** Number of consecutive page numbers, including the current one. */
const WINDOW = 5;

/**
 * Items of a pager, in order: the first page, a window of 5 pages around the current page, the last page, and a gap wherever
 * numbers are skipped. `current` is clamped to 1..pages. The result is empty if there are no pages.
 */
export function pagerItems(current: number, pages: number): PagerItem[] {
  if (pages < 1) return [];
  const page = Math.min(Math.max(current, 1), pages);
  const from = Math.max(1, Math.min(page - 2, pages - WINDOW + 1));
  const to = Math.min(pages, from + WINDOW - 1);
  const items: PagerItem[] = [];
  if (from > 1) items.push(1);
  if (from > 2) items.push('gap-before');
  for (let number = from; number <= to; number++) items.push(number);
  if (to < pages - 1) items.push('gap-after');
  if (to < pages) items.push(pages);
  return items;
}
