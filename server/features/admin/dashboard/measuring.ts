// The numbers on the overview: current totals, and past values derived from them day by day.

import type { AdminStats } from '#contract/admin/dashboard.ts';
import type { Deps } from '#server/deps.ts';
import { countResources, findFacets, findSpellings } from '#server/features/resources/public.ts';
import { readListCounts } from '#server/kit/db/list-counts.ts';
import * as queries from './queries.ts';
import { addDays, dailyTotals, dayOf, daysOf, earlier, growthOf, monthBefore, type Range, startOf } from './rules.ts';

/** Ranges of days without stored counts: today, and any days before or after the stored range. */
const spansToCount = (from: string, today: string, counted: { first: string; last: string } | null): Range[] => {
  if (!counted || counted.last < from) return [{ from, to: today }];
  return [
    ...(from < counted.first ? [{ from, to: addDays(counted.first, -1) }] : []),
    ...(counted.last < today ? [{ from: addDays(counted.last, 1), to: today }] : []),
  ];
};

/** Daily counts by kind, from `from` until today: stored counts where available, live counts for the rest. */
const readDays = async ({ db }: Pick<Deps, 'db'>, from: string, today: string) => {
  const counted = await queries.findCountedDays(db);
  const live = spansToCount(from, today, counted).map((span) =>
    queries.countDays(db, startOf(span.from), startOf(addDays(span.to, 1))),
  );
  const rows = (await Promise.all([queries.findDayCounts(db, from), ...live])).flat();
  const byKind = new Map(queries.dayKinds.map((kind) => [kind, new Map<string, number>()]));
  for (const { kind, day, count } of rows) byKind.get(kind)?.set(day, count);
  return (kind: queries.DayKind): ReadonlyMap<string, number> => byKind.get(kind) ?? new Map();
};

const readCategories = async ({ db }: Pick<Deps, 'db'>): Promise<AdminStats['categories']> => {
  const facets = await findFacets(db, 'category');
  const labels = await findSpellings(
    db,
    facets.map(({ name }) => ({ kind: 'category', value: name })),
  );
  const labelOf = new Map(labels.map(({ value, label }) => [value, label]));
  return facets.map(({ name, count }) => ({ category: labelOf.get(name) ?? name, _count: count }));
};

/** The overview for a range of days. */
export async function measure(deps: Pick<Deps, 'db' | 'now'>, range: Range): Promise<AdminStats> {
  const { db } = deps;
  const now = deps.now();
  const today = dayOf(now);
  const then = monthBefore(today);
  // A past total is the current total minus all changes since then.
  const first = earlier(range.from, then);
  const [roles, premium, uploads, categories, changeOf] = await Promise.all([
    readListCounts(db, 'users'),
    queries.countPremiumByRole(db, now, startOf(addDays(then, 1))),
    countResources(db),
    readCategories(deps),
    readDays(deps, first, today),
  ]);
  const premiumUsers = premium.reduce((sum, row) => sum + row.now, 0);
  const premiumBefore = premium.reduce((sum, row) => sum + row.before, 0);
  const alsoPremium = premium.find(({ role }) => role === 'USER')?.now ?? 0;
  const overview = {
    totalUsers: Object.values(roles).reduce((sum, count) => sum + count, 0),
    premiumUsers,
    totalLeakers: roles.LEAKER ?? 0,
    totalUploads: uploads,
  };

  const days = daysOf({ from: first, to: today });
  const place = (day: string): number => days.indexOf(day);
  const whole = {
    users: dailyTotals(overview.totalUsers, days, changeOf('net.users')),
    premium: dailyTotals(premiumUsers, days, changeOf('net.premium')),
    leakers: dailyTotals(overview.totalLeakers, days, changeOf('net.leakers')),
    uploads: dailyTotals(uploads, days, changeOf('net.uploads')),
  };
  const shown = (standing: number[]): number[] => standing.slice(place(range.from), place(range.to) + 1);
  const before = (standing: number[]): number => standing[place(then)] ?? 0;
  const trend = (kind: queries.DayKind) =>
    daysOf(range).map((day) => ({ createdAt: day, _count: changeOf(kind).get(day) ?? 0 }));
  return {
    range,
    overview,
    growth: {
      totalUsers: growthOf(overview.totalUsers, before(whole.users)),
      premiumUsers: growthOf(premiumUsers, premiumBefore),
      totalLeakers: growthOf(overview.totalLeakers, before(whole.leakers)),
      totalUploads: growthOf(uploads, before(whole.uploads)),
    },
    roleDistribution: [
      { role: 'USER', _count: Math.max(0, (roles.USER ?? 0) - alsoPremium) },
      { role: 'PREMIUM', _count: alsoPremium },
      { role: 'LEAKER', _count: roles.LEAKER ?? 0 },
      { role: 'ADMIN', _count: roles.ADMIN ?? 0 },
    ],
    categories,
    trends: {
      users: trend('users'),
      uploads: trend('uploads'),
      downloads: trend('downloads'),
      premium: trend('premium'),
    },
    standing: {
      users: shown(whole.users),
      premium: shown(whole.premium),
      leakers: shown(whole.leakers),
      uploads: shown(whole.uploads),
    },
  };
}
