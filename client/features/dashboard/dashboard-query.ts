// Parses the dashboard's URL, and loads the saved items that it selects.
import { read } from '#client/kit/data/query.ts';
import { MAX_PAGE_LIMIT } from '#contract/limits.ts';
import { DASHBOARD_ITEMS } from '#contract/members/limits.ts';
import { getSummary, listFollowing, listSavedItems } from './api.ts';

/** `saved` and `people` are the numbers of items and leakers shown. */
export type DashboardQuery = { search: string; category: string; saved: number; people: number };

/** Reads a count from the URL and limits it to the allowed range. Uses the default if it is not a number. */
const shownOf = (text: string | null): number => {
  const shown = /^\d{1,4}$/.test(text ?? '') ? Number(text) : DASHBOARD_ITEMS;
  return Math.min(Math.max(shown, DASHBOARD_ITEMS), MAX_PAGE_LIMIT - 1);
};

export function readDashboardQuery(parameters: URLSearchParams): DashboardQuery {
  return {
    search: parameters.get('search')?.trim() ?? '',
    category: parameters.get('category')?.trim() ?? '',
    saved: shownOf(parameters.get('saved')),
    people: shownOf(parameters.get('people')),
  };
}

/**
 * The dashboard's URL with some parameters changed; defaults are omitted. A new search or category resets the number of items
 * shown.
 */
export function dashboardHref(query: DashboardQuery, change: Partial<DashboardQuery>): string {
  const isNewChoice = 'search' in change || 'category' in change;
  const next = { ...query, ...(isNewChoice && { saved: DASHBOARD_ITEMS }), ...change };
  const parameters = new URLSearchParams();
  if (next.search) parameters.set('search', next.search);
  if (next.category) parameters.set('category', next.category);
  if (next.saved > DASHBOARD_ITEMS) parameters.set('saved', String(next.saved));
  if (next.people > DASHBOARD_ITEMS) parameters.set('people', String(next.people));
  return parameters.size > 0 ? `/dashboard?${parameters}` : '/dashboard';
}

export const summaryRead = read(getSummary, {});

/** Query that requests one item more than is shown, to find out whether there are more. */
export function savedRead({ search, category, saved }: DashboardQuery) {
  return read(listSavedItems, {
    query: { ...(search && { search }), ...(category && { category }), limit: String(saved + 1) },
  });
}

export function followingRead({ people }: DashboardQuery) {
  return read(listFollowing, { query: { limit: String(people + 1) } });
}
