import type { ReactNode } from 'react';
import { orUnknown, UNKNOWN, writePercent } from '#client/features/toolbox/toolbox-labels.ts';
import { UsageBar } from '#client/ui/charts/usage-bar.tsx';
import { classNames } from '#client/ui/class-names.ts';

type UsageProps = {
  label: string;
  percent: number | null;
  /** Whether the server is not online. The value is then outdated and shown dimmed. */
  isPast: boolean;
};

/** A percentage with a bar, for table cells; '-' if the value is unknown. */
export function SmallUsage({ label, percent, isPast }: UsageProps) {
  return percent === null ? (
    UNKNOWN
  ) : (
    <div className="grid max-w-32 min-w-18 gap-1.5" data-past={isPast || undefined}>
      <span className={classNames('mono', isPast && 'text-muted')}>{writePercent(percent)}</span>
      <UsageBar label={label} percent={percent} />
    </div>
  );
}

/** Same as `SmallUsage`, but with a label and the total, inside a `<dl>`. */
export function Usage({ label, percent, isPast, children }: UsageProps & { children?: ReactNode }) {
  return (
    <div className="min-w-0" data-past={isPast || undefined}>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className={classNames('mt-1 text-card font-semibold', isPast && 'text-muted')}>
        {orUnknown(percent, writePercent)}
      </dd>
      {percent !== null && (
        <dd className="mt-2">
          <UsageBar label={`${label} in use`} percent={percent} />
        </dd>
      )}
      {children && <dd className="mt-2 text-sm text-muted">{children}</dd>}
    </div>
  );
}
