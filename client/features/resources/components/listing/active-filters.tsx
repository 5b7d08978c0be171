import { type MouseEvent, type RefObject, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { chipTitle, filterWords } from '#client/features/resources/filter-labels.ts';
import {
  CATEGORY_PILLS,
  clearedHref,
  filtersOf,
  type ListingQuery,
  listingHref,
} from '#client/features/resources/listing-query.ts';
import { classNames } from '#client/ui/class-names.ts';
import { Icon } from '#client/ui/icon.tsx';

/** Whether the filter is a category that has its own pill, which makes a chip unnecessary. */
const isPill = ({ kind, value }: { kind: string; value: string }): boolean =>
  kind === 'category' && CATEGORY_PILLS.some((pill) => pill.value === value);

/**
 * Chips for the filters that no other control shows. Clicking a chip removes its filter. If there are several chips, an extra one
 * removes all of these filters.
 */
export function ActiveFilters({
  query,
  fallback,
}: {
  query: ListingQuery;
  /** Receives focus when the last chip has been removed. */
  fallback: RefObject<HTMLElement | null>;
}) {
  const filters = filtersOf(query);
  const chips = filters.filter((filter) => !isPill(filter));
  const row = useRef<HTMLDivElement>(null);
  // Index of the clicked chip.
  const pressed = useRef<number | null>(null);
  const length = chips.length;

  // A clicked chip disappears, which would reset focus to the top of the page, so move it to the next chip instead.
  useEffect(() => {
    const place = pressed.current;
    if (place === null) return;
    pressed.current = null;
    const links = row.current?.querySelectorAll('a') ?? [];
    (links[Math.min(place, length - 1)] ?? fallback.current)?.focus({ preventScroll: true });
  }, [length, fallback]);

  const note = (place: number) => (event: MouseEvent) => {
    // A click with a modifier key opens a new tab, so no chip is removed here.
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) pressed.current = place;
  };

  return (
    <div ref={row} className="contents">
      {length > 0 && (
        <ul className="flex min-w-0 flex-wrap gap-2" aria-label="Active filters">
          {chips.map(({ kind, value }, index) => (
            <li key={kind} className="max-w-full">
              <Link
                className="chip max-w-full pl-3"
                to={listingHref(query, { [kind]: undefined })}
                preventScrollReset
                onClick={note(index)}
              >
                <span className="sr-only">Remove filter</span>
                {chipTitle(kind) && <span className="text-muted">{chipTitle(kind)}</span>}
                <span className={classNames('truncate', kind === 'type' && 'first-letter:uppercase')}>
                  {filterWords(kind, value)}
                </span>
                <Icon name="close" small />
              </Link>
            </li>
          ))}
          {filters.length > 1 && (
            <li>
              <Link
                className="chip border-transparent bg-transparent px-2 text-muted"
                to={clearedHref(query)}
                preventScrollReset
                aria-label="Clear all filters"
                onClick={note(0)}
              >
                Clear all
              </Link>
            </li>
          )}
        </ul>
      )}
    </div>
  );
}
