// Parses a profile's URL, and builds URLs with one part changed (specification, sections 2 and 4).
import { profilePath } from '#contract/paths.ts';

export const PROFILE_TABS = ['uploads', 'collections', 'about'] as const;
export type ProfileTab = (typeof PROFILE_TABS)[number];
export type ProfileQuery = { tab: ProfileTab; search?: string; page?: string };

/**
 * Ignores blank values and falls back to the first tab. The page number is not validated here; the server responds with 400 if it
 * is invalid.
 */
export function readProfileQuery(parameters: URLSearchParams): ProfileQuery {
  const named = parameters.get('tab');
  const tab = PROFILE_TABS.find((known) => known === named) ?? 'uploads';
  const search = parameters.get('search')?.trim();
  const page = parameters.get('page')?.trim();
  return { tab, ...(search ? { search } : {}), ...(page && page !== '1' ? { page } : {}) };
}

/** URL of a profile; missing values, the first tab and page 1 are omitted. */
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

/** "Showing 22-42 of 6,139 resources"; empty if the page is empty. */
export function uploadsShownLine(
  shown: number,
  { total, currentPage, limit }: { total: number; currentPage: number; limit: number },
): string {
  if (shown === 0) return '';
  const first = (currentPage - 1) * limit + 1;
  return `Showing ${first}-${first + shown - 1} of ${wholeNumber.format(total)} resources`;
}

const wholeNumber = new Intl.NumberFormat('en-US');
