import { Link, useNavigation, useSearchParams } from 'react-router';
import { BoardFilters, BoardSearch, BoardSort } from '#client/features/requests/components/board-tools.tsx';
import { RequestRow } from '#client/features/requests/components/request-row.tsx';
import { useSlow } from '#client/features/resources/components/listing/use-slow.ts';
import { signInPath } from '#client/features/resources/components/sign-in-link.tsx';
import type { PageSpec } from '#client/kit/data/page.ts';
import { load, useRead } from '#client/kit/data/query.ts';
import { useAuth } from '#client/kit/session.tsx';
import { Ruler } from '#client/ui/charts/ruler.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Pager } from '#client/ui/table/pager.tsx';
import type { ResourceRequest } from '#contract/requests/api.ts';
import { BOARD_PATH, type BoardQuery, boardHref, boardRead, readBoardQuery } from './board-query.ts';
import { boardHead, boardTitle } from './request-heads.ts';
import { requestGroupOf, wholeCount } from './request-labels.ts';
import './requests.css';

const SKELETON_ROWS = 5;
/** Pictures of this many rows load immediately, because these rows are visible without scrolling. */
const EAGER_ROWS = 4;

export const page: PageSpec = {
  load: async ({ context, url }) => {
    await load(context, boardRead(readBoardQuery(url.searchParams)));
    return undefined;
  },
  head: ({ context, url }) => {
    const query = readBoardQuery(url.searchParams);
    return import.meta.env.SSR ? boardHead(context, query) : { title: boardTitle(context, query) };
  },
};

const AskButton = () => (
  <Link to="/request" className={buttonClass({ variant: 'solid' })}>
    <Icon name="plus" />
    Request a resource
  </Link>
);

const Nothing = ({ query, pages, isGuest }: { query: BoardQuery; pages: number; isGuest: boolean }) => {
  if (pages > 0) {
    return (
      <EmptyState
        title="This page is empty"
        actions={
          <Link className={buttonClass({ variant: 'solid' })} to={boardHref(query, { page: pages })}>
            Go to page {pages}
          </Link>
        }
      >
        This list has {pages === 1 ? 'only one page' : `only ${pages} pages`}.
      </EmptyState>
    );
  }
  if (query.mine && isGuest) {
    return (
      <EmptyState
        title="Log in to see your requests"
        actions={
          <Link className={buttonClass({ variant: 'solid' })} to={signInPath(boardHref(query))}>
            Log in
          </Link>
        }
      >
        Requests you make or vote for will show up here.
      </EmptyState>
    );
  }
  const isNarrowed = Boolean(query.search || query.status || query.mine);
  return (
    <EmptyState
      title="No requests found"
      actions={
        <>
          {isNarrowed && (
            <Link className={buttonClass()} to={BOARD_PATH}>
              Show all requests
            </Link>
          )}
          <AskButton />
        </>
      }
    >
      {query.search
        ? `Nothing matches "${query.search}". Request it and others can vote for it.`
        : query.mine
          ? "You haven't requested or voted for anything yet."
          : 'Request an asset and others can vote for it.'}
    </EmptyState>
  );
};

const Skeleton = ({ rows }: { rows: number }) => (
  <div aria-hidden="true">
    {Array.from({ length: rows }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are all alike
      <div key={index} className="request-row">
        <div className="skeleton h-18 w-16" />
        <div>
          <div className="skeleton h-4 w-3/5" />
          <div className="skeleton mt-2.5 h-3 w-2/5" />
        </div>
      </div>
    ))}
  </div>
);

/**
 * Heading above each group of requests, shown unless the board is sorted by date. Within a group, requests are sorted by votes.
 */
const GroupHeading = ({ request, previous }: { request: ResourceRequest; previous: ResourceRequest | undefined }) => {
  const group = requestGroupOf(request);
  if (previous && requestGroupOf(previous) === group) return null;
  return <p className="board-group font-semibold">{group}</p>;
};

/** /requests: what people have requested, how many want it, and the outcome (product.md RQ-4). */
export default function BoardPage() {
  const [parameters] = useSearchParams();
  const { session } = useAuth();
  const query = readBoardQuery(parameters);
  const { requests, pagination, counts } = useRead(boardRead(query));
  const { location } = useNavigation();
  const busy = location?.pathname === BOARD_PATH;
  const slow = useSlow(busy);
  // The controls show a new selection immediately; the rows follow once they have loaded.
  const aim = busy ? readBoardQuery(new URLSearchParams(location.search)) : query;
  const isGuest = session.state === 'signed-out';
  const isMostWanted = query.sort !== 'newest';
  const { total, pages, currentPage } = pagination;
  const status =
    total === 0 ? 'No requests to show' : `${wholeCount.format(total)} ${total === 1 ? 'request' : 'requests'}`;
  return (
    <div className="wrap pt-10 pb-21">
      <PageTitle actions={<AskButton />}>Requests</PageTitle>
      <p className="mt-4 mb-6 max-w-prose text-muted">
        What editors are looking for. Links are just for reference: we only publish work its uploader has the rights to.
      </p>
      <BoardSearch query={aim} />
      <Ruler className="mt-6" />
      <div className="mt-5 flex items-center gap-2 max-sm:flex-wrap sm:gap-3">
        <BoardFilters query={aim} counts={counts} />
        <BoardSort query={aim} />
      </div>
      <div className="mt-4 mb-3 flex flex-wrap gap-x-4 text-sm text-muted">
        <p className="min-h-5" role="status">
          {slow ? 'Loading requests' : status}
        </p>
        {isMostWanted && total > 0 && <p>A vote from a Premium member counts as three votes.</p>}
      </div>
      {slow ? (
        <Skeleton rows={requests.length || SKELETON_ROWS} />
      ) : requests.length > 0 ? (
        <ul className={busy ? 'board-busy' : undefined} aria-busy={busy || undefined}>
          {requests.map((request, index) => (
            <li key={request.id}>
              {isMostWanted && <GroupHeading request={request} previous={requests[index - 1]} />}
              <RequestRow request={request} next={boardHref(query, { page: currentPage })} eager={index < EAGER_ROWS} />
            </li>
          ))}
        </ul>
      ) : (
        <Nothing query={query} pages={total > 0 ? pages : 0} isGuest={isGuest} />
      )}
      <div className="mt-14">
        <Pager
          current={currentPage}
          pages={requests.length > 0 ? pages : 0}
          hrefFor={(number) => boardHref(query, { page: number })}
          link={Link}
        />
      </div>
    </div>
  );
}
