import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { clearedHref, filtersOf, type ListingQuery, listingHref } from '#client/features/resources/listing-query.ts';
import { Button, buttonClass } from '#client/ui/forms/button.tsx';
import { IconButton } from '#client/ui/forms/icon-button.tsx';
import { Sheet } from '#client/ui/overlay/sheet.tsx';
import type { FacetPanelState } from './facets.ts';

const SKELETON_GROUPS = [4, 6, 5, 4];

const Skeleton = () => (
  <>
    <p className="sr-only" role="status">
      Loading filters
    </p>
    <div className="facets noscript:hidden" aria-hidden="true">
      {SKELETON_GROUPS.map((rows, group) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders never move
        <div key={group} className="flex flex-col gap-4">
          <div className="skeleton h-4 w-2/5" />
          {Array.from({ length: rows }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <div key={row} className="skeleton h-4 w-4/5" />
          ))}
        </div>
      ))}
    </div>
    <noscript>The filters could not be loaded. Reload the page to try again.</noscript>
  </>
);

const Content = ({ panel, query }: { panel: FacetPanelState; query: ListingQuery }): ReactNode => {
  const { FacetList, facets, stale, failed, retry } = panel;
  if (failed) {
    return (
      <div role="alert">
        <p className="mb-3">The filters could not be loaded.</p>
        <Button size="sm" onClick={retry}>
          Try again
        </Button>
      </div>
    );
  }
  return FacetList ? <FacetList facets={facets} query={query} stale={stale} /> : <Skeleton />;
};

const ClearAll = ({ query }: { query: ListingQuery }) =>
  filtersOf(query).length > 0 && (
    <Link
      className={buttonClass({ variant: 'quiet', size: 'sm' })}
      to={clearedHref(query)}
      preventScrollReset
      aria-label="Clear all filters"
    >
      Clear all
    </Link>
  );

type Props = { id: string; panel: FacetPanelState; query: ListingQuery; onClose: () => void };

/** The filters next to the cards; on narrow screens without scripts, they are above the cards. */
export function FilterColumn({ id, panel, query, onClose }: Props) {
  return (
    <aside
      id={id}
      className="filter-column"
      aria-label="Filters"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <div className="mb-4 flex h-9 items-center">
        <h2 className="mr-auto text-lead font-semibold">Filters</h2>
        <ClearAll query={query} />
        {query.filters === 'open' ? (
          <Link
            className={buttonClass({ variant: 'quiet', size: 'sm', className: '-mr-3' })}
            to={listingHref(query, { filters: undefined })}
            preventScrollReset
          >
            Close
          </Link>
        ) : (
          <IconButton icon="close" label="Close filters" size="sm" className="-mr-2" onClick={onClose} />
        )}
      </div>
      <Content panel={panel} query={query} />
    </aside>
  );
}

/** The filters on phones. Selecting a filter keeps the sheet open; the button at its end shows the number of results. */
export function FilterSheet({
  panel,
  query,
  onClose,
  showing,
  result,
}: Omit<Props, 'id'> & { showing: string; result: string }) {
  return (
    <Sheet
      title="Filters"
      onClose={onClose}
      aside={<ClearAll query={query} />}
      footer={(close) => (
        <Button variant="solid" size="lg" block onClick={close}>
          {result}
        </Button>
      )}
    >
      {/* The page's own status message is behind the sheet, where screen readers do not announce it. */}
      <p className="sr-only" role="status">
        {showing}
      </p>
      <Content panel={panel} query={query} />
    </Sheet>
  );
}
