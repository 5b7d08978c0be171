import type { ReactNode } from 'react';
import { classNames } from '#client/ui/class-names.ts';
import { Icon } from '#client/ui/icon.tsx';
import { type LinkLike, PlainLink } from '#client/ui/link.tsx';

/**
 * A folder. The whole row is the link, except for `mark` (the selection checkbox) and `action`. `items` and `size` must already
 * be formatted.
 */
export function FolderRow({
  name,
  to,
  items,
  size,
  selected,
  mark,
  action,
  link: Link = PlainLink,
}: {
  name: string;
  to: string;
  items: string;
  size: string;
  selected?: boolean;
  mark?: ReactNode;
  action?: ReactNode;
  link?: LinkLike;
}) {
  return (
    <li
      className={classNames('file-row file-row-link', Boolean(mark) && 'file-row-marked')}
      data-selected={selected || undefined}
    >
      {mark}
      <span className="file-thumb">
        <Icon name="folder" />
      </span>
      <Link to={to} className="row-link truncate font-semi">
        {name}
      </Link>
      <span className="mono text-muted max-md:hidden">{items}</span>
      <span className="mono text-right text-muted max-md:hidden">{size}</span>
      <span className="flex items-center justify-end gap-1.5">
        {action}
        <span className="flex items-center gap-1.5 text-sm font-semibold text-muted" aria-hidden="true">
          <span className="max-md:hidden">Open</span>
          <Icon name="forward" small />
        </span>
      </span>
    </li>
  );
}
