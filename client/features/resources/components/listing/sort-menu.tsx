import { useNavigate } from 'react-router';
import { type ListingQuery, listingHref, SORTS } from '#client/features/resources/listing-query.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { Select } from '#client/ui/forms/select.tsx';
import { HiddenFilters } from './hidden-filters.tsx';

/** The sort menu. It is a form, so that it works without scripts. Its submit button is only visible without scripts. */
export function SortMenu({ query }: { query: ListingQuery }) {
  const navigate = useNavigate();
  return (
    <form action="/resources" method="get" className="flex flex-none items-center gap-2 max-sm:flex-1">
      <HiddenFilters query={query} except="sort" />
      <Select
        label="Sort"
        pill
        className="flex-1"
        name="sort"
        options={SORTS}
        value={query.sort ?? 'newest'}
        onValueChange={(value) => navigate(listingHref(query, { sort: value }), { preventScrollReset: true })}
      />
      <noscript>
        <Button type="submit" size="sm">
          Sort
        </Button>
      </noscript>
    </form>
  );
}
