// Reading what administrators look for, without I/O.

import { MOST_COUNTED_HITS } from '#contract/limits.ts';
import type { ListPagination } from '#contract/pagination.ts';
import type { UploadState } from '#contract/uploads/review.ts';

/** A range of ids, both ends within it. */
export type IdRange = { from: string; to: string };

const WHOLE_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const SHORT_ID = /^#[0-9a-f]{7}$/;

/** The ids that are meant by a whole id, or by '#' and the first seven characters as tables show them; else null. */
export const idsMeant = (search: string): IdRange | null => {
  const text = search.toLowerCase();
  if (WHOLE_ID.test(text)) return { from: text, to: text };
  if (!SHORT_ID.test(text)) return null;
  const first = text.slice(1);
  return { from: `${first}0-0000-0000-0000-000000000000`, to: `${first}f-ffff-ffff-ffff-ffffffffffff` };
};

/** What a list is narrowed to. */
export type UploadFilter = { search: string | undefined; state: UploadState | undefined };

/** What was typed as it stands, wherever it occurs: `%`, `_` and backslashes mean themselves. */
export const containing = (search: string): string => `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;

/** The names that begin with a text, as a range in the order of bytes; nothing lies in the range of no text. */
export const beginningWith = (search: string): { from: string; before: string } => {
  const from = search.toLowerCase();
  return { from, before: `${from}\u{10ffff}` };
};

/**
 * A list's pages: those of its first 10,000 rows. Who looks for something further down searches or turns the order, so no
 * page has to be reached by stepping over a million rows.
 */
export const pagesOf = (
  { total, atLeast }: { total: number; atLeast: boolean },
  { page, limit }: { page: number; limit: number },
): ListPagination => ({
  total,
  pages: Math.ceil(Math.min(total, MOST_COUNTED_HITS) / limit),
  currentPage: page,
  limit,
  atLeast,
});

/** Whether a page lies within the rows that can be paged through. */
export const isWithinReach = ({ offset }: { offset: number }): boolean => offset < MOST_COUNTED_HITS;
