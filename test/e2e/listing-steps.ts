// Steps of the journeys through the listing's filters.
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import type { Facet } from '#contract/resources/api.ts';
import { expect } from './journey.ts';

/** What the site offers to narrow a listing by. */
export const facetsOf = async (api: APIRequestContext, query: Record<string, string> = {}): Promise<Facet[]> => {
  const answer = await api.get('/api/resources/facets', { params: query });
  expect(answer.status()).toBe(200);
  return ((await answer.json()) as { facets: Facet[] }).facets;
};

export const valuesOf = (facets: Facet[], kind: Facet['kind']): Facet['values'] => {
  const values = facets.find((facet) => facet.kind === kind)?.values ?? [];
  if (values.length < 2) throw new Error(`The site has too few values of ${kind}`);
  return values;
};

export const openListing = async (page: Page, address = '/resources'): Promise<void> => {
  await page.goto(address);
  await page.waitForLoadState('networkidle');
};

export const filterButton = (page: Page): Locator => page.getByRole('button', { name: /^Filters/ });

/** The column on wide screens. */
export const filterColumn = (page: Page): Locator => page.getByRole('complementary', { name: 'Filters' });

/** The sheet on phones. */
export const filterSheet = (page: Page): Locator => page.getByRole('dialog', { name: 'Filters' });

/** One value in an open panel. */
export const valueLink = (panel: Locator, group: string, label: string): Locator =>
  panel
    .getByRole('region', { name: group })
    .getByRole('link')
    .filter({ has: panel.page().getByText(label, { exact: true }) });

export const chips = (page: Page): Locator => page.getByRole('list', { name: 'Active filters' }).getByRole('link');

/** The line above the cards. */
export const showingLine = (page: Page): Locator =>
  page.getByRole('main').getByRole('status').filter({ hasText: 'Showing' });

/** How far a page has been scrolled. */
export const scrolled = (page: Page): Promise<number> => page.evaluate(() => Math.round(window.scrollY));
