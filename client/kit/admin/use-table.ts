import { useEffect, useRef, useState } from 'react';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { CallError } from '#client/kit/data/call.ts';
import { load, type Read, reload as reloadRead, useLoaded } from '#client/kit/data/query.ts';
import { SEARCH_DEBOUNCE_MS } from '#contract/resources/limits.ts';
import { useRefreshTurn } from './refresh-turn.ts';

/** Search, sorting, page and filters of a list. Empty values are omitted from requests. */
export type TableState<Filters extends Record<string, string>> = {
  search: string;
  /** Column to sort by; empty for the default order. */
  sort: string;
  order: 'asc' | 'desc';
  page: number;
  filters: Filters;
};

export function firstPage<Filters extends Record<string, string>>(filters: Filters): TableState<Filters> {
  return {
    search: '',
    sort: '',
    order: 'desc',
    page: 1,
    filters,
  };
}

/** Converts the state to query parameters for the list's API call. */
export function queryOf<Filters extends Record<string, string>>(state: TableState<Filters>): Record<string, string> {
  return Object.fromEntries(
    Object.entries({
      search: state.search.trim(),
      ...(state.sort ? { sort: state.sort, order: state.order } : {}),
      page: state.page > 1 ? String(state.page) : '',
      ...state.filters,
    }).filter(([, value]) => value !== ''),
  );
}

export type Table<T, Filters extends Record<string, string>> = {
  state: TableState<Filters>;
  /** Text in the search field. It is applied to the list after 300 ms without typing. */
  typed: string;
  /** Query for the current input, without waiting for the debounce. Used for exports. */
  meant: Record<string, string>;
  /** The current page. While another page is loading, the previous one is kept. */
  data: T | undefined;
  isBusy: boolean;
  failure: string | null;
  setSearch(text: string): void;
  setFilter(change: Partial<Filters>): void;
  setPage(page: number): void;
  /** Sorts by a column: descending first, then ascending if called again. */
  sortBy(column: string): void;
  reload(): Promise<void>;
};

/**
 * State of a list that is searched, sorted and paged on the server. `readFor` returns the API request for a query. The state is
 * lost when the component unmounts.
 */
export function useTable<T, Filters extends Record<string, string>>(
  readFor: (query: Record<string, string>) => Read<T>,
  initial: TableState<Filters>,
): Table<T, Filters> {
  const context = useAppContext();
  const [state, setState] = useState(initial);
  const [typed, setTyped] = useState(initial.search);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const panelTurn = useRefreshTurn();
  const asked = useRef(0);
  const given = readFor(queryOf(state));
  // The debounced search may be applied while an action is running, so reload whatever query is current afterwards.
  const latest = useRef(given);
  latest.current = given;
  const loaded = useLoaded(given);
  const shown = useRef(loaded);
  if (loaded !== undefined) shown.current = loaded;

  const run = async (ask: () => Promise<unknown>): Promise<void> => {
    asked.current += 1;
    const turn = asked.current;
    setBusy(true);
    try {
      await ask();
      if (turn === asked.current) setFailure(null);
    } catch (error) {
      if (turn === asked.current) setFailure(error instanceof CallError ? error.message : 'Failed to load data');
    } finally {
      if (turn === asked.current) setBusy(false);
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key covers everything the read depends on
  useEffect(() => {
    void run(() => load(context, given));
  }, [context, given.key, panelTurn]);

  useEffect(() => {
    if (typed === state.search) return;
    const timer = setTimeout(() => setState((now) => ({ ...now, search: typed, page: 1 })), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed, state.search]);

  return {
    state,
    typed,
    meant: queryOf({ ...state, search: typed, page: 1 }),
    data: shown.current,
    isBusy,
    failure,
    setSearch: setTyped,
    setFilter: (change) => setState((now) => ({ ...now, filters: { ...now.filters, ...change }, page: 1 })),
    setPage: (page) => setState((now) => ({ ...now, page })),
    sortBy: (column) =>
      setState((now) => ({
        ...now,
        sort: column,
        order: now.sort === column && now.order === 'desc' ? 'asc' : 'desc',
        page: 1,
      })),
    reload: () => run(() => reloadRead(context, latest.current)),
  };
}

/** Goes back one page if the current page is empty, e.g. because a decision moved its last row to another list. */
export function useFilledPage(
  table: Pick<Table<unknown, Record<string, string>>, 'isBusy' | 'setPage'> & { state: { page: number } },
  rows: readonly unknown[] | undefined,
): void {
  const { page } = table.state;
  useEffect(() => {
    if (rows?.length === 0 && page > 1 && !table.isBusy) table.setPage(page - 1);
  }, [rows, page, table]);
}
