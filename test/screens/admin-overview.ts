// Screens for the panel itself: its overview in every state, activity, help, search, notifications and calendar.
import type { Page } from '@playwright/test';
import { hold, openMenu, type Screen } from './screen.ts';

const OPENING = /\/api\/admin\/(stats|server-stats|users|uploads|activity|applications)(\?|$)/;

const toSection =
  (name: string, heading = name) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    const menu = page.getByRole('navigation', { name: 'Admin panel' });
    if (!(await menu.isVisible())) await page.getByRole('button', { name: 'Admin menu' }).click();
    await menu.getByRole('button', { name }).click();
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  };

const seen = (text: string) => (page: Page) => page.getByText(text).first().waitFor();

const refuse = (status: number, code: string, message: string) => (page: Page) =>
  page.route(OPENING, (route) =>
    route.fulfill({ status, contentType: 'application/problem+json', json: { code, message, status, error: message } }),
  );

export const group = 'adminPanel';

export const adminOverviewScreens: Screen[] = [
  { name: 'admin', path: '/admin', as: 'admin', prepare: seen('User Distribution') },
  {
    name: 'admin-tables',
    path: '/admin',
    as: 'admin',
    prepare: async (page) => {
      for (const title of ['User Growth', 'User Distribution', 'Upload Categories', 'Download Activity']) {
        await page.getByRole('button', { name: `Show ${title} as a table` }).click();
      }
    },
  },
  {
    name: 'admin-calendar',
    path: '/admin',
    opensAtEachWidth: true,
    as: 'admin',
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /^Chart range/ })
        .filter({ visible: true })
        .click();
      await page.getByRole('button', { name: '12 months' }).click();
      await page.getByRole('button', { name: 'Chart range: 12 months' }).filter({ visible: true }).click();
      await page.getByLabel('To', { exact: true }).fill('');
      await page.getByRole('button', { name: 'Show this range' }).click();
      await page.getByText('Choose both dates.').waitFor();
    },
  },
  {
    name: 'admin-bell',
    path: '/admin',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Notifications/ }).click();
      await page.getByRole('region', { name: /^Notifications/ }).waitFor();
    },
  },
  {
    name: 'admin-bell-failed',
    path: '/admin',
    as: 'admin',
    before: (page) => page.route('**/api/admin/waiting', (route) => route.abort()),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Notifications' }).click();
      await page.getByText('Pending items could not be loaded.').waitFor();
    },
    complaint: /ERR_FAILED/,
  },
  {
    name: 'admin-search',
    path: '/admin',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('combobox', { name: 'Search users, uploads, IDs' }).fill('demo');
      await page.getByRole('option').first().waitFor();
      await page.keyboard.press('ArrowDown');
    },
  },
  {
    name: 'admin-search-empty',
    path: '/admin',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('combobox', { name: 'Search users, uploads, IDs' }).fill('zoetrope nowhere');
      await page.getByText('Nothing found.').waitFor();
    },
  },
  {
    name: 'admin-menu',
    path: '/admin',
    as: 'admin',
    prepare: async (page) => {
      const burger = page.getByRole('button', { name: 'Admin menu' });
      await page.getByRole('navigation', { name: 'Admin panel' }).or(burger).first().waitFor();
      if (await burger.isVisible()) await burger.click();
    },
  },
  {
    // Opened by navigating within the site, because a page that is opened directly does not load while its requests are held.
    name: 'admin-loading',
    path: '/settings',
    as: 'admin',
    before: hold(OPENING),
    prepare: async (page) => {
      await openMenu(page);
      await page
        .getByRole('menuitem', { name: 'Admin', exact: true })
        .or(page.getByRole('banner').getByRole('link', { name: 'Admin', exact: true }))
        .click();
      await page.getByText('Loading the admin panel').waitFor({ state: 'attached' });
    },
  },
  {
    name: 'admin-failed',
    path: '/admin',
    as: 'admin',
    before: (page) => page.route(OPENING, (route) => route.abort()),
    prepare: seen('Failed to fetch dashboard data'),
    complaint: /ERR_FAILED/,
  },
  {
    name: 'admin-part-failed',
    path: '/admin',
    as: 'admin',
    before: (page) => page.route(/\/api\/admin\/(stats|server-stats)/, (route) => route.abort()),
    prepare: seen('Site statistics are unavailable.'),
    complaint: /ERR_FAILED/,
  },
  {
    name: 'admin-two-factor',
    path: '/admin',
    as: 'admin',
    before: refuse(
      403,
      'TWO_FACTOR_NEEDED',
      'Administrators of this site must use two-factor. Turn it on in your settings.',
    ),
    prepare: (page) => page.getByRole('link', { name: 'Turn it on' }).waitFor(),
    complaint: /403/,
  },
  { name: 'admin-activity', path: '/admin', as: 'admin', prepare: toSection('Activity') },
  {
    name: 'admin-activity-empty',
    path: '/admin',
    as: 'admin',
    prepare: async (page) => {
      await toSection('Activity')(page);
      await page.getByRole('searchbox', { name: 'Search by user' }).fill('zoetrope-nowhere');
      await page.getByText('No activity found.').waitFor();
    },
  },
  {
    name: 'admin-activity-failed',
    path: '/admin',
    as: 'admin',
    before: (page) => page.route('**/api/admin/activity*', (route) => route.abort()),
    prepare: async (page) => {
      await toSection('Activity')(page);
      await page.getByText('Failed to fetch dashboard data').waitFor();
    },
    complaint: /ERR_FAILED/,
  },
  {
    name: 'admin-help',
    path: '/admin',
    as: 'admin',
    prepare: async (page) => {
      await toSection('Help & Support')(page);
      await page.getByText('Services').waitFor();
    },
  },
];
