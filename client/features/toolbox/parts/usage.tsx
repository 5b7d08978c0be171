import type { ReactNode } from 'react';
import { UsageBar } from '#client/ui/usage-bar.tsx';
import { orUnknown, UNKNOWN, writePercent } from '../toolbox-words.ts';

/** A share in percent with its bar, as a cell of a table has it; '-' for what was not measured. */
export const SmallUsage = ({ label, percent }: { label: string; percent: number | null }) =>
  percent === null ? (
    UNKNOWN
  ) : (
    <div className="grid max-w-32 min-w-18 gap-1.5">
      <span className="mono">{writePercent(percent)}</span>
      <UsageBar label={label} percent={percent} />
    </div>
  );

/** The same with its name and what it is a share of, inside a `<dl>`. */
export const Usage = ({
  label,
  percent,
  children,
}: {
  label: string;
  percent: number | null;
  children?: ReactNode;
}) => (
  <div className="min-w-0">
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="mt-1 text-card font-semibold">{orUnknown(percent, writePercent)}</dd>
    {percent !== null && (
      <dd className="mt-2">
        <UsageBar label={`${label} in use`} percent={percent} />
      </dd>
    )}
    {children && <dd className="mt-2 text-sm text-muted">{children}</dd>}
  </div>
);
