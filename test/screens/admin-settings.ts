// Screens for the admin settings.
import type { Page } from '@playwright/test';
import { hold, type Screen } from './screen.ts';

const SETTINGS = /\/api\/admin\/settings$/;
const settings = (page: string) => `/admin/settings/${page}`;
const fail = (page: Page) => page.route(SETTINGS, (route) => route.abort());
const filled = (page: Page) => page.getByLabel('Site name').waitFor();

export const group = 'adminSettings';

export const adminSettingsScreens: Screen[] = [
  { name: 'admin-settings-dashboard', path: settings('dashboard'), as: 'admin', prepare: filled },
  {
    name: 'admin-settings-loading',
    path: settings('dashboard'),
    as: 'admin',
    before: hold(SETTINGS),
    isHeld: true,
    prepare: (page) => page.getByRole('main').getByText('Loading').waitFor(),
  },
  {
    name: 'admin-settings-failed',
    path: settings('dashboard'),
    as: 'admin',
    before: fail,
    prepare: (page) => page.getByRole('button', { name: 'Try again' }).waitFor(),
    complaint: /ERR_FAILED/,
  },
  {
    name: 'admin-settings-not-saved',
    path: settings('dashboard'),
    as: 'admin',
    before: (page) =>
      page.route(SETTINGS, (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue())),
    prepare: async (page) => {
      await filled(page);
      await page.getByRole('button', { name: 'Save settings' }).click();
      await page.getByText('Failed to save settings. Please try again.').waitFor();
    },
    complaint: /ERR_FAILED/,
  },
  {
    name: 'admin-settings-not-valid',
    path: settings('dashboard'),
    as: 'admin',
    prepare: async (page) => {
      await filled(page);
      await page.getByLabel('Site name').fill('  ');
      await page.getByLabel('Maximum upload size (GB)').fill('');
      await page.getByRole('button', { name: 'Save settings' }).click();
      await page.getByText('This field is required.').waitFor();
    },
  },
  {
    name: 'admin-settings-profile',
    path: settings('profile'),
    as: 'admin',
    prepare: (page) => page.getByLabel('Current password').waitFor(),
  },
  {
    name: 'admin-settings-profile-mismatch',
    path: settings('profile'),
    as: 'admin',
    prepare: async (page) => {
      await page.getByLabel('Current password').fill('whatever it is');
      await page.getByLabel('New password', { exact: true }).fill('entirely other words');
      await page.getByLabel('Confirm new password').fill('yet other words');
      await page.getByRole('button', { name: 'Save profile' }).click();
      await page.getByText('New passwords do not match').waitFor();
    },
  },
  {
    name: 'admin-settings-security',
    path: settings('security'),
    as: 'admin',
    prepare: (page) => page.getByRole('table', { name: 'Administrators' }).waitFor(),
  },
  {
    name: 'admin-settings-security-question',
    path: settings('security'),
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'End all other sessions' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'admin-settings-design', path: settings('design'), as: 'admin', prepare: filled },
  {
    name: 'admin-settings-design-preview',
    path: settings('design'),
    as: 'admin',
    prepare: async (page) => {
      await filled(page);
      await page.getByLabel('Hex (#rrggbb)').fill('#2f6bff');
      await page.locator('link[data-accent][href$="2f6bff.css"]').waitFor({ state: 'attached' });
    },
  },
  { name: 'admin-settings-unknown', path: settings('nothing'), as: 'admin', status: 404 },
  {
    name: 'admin-panel-settings',
    path: '/admin',
    as: 'admin',
    prepare: async (page) => {
      const menu = page.getByRole('button', { name: 'Admin menu' });
      const entry = page.getByRole('navigation', { name: 'Admin panel' }).getByRole('button', { name: 'Settings' });
      await entry.or(menu).first().waitFor();
      if (await menu.isVisible()) await menu.click();
      await entry.click();
      await page.getByLabel('Site title').waitFor();
    },
  },
];
