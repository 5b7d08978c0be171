import type { ReactNode } from 'react';
import { type LinkLike, PlainLink } from '#client/ui/link.tsx';

/** Link to the assets for one editor or tag. `lead` is a tile before the text; `count` must already be formatted. */
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
