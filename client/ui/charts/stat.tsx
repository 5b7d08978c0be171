import type { ReactNode } from 'react';
import { classNames } from '#client/ui/class-names.ts';

/** A large number with its label, inside a `<dl>`. `value` must already be formatted; `small` is for side panels. */
export function Stat({
  value,
  label,
  small,
  className,
}: {
  value: ReactNode;
  label: string;
  small?: boolean;
  className?: string;
}) {
  return (
    <div className={classNames('flex flex-col-reverse justify-end', small ? 'gap-0.5' : 'gap-1.5', className)}>
      <dt className={classNames('text-muted', small && 'text-sm')}>{label}</dt>
      <dd className={classNames('display', small ? 'text-h3' : 'text-stat')}>{value}</dd>
    </div>
  );
}

/** The row of large numbers on the home page, separated by hairlines; two columns on phones. */
export function StatRow({ stats }: { stats: { value: ReactNode; label: string }[] }) {
  return (
    <dl className="stat-row">
      {stats.map((stat) => (
        <Stat key={stat.label} {...stat} />
      ))}
    </dl>
  );
}
