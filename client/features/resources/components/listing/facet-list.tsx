import { Link } from 'react-router';
import { useTypes } from '#client/features/resources/components/asset-types.ts';
import { FILTER_TITLES, filterWords, writtenValue } from '#client/features/resources/filter-labels.ts';
import { countText, type ListingQuery, listingHref } from '#client/features/resources/listing-query.ts';
import { classNames } from '#client/ui/class-names.ts';
import { Icon } from '#client/ui/icon.tsx';
import { EditorTile } from '#client/ui/media/editor-tile.tsx';
import type { Facet } from '#contract/resources/api.ts';

type Value = Facet['values'][number];

/** Number of values that are always visible. The rest are collapsed. */
const SHOWN_VALUES = 8;

const isSame = (one: string | undefined, other: string): boolean => one?.toLowerCase() === other.toLowerCase();

const ValueLink = ({ kind, value, query }: { kind: Facet['kind']; value: Value; query: ListingQuery }) => {
  const chosen = isSame(query[kind], value.value);
  const hasAssets = value.count > 0;
  const content = (
    <>
      {kind === 'editor' && <EditorTile editor={value.label} />}
      <span className={classNames('truncate', kind === 'type' && 'first-letter:uppercase')}>{value.label}</span>
      <span className={classNames('mono ml-auto', hasAssets && 'opacity-75')}>
        {countText(value.count, value.atLeast)}
        <span className="sr-only"> assets</span>
      </span>
      {chosen && <Icon name="close" small />}
    </>
  );
  return (
    <li className="min-w-0">
      {hasAssets || chosen ? (
        <Link
          className="facet"
          to={listingHref(query, { [kind]: chosen ? undefined : writtenValue(kind, value) })}
          aria-current={chosen || undefined}
          preventScrollReset
        >
          {content}
        </Link>
      ) : (
        <span className="facet pointer-events-none text-muted">{content}</span>
      )}
    </li>
  );
};

const Group = ({ facet: { kind, values }, query }: { facet: Facet; query: ListingQuery }) => {
  const chosen = query[kind];
  // Keep an active filter visible even if it no longer has any results.
  const known = values.some(({ value }) => isSame(chosen, value));
  const all =
    chosen && !known
      ? [{ value: chosen, label: filterWords(kind, chosen), count: 0, atLeast: false }, ...values]
      : values;
  const isShown = ({ value }: Value, index: number) => index < SHOWN_VALUES || isSame(chosen, value);
  const folded = all.filter((value, index) => !isShown(value, index));
  const list = (part: Value[]) => (
    <ul className="facet-values">
      {part.map((value) => (
        <ValueLink key={value.value} kind={kind} value={value} query={query} />
      ))}
    </ul>
  );
  return (
    <section aria-labelledby={`filter-${kind}`}>
      <h3 id={`filter-${kind}`} className="mb-2 text-sm font-semibold text-muted">
        {FILTER_TITLES[kind]}
      </h3>
      {list(all.filter(isShown))}
      {folded.length > 0 && (
        <details className="facet-more">
          <summary className="facet">
            <span>Show all {all.length}</span>
            <span>Show fewer</span>
            <span className="sr-only">{FILTER_TITLES[kind]}</span>
            <Icon name="chevron" small className="ml-auto" />
          </summary>
          {list(folded)}
        </details>
      )}
    </section>
  );
};

/** All types in the site's order, with their counts. Otherwise, the groups below would jump whenever another filter changes. */
const inPlace = (types: { name: string }[], values: Value[]): Value[] => [
  ...types.map(
    ({ name }) =>
      values.find(({ value }) => isSame(value, name)) ?? { value: name, label: name, count: 0, atLeast: false },
  ),
  ...values.filter(({ value }) => !types.some(({ name }) => isSame(value, name))),
];

/** Links for all filter values of the listing. Links of active values remove the filter. */
export function FacetList({
  facets,
  query,
  stale,
}: {
  facets: Facet[];
  query: ListingQuery;
  /** Whether the counts belong to the previous listing, because the new ones are still loading. */
  stale: boolean;
}) {
  const types = useTypes();
  return facets.length === 0 ? (
    <p className="text-muted">No filters available for these assets.</p>
  ) : (
    <div className="facets" aria-busy={stale}>
      {facets.map((facet) => (
        <Group
          key={facet.kind}
          facet={facet.kind === 'type' ? { ...facet, values: inPlace(types, facet.values) } : facet}
          query={query}
        />
      ))}
    </div>
  );
}
