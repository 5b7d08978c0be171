// Pure functions for user lists. No I/O.

import type { UserStatus } from '#contract/admin/users.ts';
import type { ListPagination } from '#contract/pagination.ts';
import type { IdRange } from '#server/kit/db/id-search.ts';
import { containing, startingWith } from '#server/kit/db/like.ts';
import { isSuspended } from '#server/platform/account-status.ts';

const HEX_DIGITS = 32;
const MIN_BARE_DIGITS = 7;

const asUuid = (digits: string): string =>
  [
    [0, 8],
    [8, 12],
    [12, 16],
    [16, 20],
    [20, 32],
  ]
    .map(([from, to]) => digits.slice(from, to))
    .join('-');

/**
 * Range of ids that a search text may refer to: a complete id, or a prefix as shown in tables ('#' and seven characters). Without
 * '#', a prefix needs at least seven characters. Null if the text is not an id.
 */
export function idRangeOf(text: string): IdRange | null {
  const isMarked = text.startsWith('#');
  const digits = text.toLowerCase().replace(/^#/, '').replaceAll('-', '');
  if (!/^[0-9a-f]{1,32}$/.test(digits)) return null;
  if (!isMarked && digits.length < MIN_BARE_DIGITS) return null;
  return { from: asUuid(digits.padEnd(HEX_DIGITS, '0')), to: asUuid(digits.padEnd(HEX_DIGITS, 'f')) };
}

const ROLES = ['USER', 'PREMIUM', 'LEAKER', 'ADMIN'];
/** Minimum length of a text search, because shorter text cannot use the trigram index. */
const MIN_WITHIN = 3;

/** Parses a search term. `search` is null if the term is blank or marked as an id. */
export function parseUserSearch(typed: string | undefined) {
  const text = typed?.trim() ?? '';
  const ids = idRangeOf(text);
  const isNothing = text === '' || (text.startsWith('#') && ids !== null);
  const role = ROLES.find((name) => name === text.toUpperCase()) ?? null;
  return {
    ids,
    search: isNothing
      ? null
      : {
          pattern: containing(text),
          prefix: startingWith(text.toLowerCase()),
          isShort: [...text].length < MIN_WITHIN,
          role,
        },
  };
}

type Standing = {
  suspendedAt: Date | null;
  suspendedUntil: Date | null;
  deletedAt: Date | null;
  invitedAt: Date | null;
};

/** A user's status. If several apply, the most severe is returned. */
export function statusOf(row: Standing, now: Date): UserStatus {
  if (row.deletedAt) return 'deleted';
  if (isSuspended(row, now)) return 'suspended';
  return row.invitedAt ? 'invited' : 'active';
}

/**
 * Pagination for a list with `counted` rows. Only the first `most` rows can be paged through. To reach the remaining rows,
 * administrators can reverse the sort order or search.
 */
export function paginateUpTo(
  { counted, most }: { counted: number; most: number },
  { page, limit }: { page: number; limit: number },
  isExact: boolean,
): ListPagination {
  return {
    total: isExact ? counted : Math.min(counted, most),
    pages: Math.ceil(Math.min(counted, most) / limit),
    currentPage: page,
    limit,
    atLeast: !isExact && counted > most,
  };
}
