import { Link } from 'react-router';
import { type ListingQuery, listingHref } from '#client/features/resources/listing-query.ts';

/** Tells the user that the search was corrected, with a link that searches for the corrected text. */
export function CorrectedSearch({ query, corrected }: { query: ListingQuery; corrected: string }) {
  return (
    <div className="text-sm wrap-anywhere text-muted">
      No assets match "{query.search}" exactly. Showing results for{' '}
      <Link className="link text-fg" to={listingHref(query, { search: corrected })} preventScrollReset>
        "{corrected}"
      </Link>
      .
    </div>
  );
}
