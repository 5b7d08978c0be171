import { useEffect, useRef, useState } from 'react';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { CallError } from '#client/kit/data/call.ts';
import { load, type Read, reload as reloadRead, useLoaded } from '#client/kit/data/query.ts';
import { SEARCH_DEBOUNCE_MS } from '#contract/resources/limits.ts';
import { useRefreshTurn } from './refresh-turn.ts';

/** What a list is asked for; empty values are left out of the call. */
export type TableState<Filters extends Record<string, string>> = {
  search: string;
  /** Column that it is sorted by; empty for the list's own order. */
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

/** The query of a list's call. */
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
  /** What was typed: the list follows 300 ms later. */
  typed: string;
  /** What is meant at this moment, with all that was typed: what an export asks for. */
  meant: Record<string, string>;
  /** The page that is shown; while another one is on its way, the last one. */
  data: T | undefined;
  isBusy: boolean;
  /** The sentence of the last failure. */
  failure: string | null;
  setSearch(text: string): void;
  setFilter(change: Partial<Filters>): void;
  setPage(page: number): void;
  /** By a column: the first press descending, the next one ascending. */
  sortBy(column: string): void;
  /** Asks again for the page that is shown. */
  reload(): Promise<void>;
};

/**
 * A list that the server searches, sorts and pages. `readFor` describes the call for a query; the state lives as long as
 * the part that uses this.
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
  // Whoever acts may have begun before the list followed what was typed: what is shown by then is asked for again.
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that the read depends on
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

/** Turns back from a page whose last row may have gone elsewhere by a decision. */
export function useFilledPage(
  table: Pick<Table<unknown, Record<string, string>>, 'isBusy' | 'setPage'> & { state: { page: number } },
  rows: readonly unknown[] | undefined,
): void {
  const { page } = table.state;
  useEffect(() => {
    if (rows?.length === 0 && page > 1 && !table.isBusy) table.setPage(page - 1);
  }, [rows, page, table]);
}
