import { Link, useNavigation, useSearchParams } from 'react-router';
import type { LoadInput, PageSpec } from '#client/kit/page.ts';
import { load, read, useRead } from '#client/kit/query.ts';
import { buttonClass } from '#client/ui/button.tsx';
import { CardSkeleton } from '#client/ui/card-skeleton.tsx';
import { Chip } from '#client/ui/chip.tsx';
import { EditorTile } from '#client/ui/editor-tile.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Pager } from '#client/ui/pager.tsx';
import { Ruler } from '#client/ui/ruler.tsx';
import { POPULAR_EDITORS, SUGGESTED_EDITORS } from '#contract/limits.ts';
import { listResources } from './api.ts';
import { apiQueryOf, type ListingQuery, listingHref, readListingQuery, showingLine } from './listing-query.ts';
import { ActiveFilters } from './parts/active-filters.tsx';
import { CategoryPills } from './parts/category-pills.tsx';
import { editorsRead, useEditors } from './parts/editors.ts';
import { ListingSearch } from './parts/listing-search.tsx';
import { PopularEditors } from './parts/popular-editors.tsx';
import { ResourceCard } from './parts/resource-card.tsx';
import { ResourceGrid } from './parts/resource-grid.tsx';
import { SortMenu } from './parts/sort-menu.tsx';
import { useSlow } from './parts/use-slow.ts';

/** The first row is loaded at once; the rest as it comes into view. */
const EAGER_CARDS = 3;
const SKELETON_CARDS = 9;

const resourcesRead = (query: ListingQuery) => read(listResources, { query: apiQueryOf(query) });

const titleOf = ({ search, tag, editor, page }: ListingQuery): string => {
  const subject = search ? `"${search}"` : (tag ?? editor);
  return ['Editing Assets', subject, page && page !== '1' ? `Page ${page}` : undefined].filter(Boolean).join(' - ');
};

export const page: PageSpec = {
  load: async ({ services, url }) => {
    await Promise.all([
      load(services, resourcesRead(readListingQuery(url.searchParams))),
      // The chips have names of their own for when this fails (product.md DI-4).
      load(services, editorsRead).catch(() => null),
    ]);
    return undefined;
  },
  head: ({ services, url, failure }: LoadInput & { failure: unknown }) => {
    const query = readListingQuery(url.searchParams);
    return {
      title: `${failure ? 'Editing Assets' : titleOf(query)} - ${services.site.siteName}`,
      description: 'Presets, LUTs, overlays, titles, sounds and 3D for video editors: browse, search and download.',
      // Results of a search are no page of their own for search engines.
      canonical: query.search ? null : listingHref(query, { page: Number(query.page ?? 1) }),
    };
  },
};

/** The resources listing (specification, section 2). */
export default function ListingPage() {
  const [parameters] = useSearchParams();
  const query = readListingQuery(parameters);
  const { resources, pagination } = useRead(resourcesRead(query));
  const editors = useEditors();
  const navigation = useNavigation();
  const slow = useSlow(navigation.location?.pathname === '/resources');
  const here = pagination.currentPage;
  const showing = showingLine(resources.length, pagination);
  return (
    <div className="wrap pt-10 pb-21">
      <PageTitle>Editing Assets</PageTitle>
      <ListingSearch query={query} />
      <PopularEditors editors={editors.slice(0, POPULAR_EDITORS)} query={query} />
      <Ruler className="mt-6" />
      <div className="mt-5 flex items-center justify-between gap-4">
        <CategoryPills query={query} />
        <SortMenu query={query} />
      </div>
      <ActiveFilters query={query} />
      <p className="mt-5 mb-6 min-h-5 text-sm text-muted" role="status">
        {slow ? 'Loading assets' : showing}
      </p>
      {slow ? (
        <ResourceGrid hidden>
          {Array.from({ length: SKELETON_CARDS }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are all alike
            <li key={index}>
              <CardSkeleton />
            </li>
          ))}
        </ResourceGrid>
      ) : resources.length > 0 ? (
        <ResourceGrid>
          {resources.map((resource, index) => (
            <li key={resource.id} className="min-w-0">
              <ResourceCard resource={resource} priority={index < EAGER_CARDS} />
            </li>
          ))}
        </ResourceGrid>
      ) : pagination.total > 0 ? (
        <EmptyState
          title="This page is empty"
          actions={
            <Link className={buttonClass({ variant: 'solid' })} to={listingHref(query, { page: pagination.pages })}>
              Go to page {pagination.pages}
            </Link>
          }
        >
          There {pagination.pages === 1 ? 'is one page' : `are ${pagination.pages} pages`} of these assets.
        </EmptyState>
      ) : (
        <EmptyState
          title="No resources found"
          chips={editors.slice(0, SUGGESTED_EDITORS).map(({ name }) => (
            <Chip key={name} to={listingHref({}, { editor: name })} lead={<EditorTile editor={name} />} link={Link}>
              {name}
            </Chip>
          ))}
          actions={
            <Link className={buttonClass({ variant: 'solid' })} to="/resources">
              Clear search
            </Link>
          }
        >
          {query.search ? `Nothing matches "${query.search}".` : 'Nothing matches these filters.'} Try one of these
          editors.
        </EmptyState>
      )}
      {!slow && resources.length > 0 && (
        <div className="mt-14">
          <Pager
            current={here}
            pages={pagination.pages}
            hrefFor={(number) => listingHref(query, { page: number })}
            link={Link}
          />
        </div>
      )}
    </div>
  );
}
