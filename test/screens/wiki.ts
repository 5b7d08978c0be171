// The wiki: as a whole, at a heading, with search results, and its dropdown on phones.
import type { Page } from '@playwright/test';
import { hold, type Screen } from './screen.ts';

const SEARCH = /\/api\/wiki\/search/;

const search = async (page: Page): Promise<void> => {
  await page.getByRole('searchbox', { name: 'Search the wiki' }).fill('zip');
};

/** Opens the dropdown for narrow screens; wide screens have the sidebar instead. */
const openDropdown = async (page: Page): Promise<void> => {
  const summary = page.locator('.wiki-dropdown > summary');
  if (await summary.isVisible()) await summary.click();
};

export const group = 'catalogue';

export const wikiScreens: Screen[] = [
  { name: 'wiki', path: '/wiki' },
  { name: 'wiki-dropdown', path: '/wiki', prepare: openDropdown },
  {
    name: 'wiki-question',
    path: '/wiki#faq-can-i-change-my-username',
    prepare: (page) => page.getByText('Your old name redirects to your profile').waitFor(),
  },
  { name: 'wiki-search', path: '/wiki?search=zip%20corrupt' },
  { name: 'wiki-nothing', path: '/wiki?search=zoetrope' },
  {
    name: 'wiki-searching',
    path: '/wiki',
    before: hold(SEARCH),
    prepare: async (page) => {
      await search(page);
      await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor();
    },
  },
  {
    name: 'wiki-search-failed',
    path: '/wiki',
    before: (page) => page.route(SEARCH, (route) => route.abort()),
    prepare: async (page) => {
      await search(page);
      await page.getByText('Wiki search failed. Please try again.').waitFor();
    },
    complaint: /ERR_FAILED/,
  },
];
