import { Link } from 'react-router';
import { filtersOf, type ListingQuery, listingHref, wholeTotal } from '#client/features/resources/listing-query.ts';
import { classNames } from '#client/ui/class-names.ts';
import { Icon } from '#client/ui/icon.tsx';
import { TypeIcon, typeName } from '#client/ui/media/type-tag.tsx';
import { useTypes } from './asset-types.ts';

/**
 * One link for each asset type, with the number of its assets. The counts are those of the whole site, so a tile replaces search
 * and filters; only the sort order is kept. `query` is the listing's; without it, the tiles are flatter and exclude the one for
 * all assets.
 */
export function TypeTiles({ query, className }: { query?: ListingQuery; className?: string }) {
  const types = useTypes();
  const tile = (type: string | undefined, count: number, isCurrent: boolean) => (
    <Link
      key={type ?? ''}
      className="type-tile"
      to={listingHref({ sort: query?.sort, filters: query?.filters }, { type })}
      aria-current={isCurrent || undefined}
      preventScrollReset={query !== undefined}
    >
      {type ? <TypeIcon type={type} toned /> : <Icon name="grid" />}
      <span>{type ? typeName(type, true) : 'All'}</span>
      <span className="mono text-muted">
        {wholeTotal.format(count)}
        <span className="sr-only"> assets</span>
      </span>
    </Link>
  );
  const total = types.reduce((sum, { count }) => sum + count, 0);
  return (
    <div>
      {types.length > 0 && (
        <nav aria-label="Asset types" className={classNames('bleed-x gap-2', !query && 'type-tiles-flat', className)}>
          {query && tile(undefined, total, !query.search && filtersOf(query).length === 0)}
          {types.map(({ name, count }) => tile(name, count, query?.type?.toLowerCase() === name.toLowerCase()))}
        </nav>
      )}
    </div>
  );
}
