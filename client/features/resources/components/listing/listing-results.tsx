import { Link } from 'react-router';
import { ResourceCard } from '#client/features/resources/components/resource-card.tsx';
import { ResourceGrid } from '#client/features/resources/components/resource-grid.tsx';
import { type ListingQuery, listingHref } from '#client/features/resources/listing-query.ts';
import { CardSkeleton } from '#client/ui/media/card-skeleton.tsx';
import { Pager } from '#client/ui/table/pager.tsx';
import type { ReplyOf } from '#contract/http.ts';
import type { listResources } from '#contract/resources/api.ts';
import { NothingFoundPart, PastTheEndPart } from './listing-parts.ts';

/** Number of cards whose images load immediately, i.e. the first row. The other images load when they scroll into view. */
const EAGER_CARDS = 3;
const SKELETON_CARDS = 9;

type Listing = ReplyOf<typeof listResources>;

/**
 * The cards of the page, or an empty state. While the next page loads, the current cards are dimmed; if loading is `slow`, the
 * same number of placeholders replaces them, so that the layout does not shift.
 */
export function ListingResults({
  listing: { resources, pagination },
  query,
  editors,
  busy,
  slow,
  beside,
}: {
  listing: Listing;
  query: ListingQuery;
  editors: { name: string }[];
  busy: boolean;
  slow: boolean;
  /** Whether the filters are shown next to the cards. */
  beside: boolean;
}) {
  if (slow) {
    return (
      <ResourceGrid hidden beside={beside}>
        {Array.from({ length: resources.length || SKELETON_CARDS }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are all alike
          <li key={index}>
            <CardSkeleton />
          </li>
        ))}
      </ResourceGrid>
    );
  }
  if (resources.length === 0) {
    return pagination.total > 0 ? (
      <PastTheEndPart query={query} pages={pagination.pages} atLeast={pagination.atLeast} />
    ) : (
      <NothingFoundPart query={query} editors={editors} />
    );
  }
  return (
    <>
      <ResourceGrid beside={beside} busy={busy}>
        {resources.map((resource, index) => (
          <li key={resource.id} className="min-w-0">
            <ResourceCard resource={resource} priority={index < EAGER_CARDS} />
          </li>
        ))}
      </ResourceGrid>
      <div className="mt-14">
        <Pager
          current={pagination.currentPage}
          pages={pagination.pages}
          more={pagination.atLeast}
          hrefFor={(number) => listingHref(query, { page: number, filters: undefined })}
          link={Link}
        />
      </div>
    </>
  );
}
