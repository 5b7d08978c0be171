import { Link } from 'react-router';
import { type ListingQuery, listingHref, wholeTotal } from '#client/features/resources/listing-query.ts';
import { EditorTile } from '#client/ui/media/editor-tile.tsx';

/** Chips that filter by editor; clicking the active one removes its filter. */
export function PopularEditors({
  editors,
  query,
}: {
  editors: { name: string; count: number | null }[];
  query: ListingQuery;
}) {
  return (
    <div>
      <nav aria-labelledby="popular-editors" className="bleed-x mt-4 items-center gap-2">
        <span id="popular-editors" className="mr-1 flex-none text-sm text-muted">
          Popular Editors
        </span>
        {editors.map(({ name, count }) => {
          const chosen = query.editor?.toLowerCase() === name.toLowerCase();
          return (
            <Link
              key={name}
              className="chip aria-[current]:border-line-strong aria-[current]:bg-raised"
              to={listingHref(query, { editor: chosen ? undefined : name })}
              aria-current={chosen || undefined}
              preventScrollReset
            >
              <EditorTile editor={name} />
              {name}
              {count !== null && <span className="mono text-muted">{wholeTotal.format(count)}</span>}
            </Link>
          );
        })}
      </nav>
    </div>
  );
}
