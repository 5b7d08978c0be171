import { useId, useRef, useState } from 'react';
import { useNavigate, useNavigation, useSearchParams } from 'react-router';
import { typesRead } from '#client/features/resources/components/asset-types.ts';
import { ActiveFilters } from '#client/features/resources/components/listing/active-filters.tsx';
import { editorsRead, useEditors } from '#client/features/resources/components/listing/editors.ts';
import { loadPanel, loadPanelCode, useFacetPanel } from '#client/features/resources/components/listing/facets.ts';
import { FilterButton } from '#client/features/resources/components/listing/filter-button.tsx';
import { FilterColumn, FilterSheet } from '#client/features/resources/components/listing/filter-panel.tsx';
import { ListingFailure } from '#client/features/resources/components/listing/listing-failure.tsx';
import {
  CategoryPillsPart,
  CorrectedSearchPart,
  loadListingParts,
  PopularEditorsPart,
} from '#client/features/resources/components/listing/listing-parts.ts';
import { ListingResults } from '#client/features/resources/components/listing/listing-results.tsx';
import { ListingSearch } from '#client/features/resources/components/listing/listing-search.tsx';
import { SortMenu } from '#client/features/resources/components/listing/sort-menu.tsx';
import { useSlow } from '#client/features/resources/components/listing/use-slow.ts';
import { useWide } from '#client/features/resources/components/listing/use-wide.ts';
import { SoundSwitchPart } from '#client/features/resources/components/sound/sound-part.ts';
import { TypeTilesPart } from '#client/features/resources/components/type-parts.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import type { PageSpec } from '#client/kit/data/page.ts';
import { load, loadedOf, read, useRead } from '#client/kit/data/query.ts';
import { Ruler } from '#client/ui/charts/ruler.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { POPULAR_EDITORS } from '#contract/resources/limits.ts';
import { listResources } from './api.ts';
import { listingHead, listingTitle } from './listing-head.ts';
import {
  apiQueryOf,
  type ListingQuery,
  listingHref,
  readListingQuery,
  resourcesShownLine,
  resultLine,
} from './listing-query.ts';
import './listing.css';

const resourcesRead = (query: ListingQuery) => read(listResources, { query: apiQueryOf(query) });

const isPanelInAddress = (query: ListingQuery): boolean => query.filters === 'open';

export const page: PageSpec = {
  load: async ({ context, url }) => {
    const query = readListingQuery(url.searchParams);
    await Promise.all([
      load(context, resourcesRead(query)),
      // If this fails, the chips show fallback names (product.md DI-4).
      load(context, editorsRead).catch(() => null),
      // Without them, the page has no tiles.
      load(context, typesRead).catch(() => null),
      TypeTilesPart.preload(),
      loadListingParts(),
      // The panel shows its own error if its values fail to load.
      isPanelInAddress(query) && loadPanel(context, query).catch(() => null),
    ]);
    return undefined;
  },
  prepare: async (url) => {
    if (isPanelInAddress(readListingQuery(url.searchParams))) await loadPanelCode().catch(() => null);
  },
  head: ({ context, url, failure }) => {
    const { filters: _filters, ...query } = readListingQuery(url.searchParams);
    if (!import.meta.env.SSR) return { title: listingTitle(context, query, failure) };
    return listingHead(context, query, failure ? undefined : loadedOf(context, resourcesRead(query)), failure);
  },
  Failure: ListingFailure,
};

/** The query that the page is navigating to, or the current query when idle. */
const useAim = (shown: ListingQuery): { aim: ListingQuery; busy: boolean } => {
  const { location } = useNavigation();
  if (location?.pathname !== '/resources') return { aim: shown, busy: false };
  return { aim: readListingQuery(new URLSearchParams(location.search)), busy: true };
};

/** Whether the user left the filter panel open. Keeps it open when they come back from an asset. */
let leftOpen = false;

/** The asset listing (specification, section 2). */
export default function ListingPage() {
  const [parameters] = useSearchParams();
  const context = useAppContext();
  const navigate = useNavigate();
  const query = readListingQuery(parameters);
  const listing = useRead(resourcesRead(query));
  const editors = useEditors();
  // Controls show a new selection immediately; the cards follow once they have loaded.
  const { aim, busy } = useAim(query);
  const slow = useSlow(busy);
  const wide = useWide();
  const [pressedOpen, setPressedOpen] = useState(() => leftOpen);
  const button = useRef<HTMLAnchorElement>(null);
  const panelId = useId();

  const inAddress = isPanelInAddress(query);
  const sheet = pressedOpen && !wide && !inAddress;
  const column = inAddress || (pressedOpen && wide);
  const panel = useFacetPanel(aim, sheet || column);
  const setOpen = (open: boolean) => {
    setPressedOpen(open);
    leftOpen = open && wide;
  };
  const close = () => {
    setOpen(false);
    button.current?.focus({ preventScroll: true });
    if (inAddress) navigate(listingHref(query, { filters: undefined }), { replace: true, preventScrollReset: true });
  };
  const showing = slow
    ? 'Loading assets'
    : resourcesShownLine(listing.resources.length, listing.pagination) || 'No assets to show';
  return (
    <div className="wide wrap pt-10 pb-21">
      <PageTitle>Editing Assets</PageTitle>
      <ListingSearch query={aim} />
      <TypeTilesPart query={aim} className="mt-3" />
      <PopularEditorsPart editors={editors.slice(0, POPULAR_EDITORS)} query={aim} />
      <Ruler className="mt-6" />
      <div className="mt-5 flex items-center gap-x-3 gap-y-2.5 max-sm:flex-wrap">
        <CategoryPillsPart query={aim} />
        <FilterButton
          ref={button}
          query={aim}
          open={sheet || column}
          panelId={panelId}
          onIntent={() => void loadPanel(context, query).catch(() => null)}
          onToggle={() => setOpen(!pressedOpen)}
        />
        <SortMenu query={aim} />
        <SoundSwitchPart cards={listing.resources} />
      </div>
      <div className="mt-4 mb-5 flex min-h-8 flex-wrap items-center gap-x-5 gap-y-2">
        <p className="min-h-5 text-sm text-muted" role="status">
          {showing}
        </p>
        {listing.mendedSearch && !slow && <CorrectedSearchPart query={query} corrected={listing.mendedSearch} />}
        <ActiveFilters query={aim} fallback={button} />
      </div>
      <div className={column ? 'filter-split' : undefined}>
        {column && <FilterColumn id={panelId} panel={panel} query={aim} onClose={close} />}
        <div>
          <ListingResults listing={listing} query={query} editors={editors} busy={busy} slow={slow} beside={column} />
        </div>
      </div>
      {sheet && (
        <FilterSheet
          panel={panel}
          query={aim}
          showing={showing}
          result={resultLine(listing.pagination)}
          onClose={close}
        />
      )}
    </div>
  );
}
