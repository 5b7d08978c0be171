import { Link } from 'react-router';
import { CATEGORY_PILLS, type ListingQuery, listingHref } from '#client/features/resources/listing-query.ts';

/** Links to the categories; the one in the URL is marked as current. */
export function CategoryPills({ query }: { query: ListingQuery }) {
  return (
    <div className="mr-auto min-w-0 max-sm:basis-dvw">
      <nav aria-label="Category" className="bleed-x gap-2">
        {CATEGORY_PILLS.map(({ label, value }) => (
          <Link
            key={label}
            className="pill max-sm:px-3.5"
            to={listingHref(query, { category: value })}
            aria-current={query.category === value ? 'page' : undefined}
            preventScrollReset
          >
            {label}
          </Link>
        ))}
      </nav>
    </div>
  );
}
