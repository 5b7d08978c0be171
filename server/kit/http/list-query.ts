// Paging, search and order of a list, with the parameters common to all list endpoints (contract/pagination.ts).
import type { EndpointSpec } from '#contract/http.ts';
import { MAX_PAGE_LIMIT } from '#contract/limits.ts';
import type { LIST_SORTS } from '#contract/pagination.ts';

type Asked = { [Name in 'page' | 'limit' | 'search' | 'sort']?: string | undefined };

export type ListPage = { page: number; limit: number; offset: number };

/** The requested page, limited to 1000 rows. */
export function readListPage(query: Pick<Asked, 'page' | 'limit'>, usual: number): ListPage {
  const limit = Math.min(Number(query.limit ?? usual), MAX_PAGE_LIMIT);
  const page = Number(query.page ?? 1);
  return { page, limit, offset: (page - 1) * limit };
}

/** The search term without surrounding white space; undefined if it is missing or blank. */
export function readSearch(search: string | undefined): string | undefined {
  return search?.trim() || undefined;
}

export type Direction = 'asc' | 'desc';

/** Sort direction of a list ordered by time: newest first unless `oldest` is requested. */
export function readDirection(sort: string | undefined): Direction {
  return sort === 'oldest' ? 'asc' : 'desc';
}

/** The column and direction to sort a table by. `newest` and `oldest` sort by the `time` column and imply the direction. */
export function readOrder<Column extends string>(
  { sort, order }: { sort?: Column | (typeof LIST_SORTS)[number] | undefined; order?: Direction | undefined },
  { usual, time }: { usual: Column; time: Column },
): { sort: Column; order: Direction } {
  return sort === 'newest' || sort === 'oldest'
    ? { sort: time, order: readDirection(sort) }
    : { sort: (sort ?? usual) as Column, order: order ?? 'desc' };
}

/** Text values at a path within a row. If the path leads through a list, the values of all its entries are included. */
const textsAt = (value: unknown, place: readonly string[]): string[] => {
  if (Array.isArray(value)) return value.flatMap((entry) => textsAt(entry, place));
  const [name, ...rest] = place;
  if (name !== undefined) return textsAt((value as Record<string, unknown> | null)?.[name], rest);
  return typeof value === 'string' ? [value] : [];
};

const timeOf = (row: unknown, at: string): string => textsAt(row, [at])[0] ?? '';

/** Filters, sorts and paginates a list that has been read in full; `total` is the number of matching rows. */
export function narrowList<Row>(
  rows: readonly Row[],
  query: Asked,
  { search, at }: NonNullable<EndpointSpec['whole']>,
): { rows: Row[]; total: number } {
  const sought = readSearch(query.search)?.toLowerCase();
  const found = rows.filter(
    (row) =>
      sought === undefined ||
      search.some((place) => textsAt(row, place.split('.')).some((text) => text.toLowerCase().includes(sought))),
  );
  // If the rows have no timestamps, the list is assumed to be ordered newest first.
  if (query.sort && at) found.sort((one, other) => timeOf(other, at).localeCompare(timeOf(one, at), 'en'));
  if (query.sort === 'oldest') found.reverse();
  const { limit, offset } = readListPage(query, MAX_PAGE_LIMIT);
  return { rows: found.slice(offset, offset + limit), total: found.length };
}

type ListCall = { query: Asked; setHeader(name: string, value: string): void };

/** Wraps a handler that returns all rows (as a list, or as the only field of an object) so that it returns the requested page. */
export function narrowed<Given extends ListCall>(
  whole: NonNullable<EndpointSpec['whole']>,
  handle: (call: Given) => Promise<unknown>,
) {
  return async (call: Given): Promise<unknown> => {
    const reply = await handle(call);
    if (Array.isArray(reply)) {
      const { rows, total } = narrowList(reply, call.query, whole);
      call.setHeader('x-total-count', String(total));
      return rows;
    }
    const named = Object.entries(reply as Record<string, unknown[]>);
    return Object.fromEntries(named.map(([name, rows]) => [name, narrowList(rows, call.query, whole).rows]));
  };
}
