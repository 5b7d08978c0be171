// Parses a profile's URL, and builds URLs that change one part of it (specification, sections 2 and 4).
import { profilePath } from '#contract/paths.ts';

export const PROFILE_TABS = ['uploads', 'collections', 'about'] as const;
export type ProfileTab = (typeof PROFILE_TABS)[number];
export type ProfileQuery = { tab: ProfileTab; search?: string; page?: string };

/**
 * Drops blank values and falls back to the first tab. The page is not validated: the server does that and responds with
 * 400.
 */
export function readProfileQuery(parameters: URLSearchParams): ProfileQuery {
  const named = parameters.get('tab');
  const tab = PROFILE_TABS.find((known) => known === named) ?? 'uploads';
  const search = parameters.get('search')?.trim();
  const page = parameters.get('page')?.trim();
  return { tab, ...(search ? { search } : {}), ...(page && page !== '1' ? { page } : {}) };
}

/** URL of a profile; omits missing values, the first tab and page 1. */
export function profileHref(
  username: string,
  { tab, search, page }: { tab?: ProfileTab; search?: string; page?: number } = {},
): string {
  const query = new URLSearchParams();
  if (tab && tab !== 'uploads') query.set('tab', tab);
  if (search) query.set('search', search);
  if (page && page > 1) query.set('page', String(page));
  const text = query.toString();
  return profilePath(username) + (text ? `?${text}` : '');
}

/** "Showing 22-42 of 6,139 resources"; empty when the page shows nothing. */
export function uploadsShownLine(
  shown: number,
  { total, currentPage, limit }: { total: number; currentPage: number; limit: number },
): string {
  if (shown === 0) return '';
  const first = (currentPage - 1) * limit + 1;
  return `Showing ${first}-${first + shown - 1} of ${wholeNumber.format(total)} resources`;
}

const wholeNumber = new Intl.NumberFormat('en-US');
