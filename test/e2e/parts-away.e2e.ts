// If code that is loaded on demand fails to load, the page and typed text are kept, and the code can be loaded later.
import type { Page } from '@playwright/test';
import { expect, test, type Watch } from './journey.ts';
import { registerByCall } from './people.ts';

const NOTE = 'Part of this page failed to load. Check your connection and try again.';

/** Simulates a lost connection for the site's scripts and styles: matching files fail until the route is removed. */
const cutCode = async (page: Page, watch: Watch, files = /\/assets\/.*\.(js|css)$/): Promise<void> => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/);
  await page.route(files, (route) => route.abort('internetdisconnected'));
};

const noteOf = (page: Page) => page.getByRole('alert').filter({ hasText: NOTE });

test('a dialog whose code fails to load loses nothing typed, and opens once the connection is back', async ({
  page,
  watch,
}) => {
  await registerByCall(page.request);
  await page.goto('/settings');
  await page.waitForLoadState('networkidle');
  const name = page.getByLabel('Display name');
  await name.fill('Typed before the line was cut');
  await cutCode(page, watch);
  const opener = page.getByRole('button', { name: 'Edit Profile' });
  await opener.click();
  await expect(noteOf(page)).toBeVisible();
  await expect(name).toHaveValue('Typed before the line was cut');
  // Reloading would lose the text, so it is not offered while offline.
  await expect(noteOf(page).getByRole('button')).toHaveText(['Try again', 'Close']);
  await noteOf(page).getByRole('button', { name: 'Try again' }).click();
  await expect(noteOf(page)).toBeVisible();
  await noteOf(page).getByRole('button', { name: 'Close' }).click();
  await expect(noteOf(page)).toBeHidden();
  await opener.click();
  await expect(noteOf(page)).toBeVisible();

  await page.unrouteAll();
  await noteOf(page).getByRole('button', { name: 'Try again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' });
  await expect(dialog).toBeVisible();
  await expect(dialog).toHaveCSS('position', 'fixed');
  await expect(dialog.getByLabel('Username')).toBeFocused();
  await expect(noteOf(page)).toBeHidden();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(name).toHaveValue('Typed before the line was cut');
});

test('code that failed to load arrives when the page is reloaded', async ({ page, watch }) => {
  await registerByCall(page.request);
  await page.goto('/resources');
  await page.waitForLoadState('networkidle');
  await cutCode(page, watch, /\/assets\/menu-.*\.js$/);
  const opener = page.getByRole('banner').locator('[aria-haspopup=menu]');
  await opener.click();
  await expect(noteOf(page)).toBeVisible();
  await page.unrouteAll();
  await noteOf(page).getByRole('button', { name: 'Reload' }).click();
  await page.waitForLoadState('networkidle');
  await expect(noteOf(page)).toBeHidden();
  await opener.click();
  await expect(page.getByRole('menu')).toBeVisible();
});

test('a menu whose code fails to load behaves as if it had not been opened', async ({ page, watch }) => {
  await registerByCall(page.request);
  await page.goto('/resources');
  await page.waitForLoadState('networkidle');
  await cutCode(page, watch);
  const opener = page.getByRole('banner').locator('[aria-haspopup=menu]');
  await opener.click();
  await expect(noteOf(page)).toBeVisible();
  await opener.click();
  await expect(noteOf(page)).toBeHidden();
  await page.unrouteAll();
  await opener.click();
  await expect(page.getByRole('menu')).toBeVisible();
});

test('a dialog over a dialog dims the one below', async ({ page, watch, context }) => {
  watch.allow(/status of 401/);
  await registerByCall(page.request);
  await page.goto('/dashboard');
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const below = page.getByRole('dialog', { name: 'Edit Profile' });
  await below.getByLabel('Bio').fill('Typed before the session ended.');
  await context.clearCookies();
  await below.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('dialog', { name: /log in again/i })).toBeVisible();
  // Near the edge of the lower dialog, the pointer hits the upper dialog's backdrop.
  const met = await page.locator('.dialog', { hasText: 'Edit Profile' }).evaluate((dialog) => {
    const { left, top } = dialog.getBoundingClientRect();
    return document.elementFromPoint(left + 20, top + 20)?.className;
  });
  expect(met).toContain('dialog-backdrop');
});
