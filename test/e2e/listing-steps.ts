// Steps shared by journeys that use the listing filters.
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import type { Facet } from '#contract/resources/api.ts';
import { expect } from './journey.ts';

/** Facets that a listing can be filtered by. */
export async function facetsOf(api: APIRequestContext, query: Record<string, string> = {}): Promise<Facet[]> {
  const answer = await api.get('/api/resources/facets', { params: query });
  expect(answer.status()).toBe(200);
  return ((await answer.json()) as { facets: Facet[] }).facets;
}

export function valuesOf(facets: Facet[], kind: Facet['kind']): Facet['values'] {
  const values = facets.find((facet) => facet.kind === kind)?.values ?? [];
  if (values.length < 2) throw new Error(`The site has too few values of ${kind}`);
  return values;
}

/** Editors that the site has assets for, most used first, without the one that other journeys publish for. */
export function quietEditorsOf(facets: Facet[]): Facet['values'] {
  const values = valuesOf(facets, 'editor').filter(({ value }) => value !== 'After Effects');
  if (values.length < 2) throw new Error('The site has too few editors');
  return values;
}

export async function openListing(page: Page, address = '/resources'): Promise<void> {
  await page.goto(address);
  await page.waitForLoadState('networkidle');
}

export function filterButton(page: Page): Locator {
  return page.getByRole('button', { name: /^Filters/ });
}

/** The filter column on wide screens. */
export function filterColumn(page: Page): Locator {
  return page.getByRole('complementary', { name: 'Filters' });
}

/** The filter sheet on phones. */
export function filterSheet(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Filters' });
}

/** The link of one value in an open panel. */
export function valueLink(panel: Locator, group: string, label: string): Locator {
  return panel
    .getByRole('region', { name: group })
    .getByRole('link')
    .filter({ has: panel.page().getByText(label, { exact: true }) });
}

export function chips(page: Page): Locator {
  return page.getByRole('list', { name: 'Active filters' }).getByRole('link');
}

/** The "Showing..." line above the cards. */
export function showingLine(page: Page): Locator {
  return page.getByRole('main').getByRole('status').filter({ hasText: 'Showing' });
}

/** Vertical scroll position in CSS pixels. */
export function scrolled(page: Page): Promise<number> {
  return page.evaluate(() => Math.round(window.scrollY));
}
