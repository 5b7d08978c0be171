import { useNavigate } from 'react-router';
import { Button } from '#client/ui/button.tsx';
import { Select } from '#client/ui/select.tsx';
import { type ListingQuery, listingHref, SORTS } from '../listing-query.ts';
import { HiddenFilters } from './hidden-filters.tsx';

/** The sort menu, on a phone only its arrow: a form for browsers without scripts, which then see its button. */
export const SortMenu = ({ query }: { query: ListingQuery }) => {
  const navigate = useNavigate();
  return (
    <form action="/resources" method="get" className="flex flex-none items-center gap-2">
      <HiddenFilters query={query} except="sort" />
      <Select
        label="Sort"
        hideLabel
        pill
        className="max-sm:w-9 max-sm:[&_select]:px-0 max-sm:[&_select]:text-transparent max-sm:[&_svg]:right-2.5"
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
};
