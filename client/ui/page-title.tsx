import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** The page's h1 in the poster typeface, with `actions` to its right. */
export function PageTitle({
  actions,
  className,
  children,
}: {
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={classNames('flex flex-wrap items-end justify-between gap-4', className)}>
      <h1 className="display min-w-0 text-page wrap-anywhere">{children}</h1>
      {actions}
    </div>
  );
}
