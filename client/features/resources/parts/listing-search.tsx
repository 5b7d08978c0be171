import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { SearchField } from '#client/ui/search-field.tsx';
import { SEARCH_DEBOUNCE_MS, SEARCH_MAX_CHARACTERS } from '#contract/limits.ts';
import { type ListingQuery, listingHref } from '../listing-query.ts';
import { HiddenFilters } from './hidden-filters.tsx';
import { useSlashKey } from './use-slash-key.ts';

const FIELD_ID = 'listing-search';

/** The search box: what is typed goes to the address after 300 ms, and what the address says comes back into the box. */
export const ListingSearch = ({ query }: { query: ListingQuery }) => {
  const navigate = useNavigate();
  const inAddress = query.search ?? '';
  const [typed, setTyped] = useState(inAddress);
  /** What the address says, or will say: any other value of it came from elsewhere (back, a link). */
  const known = useRef(inAddress);
  useSlashKey(FIELD_ID);

  useEffect(() => {
    if (inAddress === known.current) return;
    known.current = inAddress;
    setTyped(inAddress);
  }, [inAddress]);

  const mirror = (value: string) => {
    const search = value.trim();
    if (search === known.current) return;
    known.current = search;
    navigate(listingHref(query, { search }), { replace: true, preventScrollReset: true });
  };
  // The timer runs the newest of these, so that a filter chosen meanwhile is not undone.
  const mirrorLatest = useRef(mirror);
  mirrorLatest.current = mirror;

  useEffect(() => {
    const timer = setTimeout(() => mirrorLatest.current(typed), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

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
};
