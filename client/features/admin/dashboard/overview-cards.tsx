import { wholeNumber } from '#client/ui/charts/chart-numbers.ts';
import { Sparkline } from '#client/ui/charts/line-chart.tsx';
import type { AdminStats } from '#contract/admin/dashboard.ts';

const cards = [
  { label: 'Total Users', of: 'totalUsers', standing: 'users' },
  { label: 'Premium Users', of: 'premiumUsers', standing: 'premium' },
  { label: 'Leakers', of: 'totalLeakers', standing: 'leakers' },
  { label: 'Total Resources', of: 'totalUploads', standing: 'uploads' },
] as const;

const Growth = ({ percent }: { percent: number | null }) => {
  if (percent === null) return <span className="text-muted">no data for last month</span>;
  return (
    <>
      <span className={percent < 0 ? 'text-clip' : 'text-scope'}>
        {percent >= 0 && '+'}
        {percent}%
      </span>{' '}
      <span className="text-muted">from last month</span>
    </>
  );
};

/** The four totals, each with its growth and a sparkline over the selected range. */
export function OverviewCards({ stats }: { stats: AdminStats }) {
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
      {cards.map(({ label, of, standing }) => (
        <div key={label} className="panel relative min-w-0 p-4 md:p-5">
          <dt className="text-sm text-muted md:pr-22">{label}</dt>
          <dd className="display mt-2 text-h2">{wholeNumber(stats.overview[of])}</dd>
          <dd className="mt-2 text-sm">
            <Growth percent={stats.growth[of]} />
          </dd>
          <Sparkline values={stats.standing[standing]} className="absolute top-4 right-4 max-md:hidden" />
        </div>
      ))}
    </dl>
  );
}
