import { Link } from 'react-router';
import { Icon } from '#client/ui/icon.tsx';
import { type ListingQuery, listingHref } from '../listing-query.ts';

/** The filters that no control of the page shows: each a chip that takes it away. */
export const ActiveFilters = ({ query }: { query: ListingQuery }) => {
  const filters = (['editor', 'tag'] as const).flatMap((key) => (query[key] ? [{ key, value: query[key] }] : []));
  if (filters.length === 0) return null;
  return (
    <ul className="mt-4 flex flex-wrap gap-2" aria-label="Active filters">
      {filters.map(({ key, value }) => (
        <li key={key} className="max-w-full">
          <Link className="chip max-w-full pl-3" to={listingHref(query, { [key]: undefined })} preventScrollReset>
            <span className="sr-only">Remove filter</span>
            <span className="text-muted">{key === 'tag' ? 'Tag' : 'Editor'}</span>
            <span className="truncate">{value}</span>
            <Icon name="close" small />
          </Link>
        </li>
      ))}
    </ul>
  );
};
