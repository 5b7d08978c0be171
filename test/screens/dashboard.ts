// Screens for the dashboards, the profile dialog and the download history.
import type { Page } from '@playwright/test';
import { hold, openMenu, type Screen } from './screen.ts';

const DASHBOARD_CALLS = /\/api\/user\/(saved-items|following)/;

/** Navigates to the dashboard within the site, so that requests can fail. A page opened directly already contains its data. */
const goToDashboard = async (page: Page): Promise<void> => {
  await openMenu(page);
  await page
    .getByRole('menuitem', { name: 'Dashboard' })
    .or(page.getByRole('banner').getByRole('link', { name: 'Dashboard' }))
    .click();
  await page.getByRole('heading', { level: 1, name: 'Your Dashboard' }).waitFor();
};

const openProfileDialog = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByRole('dialog', { name: 'Edit Profile' }).waitFor();
};

const chooseBanner = async (page: Page): Promise<void> => {
  await openProfileDialog(page);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload banner' }).click();
  const picture = await page.request.get('/public/Images/default-banner.png');
  await (await chooser).setFiles({ name: 'banner.png', mimeType: 'image/png', buffer: await picture.body() });
  await page.getByRole('group', { name: 'Crop area' }).waitFor();
};

const chooseNoPicture = async (page: Page): Promise<void> => {
  await openProfileDialog(page);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload profile picture' }).click();
  await (await chooser).setFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') });
  await page.getByText('Please upload an image file').waitFor();
};

export const group = 'members';

export const dashboardScreens: Screen[] = [
  { name: 'dashboard', path: '/dashboard', as: 'member' },
  { name: 'dashboard-premium', path: '/dashboard', as: 'premium' },
  { name: 'dashboard-search', path: '/dashboard?search=zoetrope', as: 'member' },
  {
    name: 'dashboard-filter',
    path: '/dashboard',
    as: 'premium',
    prepare: (page) => page.getByRole('button', { name: 'Filter saved items' }).click(),
  },
  { name: 'dashboard-denied', path: '/dashboard?error=denied&provider=discord', as: 'member' },
  {
    name: 'dashboard-failed',
    path: '/downloads',
    as: 'member',
    before: (page) => page.route(DASHBOARD_CALLS, (route) => route.abort()),
    prepare: async (page) => {
      await goToDashboard(page);
      await page.getByText('Failed to load saved items').waitFor();
    },
    complaint: /ERR_FAILED/,
  },
  {
    name: 'dashboard-loading',
    path: '/dashboard',
    as: 'member',
    before: hold(DASHBOARD_CALLS),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Filter saved items' }).click();
      await page.getByRole('navigation', { name: 'Saved item categories' }).getByRole('link').last().click();
      await page.getByRole('region', { name: 'Saved Items' }).locator('.skeleton').first().waitFor();
    },
  },
  { name: 'profile-dialog', path: '/dashboard', as: 'member', prepare: openProfileDialog },
  { name: 'profile-dialog-leaker', path: '/leaker', as: 'leaker', prepare: openProfileDialog },
  { name: 'profile-crop', path: '/dashboard', as: 'member', prepare: chooseBanner },
  { name: 'profile-no-picture', path: '/dashboard', as: 'member', prepare: chooseNoPicture },
  { name: 'downloads', path: '/downloads', as: 'premium' },
  { name: 'downloads-past-end', path: '/downloads?page=900', as: 'member' },
];
