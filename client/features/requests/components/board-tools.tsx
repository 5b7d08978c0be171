import type { FormEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { BOARD_PATH, BOARD_SORTS, type BoardQuery, boardHref } from '#client/features/requests/board-query.ts';
import { wholeCount } from '#client/features/requests/request-labels.ts';
import { useSearchParamInput } from '#client/kit/use-search-param-input.ts';
import { SearchField } from '#client/ui/forms/search-field.tsx';
import type { RequestStatus } from '#contract/requests/api.ts';
import { REQUEST_STATUSES } from '#contract/requests/limits.ts';
import { SEARCH_MAX_CHARACTERS } from '#contract/resources/limits.ts';

/** Hidden fields for the other filters, because without scripts, submitting the search form would lose them. */
const Hidden = ({ query }: { query: BoardQuery }) =>
  (['status', 'sort', 'mine'] as const)
    .filter((key) => query[key])
    .map((key) => <input key={key} type="hidden" name={key} value={query[key]} />);

/** Search box. Typed text is put into the URL after 300 ms. */
export function BoardSearch({ query }: { query: BoardQuery }) {
  const navigate = useNavigate();
  const { typed, setTyped, mirror } = useSearchParamInput(query.search ?? '', (search) =>
    navigate(boardHref(query, { search }), { replace: true, preventScrollReset: true }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mirror(typed);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every supported browser knows <search>
    <form role="search" action={BOARD_PATH} method="get" onSubmit={submit}>
      <Hidden query={query} />
      <SearchField
        name="search"
        label="Search requests"
        placeholder="Search requests..."
        maxLength={SEARCH_MAX_CHARACTERS}
        enterKeyHint="search"
        value={typed}
        onValueChange={setTyped}
        onClear={() => mirror('')}
      />
    </form>
  );
}

const StatusPill = ({ label, count, to, on }: { label: string; count: number; to: string; on: boolean }) => (
  <Link className="pill max-sm:px-3.5" to={to} aria-current={on ? 'page' : undefined} preventScrollReset>
    {label}
    <span className="mono">{wholeCount.format(count)}</span>
  </Link>
);

/** Filter links: one per status with its count, and one for the viewer's own requests. */
export function BoardFilters({ query, counts }: { query: BoardQuery; counts: Record<RequestStatus, number> }) {
  const sum = REQUEST_STATUSES.reduce((total, status) => total + counts[status], 0);
  return (
    <nav aria-label="Status" className="bleed-x mr-auto min-w-0 gap-2 pr-1">
      <StatusPill
        label="All"
        count={sum}
        to={boardHref(query, { status: undefined, mine: undefined })}
        on={!query.status && !query.mine}
      />
      {REQUEST_STATUSES.map((status) => (
        <StatusPill
          key={status}
          label={status}
          count={counts[status]}
          to={boardHref(query, { status, mine: undefined })}
          on={query.status === status && !query.mine}
        />
      ))}
      <Link
        className="pill max-sm:px-3.5"
        to={boardHref(query, { status: undefined, mine: 'true' })}
        aria-current={query.mine ? 'page' : undefined}
        preventScrollReset
      >
        Mine
      </Link>
    </nav>
  );
}

/** Menu for the board's sort order. */
export function BoardSort({ query }: { query: BoardQuery }) {
  return (
    <nav aria-label="Sort" className="flex flex-none gap-4 text-sm">
      {BOARD_SORTS.map(({ value, label }) => (
        <Link
          key={value}
          className="board-sort"
          to={boardHref(query, { sort: value })}
          aria-current={(query.sort ?? 'votes') === value ? 'page' : undefined}
          preventScrollReset
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
