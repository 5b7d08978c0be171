import { Icon } from './icon.tsx';
import { type LinkLike, PlainLink } from './link.tsx';
import { type PagerItem, pagerItems } from './pager-items.ts';

/** Numbered pages; nothing when there is only one. On a narrow screen only the current number, first and last stay. */
export function Pager({
  current,
  pages,
  hrefFor,
  link: Link = PlainLink,
  label = 'Pagination',
}: {
  current: number;
  pages: number;
  hrefFor: (page: number) => string;
  link?: LinkLike;
  label?: string;
}) {
  if (pages < 2) return null;
  const step = (page: number, name: string, rel: string, icon: 'back' | 'forward') =>
    page < 1 || page > pages ? (
      <span className="page-link opacity-40" aria-hidden="true">
        <Icon name={icon} />
      </span>
    ) : (
      <Link className="page-link" to={hrefFor(page)} rel={rel} aria-label={name}>
        <Icon name={icon} />
      </Link>
    );
  const item = (entry: PagerItem) =>
    typeof entry === 'number' ? (
      <Link
        className="page-link"
        to={hrefFor(entry)}
        aria-current={entry === current ? 'page' : undefined}
        aria-label={`Page ${entry}`}
      >
        {entry}
      </Link>
    ) : (
      <span className="page-link" aria-hidden="true">
        …
      </span>
    );
  return (
    <nav aria-label={label}>
      <ul className="flex items-center justify-center gap-1">
        <li>{step(current - 1, 'Previous page', 'prev', 'back')}</li>
        {pagerItems(current, pages).map((entry) => (
          <li key={entry} className={isFar(entry, current, pages) ? 'max-sm:hidden' : undefined}>
            {item(entry)}
          </li>
        ))}
        <li>{step(current + 1, 'Next page', 'next', 'forward')}</li>
      </ul>
    </nav>
  );
}

/** True for the numbers that a phone has no room for. */
function isFar(entry: PagerItem, current: number, pages: number): boolean {
  return typeof entry === 'number' && entry !== 1 && entry !== pages && Math.abs(entry - current) > 1;
}
