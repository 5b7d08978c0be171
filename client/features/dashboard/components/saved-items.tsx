import type { Ref } from 'react';
import { Link } from 'react-router';
import {
  type DashboardQuery,
  dashboardHref,
  savedRead,
  summaryRead,
} from '#client/features/dashboard/dashboard-query.ts';
import { useLoaded } from '#client/kit/data/query.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { CardSkeleton } from '#client/ui/media/card-skeleton.tsx';
import { SectionFailure } from '#client/ui/section-failure.tsx';
import { SectionHeading } from '#client/ui/section-heading.tsx';
import { DASHBOARD_ITEMS } from '#contract/members/limits.ts';
import type { SavedItem } from '#contract/resources/bookmarks.ts';
import { SavedCard } from './saved-card.tsx';
import { SavedFilter, SavedSearch } from './saved-tools.tsx';
import type { Removed } from './use-removed.ts';

const GRID = 'grid grid-cols-1 gap-x-5 gap-y-9 sm:grid-cols-2 md:grid-cols-3 lg:grid-cols-4';

const Nothing = ({ query }: { query: DashboardQuery }) => {
  if (query.search || query.category) {
    return (
      <EmptyState
        heading="h3"
        title="No matching saved items"
        actions={
          <Link
            to={dashboardHref(query, { search: '', category: '' })}
            replace
            preventScrollReset
            className={buttonClass({ variant: 'solid' })}
          >
            Show all saved items
          </Link>
        }
      >
        {query.search ? `None of your saved items match "${query.search}".` : 'No saved items in this category.'}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      heading="h3"
      title="No saved items yet"
      actions={
        <Link to="/resources" className={buttonClass({ variant: 'solid' })}>
          Browse Elements
        </Link>
      }
    >
      Assets you save will show up here.
    </EmptyState>
  );
};

const Cards = ({ items, removed, busy }: { items: SavedItem[]; removed: Removed; busy: boolean }) => (
  <ul className={busy ? `${GRID} grid-busy` : GRID} aria-busy={busy || undefined}>
    {items.map((item) => (
      <li key={item.id}>
        <SavedCard item={item} removed={removed} />
      </li>
    ))}
  </ul>
);

const Waiting = () => (
  <ul className={GRID} aria-hidden="true">
    {[1, 2, 3, 4].map((place) => (
      <li key={place}>
        <CardSkeleton />
      </li>
    ))}
  </ul>
);

/** A member's saved items (specification, section 2), filtered according to the URL. */
export function SavedItems({
  ref,
  query,
  aim,
  tools,
  removed,
  busy,
  slow,
  onRetry,
}: {
  ref: Ref<HTMLElement>;
  query: DashboardQuery;
  /** The query that is being loaded; the same as `query` if no navigation is in progress. */
  aim: DashboardQuery;
  tools: { filter: boolean; search: boolean };
  removed: Removed;
  busy: boolean;
  slow: boolean;
  onRetry: () => void;
}) {
  const items = useLoaded(savedRead(query));
  const summary = useLoaded(summaryRead);
  const shown = items?.slice(0, query.saved) ?? [];
  return (
    <section ref={ref} aria-labelledby="saved-items" className="scroll-mt-5">
      <SectionHeading
        id="saved-items"
        actions={
          <Link to="/resources" className={buttonClass({ variant: 'quiet', className: '-mr-4' })}>
            View All<span className="sr-only"> assets</span>
          </Link>
        }
      >
        Saved Items
      </SectionHeading>
      {(tools.filter || tools.search) && (
        <div className="mb-6 flex flex-col gap-3">
          {tools.search && <SavedSearch aim={aim} takesFocus={!query.search} />}
          {tools.filter && <SavedFilter aim={aim} categories={summary?.savedCategories ?? []} />}
          <p className="sr-only" role="status">
            {busy ? 'Loading saved items' : shownLine(shown.length, items)}
          </p>
        </div>
      )}
      {!items && !slow && <SectionFailure sentence="Failed to load saved items" onRetry={onRetry} />}
      {slow && <Waiting />}
      {!slow && items?.length === 0 && <Nothing query={query} />}
      {!slow && shown.length > 0 && <Cards items={shown} removed={removed} busy={busy} />}
      {items && items.length > query.saved && (
        <p className="mt-9 text-center">
          <Link
            to={dashboardHref(query, { saved: query.saved + DASHBOARD_ITEMS })}
            replace
            preventScrollReset
            className={buttonClass()}
          >
            Show more saved items
          </Link>
        </p>
      )}
    </section>
  );
}

const shownLine = (shown: number, items: SavedItem[] | undefined): string => {
  if (!items) return '';
  return shown === 1 ? 'Showing 1 saved item' : `Showing ${shown} saved items`;
};
