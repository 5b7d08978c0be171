import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A section's h2 in the poster typeface, with `actions` to its right. */
export function SectionHeading({
  id,
  actions,
  className,
  children,
}: {
  id?: string;
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={classNames('mb-6 flex flex-wrap items-center justify-between gap-4', className)}>
      <h2 id={id} className="display text-h2">
        {children}
      </h2>
      {actions}
    </div>
  );
}
