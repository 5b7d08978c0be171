import { Link } from 'react-router';
import { useTypes } from '#client/features/resources/components/asset-types.ts';
import {
  clearedHref,
  filtersOf,
  type ListingQuery,
  listingHref,
  wholeTotal,
} from '#client/features/resources/listing-query.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { Chip } from '#client/ui/forms/chip.tsx';
import { EditorTile } from '#client/ui/media/editor-tile.tsx';
import { TypeIcon, typeName } from '#client/ui/media/type-tag.tsx';
import { requestPath } from '#contract/paths.ts';
import { SUGGESTED_EDITORS, SUGGESTED_TYPES } from '#contract/resources/limits.ts';

/** What to do when nothing matches. */
export function NothingFound({ query, editors }: { query: ListingQuery; editors: { name: string }[] }) {
  const types = useTypes();
  return (
    <div>
      <EmptyState
        title="No resources found"
        chips={
          <>
            {types.slice(0, SUGGESTED_TYPES).map(({ name, count }) => (
              <Chip
                key={name}
                to={listingHref({}, { type: name })}
                lead={<TypeIcon type={name} small />}
                count={wholeTotal.format(count)}
                link={Link}
              >
                {typeName(name, true)}
              </Chip>
            ))}
            {editors.slice(0, SUGGESTED_EDITORS).map(({ name }) => (
              <Chip key={name} to={listingHref({}, { editor: name })} lead={<EditorTile editor={name} />} link={Link}>
                {name}
              </Chip>
            ))}
          </>
        }
        actions={
          <>
            {query.search && (
              <Link className={buttonClass({ variant: 'solid' })} to={requestPath(query.search)}>
                Request “{query.search}”
              </Link>
            )}
            {query.search && filtersOf(query).length > 0 && (
              <Link className={buttonClass()} to={clearedHref(query)} preventScrollReset>
                Search without filters
              </Link>
            )}
            <Link className={buttonClass({ variant: query.search ? 'outline' : 'solid' })} to="/resources">
              Clear search
            </Link>
          </>
        }
      >
        {query.search ? `Nothing matches "${query.search}".` : 'Nothing matches these filters.'} Try browsing by type or
        editor instead.
      </EmptyState>
    </div>
  );
}
