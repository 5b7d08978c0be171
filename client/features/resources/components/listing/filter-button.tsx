import { type KeyboardEvent, type MouseEvent, type Ref, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { filtersOf, type ListingQuery, listingHref } from '#client/features/resources/listing-query.ts';
import { Icon } from '#client/ui/icon.tsx';

/**
 * Opens and closes the filters. Without scripts, it is a link to the page with the panel open. With scripts, it works as a button
 * and navigates only if the panel was opened by the URL.
 */
export function FilterButton({
  ref,
  query,
  open,
  panelId,
  onIntent,
  onToggle,
}: {
  ref: Ref<HTMLAnchorElement>;
  query: ListingQuery;
  open: boolean;
  panelId: string;
  onIntent: () => void;
  onToggle: () => void;
}) {
  const [scripted, setScripted] = useState(false);
  useEffect(() => setScripted(true), []);
  const count = filtersOf(query).length;
  const inAddress = query.filters === 'open';
  const press = (event: MouseEvent) => {
    // A click with a modifier key opens a new tab, as with any link.
    if (inAddress || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onToggle();
  };
  const pressBySpace = (event: KeyboardEvent<HTMLAnchorElement>) => {
    if (event.key !== ' ') return;
    event.preventDefault();
    event.currentTarget.click();
  };
  return (
    <Link
      ref={ref}
      className="pill filter-button"
      to={listingHref(query, { filters: inAddress ? undefined : 'open', page: Number(query.page ?? 1) })}
      replace
      preventScrollReset
      role={scripted ? 'button' : undefined}
      aria-expanded={open}
      aria-controls={open ? panelId : undefined}
      onPointerEnter={onIntent}
      onPointerDown={onIntent}
      onFocus={onIntent}
      onClick={press}
      onKeyDown={scripted ? pressBySpace : undefined}
    >
      <Icon name="filter" />
      Filters
      {count > 0 && (
        <span className="filter-count mono">
          {count}
          <span className="sr-only"> active</span>
        </span>
      )}
    </Link>
  );
}
