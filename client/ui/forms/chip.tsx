import type { ReactNode } from 'react';
import { type LinkLike, PlainLink } from '#client/ui/link.tsx';

/** A link to the assets of one editor or tag. `lead` is a tile; `count` is already formatted and set in mono. */
export function Chip({
  to,
  lead,
  count,
  link: Link = PlainLink,
  children,
}: {
  to: string;
  lead?: ReactNode;
  count?: string;
  link?: LinkLike;
  children: ReactNode;
}) {
  return (
    <Link to={to} className={lead ? 'chip' : 'chip pl-3'}>
      {lead}
      {children}
      {count && <span className="mono text-muted">{count}</span>}
    </Link>
  );
}
