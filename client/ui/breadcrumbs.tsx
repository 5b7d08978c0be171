import { Fragment } from 'react';
import { type LinkLike, PlainLink } from './link.tsx';

export type Crumb = { label: string; to: string };

/** Breadcrumb trail. The last entry is the current page and is not a link. */
export function Breadcrumbs({
  crumbs,
  label = 'Breadcrumb',
  link: Link = PlainLink,
}: {
  crumbs: Crumb[];
  label?: string;
  link?: LinkLike;
}) {
  const here = crumbs.length - 1;
  return (
    <div className="min-w-0">
      <nav aria-label={label}>
        <ol className="flex min-w-0 flex-wrap items-center gap-x-1.5">
          {crumbs.map((crumb, index) => (
            <Fragment key={crumb.to}>
              {index > 0 && (
                <li aria-hidden="true" className="text-muted">
                  /
                </li>
              )}
              <li className="min-w-0 truncate font-semi">
                {index === here ? (
                  <span aria-current="page">{crumb.label}</span>
                ) : (
                  <Link to={crumb.to} className="link py-1 text-muted hover:text-fg">
                    {crumb.label}
                  </Link>
                )}
              </li>
            </Fragment>
          ))}
        </ol>
      </nav>
    </div>
  );
}
