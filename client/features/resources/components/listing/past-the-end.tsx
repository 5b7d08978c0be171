import { Link } from 'react-router';
import { type ListingQuery, listingHref } from '#client/features/resources/listing-query.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { buttonClass } from '#client/ui/forms/button.tsx';

/** Leads back from a page that the listing does not have. */
export function PastTheEnd({ query, pages, atLeast }: { query: ListingQuery; pages: number; atLeast: boolean }) {
  return (
    <div>
      <EmptyState
        title="This page is empty"
        actions={
          <Link className={buttonClass({ variant: 'solid' })} to={listingHref(query, { page: pages })}>
            Go to page {pages}
          </Link>
        }
      >
        There {pages === 1 ? 'is only one page' : `are ${atLeast ? 'at least ' : ''}${pages} pages`} of results.
      </EmptyState>
    </div>
  );
}
