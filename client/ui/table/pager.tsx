import { useEffect, useRef } from 'react';
import { Icon } from '#client/ui/icon.tsx';
import { type LinkLike, PlainLink } from '#client/ui/link.tsx';
import { type PagerItem, pagerItems } from './pager-items.ts';

/** Numbered pagination. Renders nothing if there is only one page. On phones most page numbers are hidden. */
export function Pager({
  current,
  pages,
  more,
  hrefFor,
  link: Link = PlainLink,
  label = 'Pagination',
}: {
  current: number;
  pages: number;
  /** Whether the list has more pages than `pages`. */
  more?: boolean;
  hrefFor: (page: number) => string;
  link?: LinkLike;
  label?: string;
}) {
  const nav = useRef<HTMLElement>(null);
  const isPressed = useRef(false);
  // On the first and last page, the clicked arrow disappears and loses the focus. Move it to the current page number.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever another page is shown
  useEffect(() => {
    if (isPressed.current && document.activeElement === document.body)
      nav.current?.querySelector<HTMLElement>('[aria-current]')?.focus({ preventScroll: true });
    isPressed.current = false;
  }, [current]);
  if (pages < 2) return null;
  const items = pagerItems(current, pages);
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
  const gap = (
    <span className="page-link" aria-hidden="true">
      …
    </span>
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
      gap
    );
  return (
    <nav
      ref={nav}
      aria-label={label}
      onClickCapture={() => {
        isPressed.current = true;
      }}
    >
      <ul className="flex flex-wrap items-center justify-center gap-1 max-sm:gap-0">
        <li>{step(current - 1, 'Previous page', 'prev', 'back')}</li>
        {items.map((entry) => (
          <li key={entry} className={isFar(entry, current, items) ? 'max-sm:hidden' : undefined}>
            {item(entry)}
          </li>
        ))}
        {more && <li className="max-sm:hidden">{gap}</li>}
        <li>{step(current + 1, 'Next page', 'next', 'forward')}</li>
      </ul>
    </nav>
  );
}

/**
 * Whether phones hide this number. They show the first, last and current page. Unless there are gaps on both sides of the current
 * page, they also show the pages next to it.
 */
function isFar(entry: PagerItem, current: number, items: PagerItem[]): boolean {
  if (typeof entry !== 'number' || entry === items[0] || entry === items.at(-1)) return false;
  const near = items.includes('gap-before') && items.includes('gap-after') ? 0 : 1;
  return Math.abs(entry - current) > near;
}
