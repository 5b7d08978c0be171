// What people look for and don't find, on the leaker dashboard (product.md LE-9).
import { Link } from 'react-router';
import { listDemand } from '#client/features/requests/api.ts';
import { boardHref } from '#client/features/requests/board-query.ts';
import type { AppContext } from '#client/kit/data/app-context.ts';
import { invalidate, load, type Read, read, useLoaded } from '#client/kit/data/query.ts';
import { Badge } from '#client/ui/badge.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { SectionFailure } from '#client/ui/section-failure.tsx';
import { SectionHeading } from '#client/ui/section-heading.tsx';
import type { Demand, WantedRequest, WantedSearch } from '#contract/requests/demand.ts';
import { DEMAND_DAYS, DEMAND_MIN_PEOPLE } from '#contract/requests/limits.ts';

type Type = Demand['types'][number];
/** '' for all. */
type Filter = { type: Type | ''; editor: string };

const demandRead = ({ type, editor }: Filter): Read<Demand> =>
  read(listDemand, { query: { ...(type && { type }), ...(editor && { editor }) } });

/** Always reloads, because searches and votes are counted all the time. */
export function loadDemand(context: AppContext, filter: Filter): Promise<unknown> {
  const given = demandRead(filter);
  invalidate(context, given);
  return load(context, given);
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

const Pills = <Value extends string>({
  label,
  all,
  values,
  chosen,
  hrefOf,
}: {
  label: string;
  all: string;
  values: readonly Value[];
  chosen: Value | '';
  hrefOf: (value: Value | '') => string;
}) => {
  // The chosen value stays in the list, so that it can be seen and left, even if nothing has it any more.
  const shown = chosen === '' || values.includes(chosen) ? values : [...values, chosen];
  if (shown.length === 0) return null;
  return (
    <nav aria-label={label} className="bleed-x mb-3 gap-2">
      {(['', ...shown] as const).map((value) => (
        <Link
          key={value}
          className="pill"
          to={hrefOf(value)}
          replace
          preventScrollReset
          aria-current={value === chosen ? 'true' : undefined}
        >
          {value === '' ? all : capital(value)}
        </Link>
      ))}
    </nav>
  );
};

const Subject = ({ type, editor }: { type: string | null; editor: string | null }) => (
  <>
    {type && <Badge>{capital(type)}</Badge>}
    {editor && <Badge>{editor}</Badge>}
  </>
);

const People = ({ count }: { count: number }) => (
  <span className="mono flex items-center gap-1.5 text-sm text-muted">
    <Icon name="people" small />
    {count}
    <span className="sr-only"> people</span>
  </span>
);

const ROW =
  'relative flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-t border-line px-4 py-3 first:border-t-0';

const SearchRow = ({ search, href }: { search: WantedSearch; href: string }) => (
  <li className={`${ROW} hover:bg-raised`}>
    <Link to={href} className="row-link min-w-0 rounded-lg font-semibold wrap-anywhere hover:underline">
      {search.words}
      <span className="sr-only">: start an upload</span>
    </Link>
    <Subject type={search.type} editor={search.editor} />
    <span className="ml-auto flex items-center gap-4">
      <People count={search.people} />
      <Icon name="upload" small className="text-muted" />
    </span>
  </li>
);

const RequestRow = ({ request }: { request: WantedRequest }) => (
  <li className={`${ROW} hover:bg-raised`}>
    <Link
      to={boardHref({}, { search: request.resourceName })}
      className="row-link min-w-0 rounded-lg font-semibold wrap-anywhere hover:underline"
    >
      {request.resourceName}
      <span className="sr-only">: show on the board</span>
    </Link>
    <Subject type={request.type} editor={request.editor} />
    <span className="ml-auto flex items-center gap-4">
      <People count={request.people} />
      <Icon name="forward" small className="text-muted" />
    </span>
  </li>
);

const Waiting = () => (
  <div className="demand-columns" aria-hidden="true">
    {['searches', 'requests'].map((list) => (
      <ul key={list} className="panel grid gap-5 p-5">
        {[1, 2, 3].map((place) => (
          <li key={place} className="flex items-center gap-4">
            <span className="skeleton h-4 flex-1" />
            <span className="skeleton h-4 w-10" />
          </li>
        ))}
      </ul>
    ))}
  </div>
);

const Nothing = ({ isFiltered, allHref }: { isFiltered: boolean; allHref: string }) =>
  isFiltered ? (
    <EmptyState
      heading="h3"
      title="Nothing with these filters"
      actions={
        <Link to={allHref} replace preventScrollReset className={buttonClass()}>
          Show all demand
        </Link>
      }
    >
      Fewer than {DEMAND_MIN_PEOPLE} people want the same thing here right now.
    </EmptyState>
  ) : (
    <EmptyState
      heading="h3"
      title="No demand to show yet"
      actions={
        <Link to={boardHref({})} className={buttonClass()}>
          Open the request board
        </Link>
      }
    >
      Searches without results and most wanted requests will show up here once {DEMAND_MIN_PEOPLE} people want the same
      thing.
    </EmptyState>
  );

/** What a list shows if only the other one has entries. */
const None = ({ children }: { children: string }) => <p className="panel px-4 py-5 text-muted">{children}</p>;

type RadarProps = {
  filter: Filter;
  /** The filter of the navigation in progress; equal to `filter` when idle. */
  aim: Filter;
  busy: boolean;
  /** Whether loading has taken long enough to show a placeholder. */
  slow: boolean;
  hrefOf: (change: Partial<Filter>) => string;
  /** URL of the upload form, filled in. */
  startHrefOf: (start: { title: string; editor: string; type: Type | '' }) => string;
  onRetry: () => void;
};

/** Searches without results and most wanted requests of the last 30 days, filtered by the URL. Only counts of people. */
export function DemandRadar({ filter, aim, busy, slow, hrefOf, startHrefOf, onRetry }: RadarProps) {
  const demand = useLoaded(demandRead(filter));
  const isWaiting = slow && (!demand || aim.type !== filter.type || aim.editor !== filter.editor);
  const isFiltered = filter.type !== '' || filter.editor !== '';
  const isEmpty = demand?.searches.length === 0 && demand.requests.length === 0;
  return (
    <section aria-labelledby="demand">
      <SectionHeading id="demand" className="mb-2">
        Demand radar
      </SectionHeading>
      <p className="mb-4 text-muted">
        What people looked for in the last {DEMAND_DAYS} days. You only see what at least {DEMAND_MIN_PEOPLE} people
        want, never who.
      </p>
      <Pills
        label="Type in demand"
        all="All types"
        values={demand?.types ?? []}
        chosen={aim.type}
        hrefOf={(type) => hrefOf({ type })}
      />
      <Pills
        label="Software in demand"
        all="All software"
        values={demand?.editors ?? []}
        chosen={aim.editor}
        hrefOf={(editor) => hrefOf({ editor })}
      />
      {isWaiting && <Waiting />}
      {!isWaiting && !demand && !busy && (
        <SectionFailure sentence="The demand radar could not be loaded." onRetry={onRetry} />
      )}
      {!isWaiting && isEmpty && <Nothing isFiltered={isFiltered} allHref={hrefOf({ type: '', editor: '' })} />}
      {!isWaiting && demand && !isEmpty && (
        <div className="demand-columns">
          <div className="min-w-0">
            <h3 className="mb-2.5 text-card font-semibold">Searches without results</h3>
            {demand.searches.length === 0 && <None>No search to show here.</None>}
            {demand.searches.length > 0 && (
              <ul className="panel overflow-hidden" aria-label="Searches without results">
                {demand.searches.map((search) => (
                  <SearchRow
                    key={search.words}
                    search={search}
                    href={startHrefOf({
                      title: capital(search.words),
                      editor: search.editor ?? '',
                      type: search.type ?? '',
                    })}
                  />
                ))}
              </ul>
            )}
          </div>
          <div className="min-w-0">
            <h3 className="mb-2.5 text-card font-semibold">Most wanted requests</h3>
            {demand.requests.length === 0 && <None>No request to show here.</None>}
            {demand.requests.length > 0 && (
              <ul className="panel overflow-hidden" aria-label="Most wanted requests">
                {demand.requests.map((request) => (
                  <RequestRow key={request.id} request={request} />
                ))}
              </ul>
            )}
          </div>
        </div>
      )}
    </section>
  );
}
