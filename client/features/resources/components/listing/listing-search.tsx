import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { type ListingQuery, listingHref } from '#client/features/resources/listing-query.ts';
import { useSearchParamInput } from '#client/kit/use-search-param-input.ts';
import { SearchField } from '#client/ui/forms/search-field.tsx';
import { SEARCH_MAX_CHARACTERS } from '#contract/resources/limits.ts';
import { HiddenFilters } from './hidden-filters.tsx';
import { useSlashKey } from './use-slash-key.ts';

const FIELD_ID = 'listing-search';

/** The search box. Writes the typed text to the URL after 300 ms, and shows the new search term when the URL changes. */
export function ListingSearch({ query }: { query: ListingQuery }) {
  const navigate = useNavigate();
  const { typed, setTyped, mirror } = useSearchParamInput(query.search ?? '', (search) =>
    navigate(listingHref(query, { search }), { replace: true, preventScrollReset: true }),
  );
  useSlashKey(FIELD_ID);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    mirror(typed);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not known to every browser that the site serves
    <form role="search" action="/resources" method="get" className="mt-6" onSubmit={submit}>
      <HiddenFilters query={query} except="search" />
      <SearchField
        id={FIELD_ID}
        name="search"
        label="Search assets"
        placeholder="Search assets, editors, creators..."
        maxLength={SEARCH_MAX_CHARACTERS}
        enterKeyHint="search"
        value={typed}
        onValueChange={setTyped}
        onClear={() => mirror('')}
      >
        <span className="kbd mr-2 max-md:hidden" aria-hidden="true">
          /
        </span>
      </SearchField>
    </form>
  );
}
