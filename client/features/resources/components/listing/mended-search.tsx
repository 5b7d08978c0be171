import { Link } from 'react-router';
import { type ListingQuery, listingHref } from '#client/features/resources/listing-query.ts';

/** Says that the words were taken for others, which a press makes the search. */
export function MendedSearch({ query, mended }: { query: ListingQuery; mended: string }) {
  return (
    <p className="text-sm wrap-anywhere text-muted">
      No assets match "{query.search}" exactly. Showing results for{' '}
      <Link className="link text-fg" to={listingHref(query, { search: mended })} preventScrollReset>
        "{mended}"
      </Link>
      .
    </p>
  );
}
