import { Link } from 'react-router';
import { buttonClass } from '#client/ui/forms/button.tsx';
import type { Pagination } from '#contract/http.ts';
import type { FolderPlace } from './folder-place.ts';

/** Pagination of a folder; renders nothing if there is only one page. */
export function FolderPager({
  place: { folder, page },
  pagination: { pages },
  pathOf,
}: {
  place: FolderPlace;
  pagination: Pagination;
  pathOf: (place: FolderPlace) => string;
}) {
  const step = (to: number, words: string) =>
    to > 0 &&
    to <= pages && (
      <Link to={pathOf({ folder, page: to })} preventScrollReset className={buttonClass({ size: 'sm' })}>
        {words}
      </Link>
    );
  return (
    pages > 1 && (
      <div>
        <nav aria-label="Folder pages" className="mt-4 flex items-center gap-3">
          {step(page - 1, 'Previous')}
          {step(page + 1, 'Next')}
        </nav>
      </div>
    )
  );
}
