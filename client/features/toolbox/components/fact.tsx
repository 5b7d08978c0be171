import type { ReactNode } from 'react';
import { classNames } from '#client/ui/class-names.ts';

/** A labelled value inside a `<dl>`. */
export function ServerFact({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div className={classNames('min-w-0', className)}>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
