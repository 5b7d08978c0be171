// Decisions about lists of people without I/O.

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
 * The ids that a text may mean: a whole one, or its beginning as tables show it, '#' with seven characters. Without the '#' at
 * least as many; null for what is no id.
 */
export function idRangeOf(text: string): IdRange | null {
  const isMarked = text.startsWith('#');
  const digits = text.toLowerCase().replace(/^#/, '').replaceAll('-', '');
  if (!/^[0-9a-f]{1,32}$/.test(digits)) return null;
  if (!isMarked && digits.length < MIN_BARE_DIGITS) return null;
  return { from: asUuid(digits.padEnd(HEX_DIGITS, '0')), to: asUuid(digits.padEnd(HEX_DIGITS, 'f')) };
}

const ROLES = ['USER', 'PREMIUM', 'LEAKER', 'ADMIN'];
/** Below this many characters no index finds a text within others. */
const MIN_WITHIN = 3;

/** What a search looks for; null for an id that is marked as one, or for nothing. */
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

/** One word for how somebody stands; what weighs most comes first. */
export function statusOf(row: Standing, now: Date): UserStatus {
  if (row.deletedAt) return 'deleted';
  if (isSuspended(row, now)) return 'suspended';
  return row.invitedAt ? 'invited' : 'active';
}

/**
 * Pages of a list of which `counted` rows are known. Beyond the first `most` rows nobody pages: the other end is reached by the
 * opposite order, and what is in between by searching.
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
