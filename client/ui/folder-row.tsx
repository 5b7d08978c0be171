import { Icon } from './icon.tsx';
import { type LinkLike, PlainLink } from './link.tsx';

/** A folder: the whole row is the link. `items` and `size` are already formatted. */
export function FolderRow({
  name,
  to,
  items,
  size,
  link: Link = PlainLink,
}: {
  name: string;
  to: string;
  items: string;
  size: string;
  link?: LinkLike;
}) {
  return (
    <li className="file-row file-row-link">
      <span className="file-thumb">
        <Icon name="folder" />
      </span>
      <Link to={to} className="row-link truncate font-semi">
        {name}
      </Link>
      <span className="mono text-muted max-md:hidden">{items}</span>
      <span className="mono text-right text-muted max-md:hidden">{size}</span>
      <span className="flex items-center justify-end gap-1.5 text-sm font-semibold text-muted" aria-hidden="true">
        <span className="max-md:hidden">Open</span>
        <Icon name="forward" small />
      </span>
    </li>
  );
}
