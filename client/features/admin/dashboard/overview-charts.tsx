import { adminDay } from '#client/kit/admin/admin-labels.ts';
import { BarChart } from '#client/ui/charts/bar-chart.tsx';
import { monthName } from '#client/ui/charts/chart-numbers.ts';
import { ChartPanel } from '#client/ui/charts/chart-panel.tsx';
import { DoughnutChart, type Share } from '#client/ui/charts/doughnut-chart.tsx';
import { type ChartPoint, LineChart } from '#client/ui/charts/line-chart.tsx';
import type { AdminStats } from '#contract/admin/dashboard.ts';
import { CHART_CATEGORIES } from '#contract/admin/limits.ts';

/** Longer ranges are grouped by month. */
const MOST_DAYS = 120;

/** Chart points per day or per month. A month's value is the sum of its days, or the value of its last day. */
const pointsOf = (days: readonly { createdAt: string; value: number }[], of: 'sum' | 'last'): ChartPoint[] => {
  if (days.length <= MOST_DAYS) {
    return days.map(({ createdAt, value }) => ({ at: new Date(createdAt), name: adminDay(createdAt), value }));
  }
  return [...Map.groupBy(days, ({ createdAt }) => createdAt.slice(0, 7))].map(([month, its]) => ({
    at: new Date(`${month}-01`),
    name: monthName(new Date(`${month}-01`)),
    value: of === 'sum' ? its.reduce((sum, { value }) => sum + value, 0) : (its.at(-1)?.value ?? 0),
  }));
};

const SHARES: Record<AdminStats['roleDistribution'][number]['role'], Pick<Share, 'name' | 'tone'>> = {
  USER: { name: 'User', tone: 'muted' },
  PREMIUM: { name: 'Premium', tone: 'tungsten' },
  LEAKER: { name: 'Leaker', tone: 'tally' },
  ADMIN: { name: 'Admin', tone: 'daylight' },
};

/** The four charts of the overview (specification, section 2). */
export function OverviewCharts({ stats, note }: { stats: AdminStats; note: string }) {
  const growth = pointsOf(
    stats.trends.users.map(({ createdAt }, place) => ({ createdAt, value: stats.standing.users[place] ?? 0 })),
    'last',
  );
  const downloads = pointsOf(
    stats.trends.downloads.map(({ createdAt, _count }) => ({ createdAt, value: _count })),
    'sum',
  );
  const shares = stats.roleDistribution.map(({ role, _count }) => ({ ...SHARES[role], value: _count }));
  const bars = stats.categories
    .slice(0, CHART_CATEGORIES)
    .map(({ category, _count }) => ({ name: category, value: _count }));
  const first = stats.range.from;
  return (
    <div className="grid gap-3 lg:gap-4">
      <div className="grid gap-3 lg:grid-cols-[2fr_minmax(0,1fr)] lg:gap-4">
        <ChartPanel title="User Growth" note={note} columns={['Day', 'Users']} rows={growth}>
          <LineChart
            label={`Total users from ${adminDay(first)}: ${growth[0]?.value ?? 0} at the start, ${growth.at(-1)?.value ?? 0} at the end`}
            points={growth}
            tone="tally"
          />
        </ChartPanel>
        <ChartPanel title="User Distribution" columns={['Role', 'Users']} rows={shares}>
          <DoughnutChart label="Users by role" shares={shares} />
        </ChartPanel>
      </div>
      <div className="grid gap-3 lg:grid-cols-[minmax(0,1fr)_2fr] lg:gap-4">
        <ChartPanel
          title="Upload Categories"
          columns={['Category', 'Resources']}
          rows={bars}
          empty={bars.length === 0 ? 'Approved assets will show up here.' : undefined}
        >
          <BarChart label="Resources by category" bars={bars} />
        </ChartPanel>
        <ChartPanel title="Download Activity" note={note} columns={['Day', 'Downloads']} rows={downloads}>
          <LineChart
            label={`Downloads from ${adminDay(first)}: ${downloads.reduce((sum, { value }) => sum + value, 0)} in total`}
            points={downloads}
            tone="daylight"
          />
        </ChartPanel>
      </div>
    </div>
  );
}
