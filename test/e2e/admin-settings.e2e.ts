// An admin edits the site settings. Changes that other journeys could see are reverted.
import type { Page } from '@playwright/test';
import { holdCalls } from './held-calls.ts';
import { expect, test } from './journey.ts';
import { untilSaid } from './journey-steps.ts';

const DEMO_PASSWORD = 'helix-demo-2026';
/** Shown for three seconds. */
const SAVED = 'Settings saved successfully';
const SETTINGS = /\/api\/admin\/settings$/;

test.beforeEach(async ({ context }) => {
  const data = { email: 'admin@demo.example', password: DEMO_PASSWORD };
  expect((await context.request.post('/api/auth/login', { data })).status()).toBe(200);
});

const openPanel = async (page: Page): Promise<void> => {
  await page.goto('/admin');
  await page.getByRole('navigation', { name: 'Admin panel' }).getByRole('button', { name: 'Settings' }).click();
};

test('the panel edits the same settings as /admin/settings and shows the result for three seconds', async ({
  page,
  watch,
}) => {
  const box = page.getByLabel('Upload size (MB)');
  await openPanel(page);
  await expect(box).toHaveValue('100');
  const place = process.env.SITE_FILES === 'service' ? 'S3' : 'Local disk';
  await expect(page.getByText(place, { exact: true })).toBeVisible();
  const answer = await holdCalls(page, SETTINGS, 'PUT');
  await box.fill('101');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled();
  const said = untilSaid(page, SAVED);
  answer();
  await said;
  await expect(page.getByText(SAVED)).toBeHidden();
  await page.unroute(SETTINGS);
  const stored = await (await page.request.get('/api/admin/settings')).json();
  expect(stored.multipartLimitMb).toBe(101);

  watch.allow(/ERR_FAILED/);
  await page.route(SETTINGS, (route) => route.abort());
  await box.fill('100');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByRole('alert')).toHaveText('Failed to save settings. Please try again.');
  await expect(box).toHaveValue('100');
  await page.unroute(SETTINGS);
  const saidAgain = untilSaid(page, SAVED);
  await page.getByRole('button', { name: 'Save settings' }).click();
  await saidAgain;
  await page.reload();
  await openPanel(page);
  await expect(box).toHaveValue('100');
});

test('the settings pages are linked, and the active one is marked', async ({ page }) => {
  await page.goto('/admin/settings');
  await expect(page).toHaveURL(/\/admin\/settings\/dashboard$/);
  const links = page.getByRole('navigation', { name: 'Settings pages' });
  for (const name of ['Profile', 'Security', 'Design', 'Groups', 'Subscriptions', 'Extras', 'Texts', 'Dashboard']) {
    await links.getByRole('link', { name }).click();
    await expect(page).toHaveURL(new RegExp(`/admin/settings/${name.toLowerCase()}$`));
    await expect(links.locator('[aria-current=page]')).toHaveText(name);
  }
});

test('the profile form does not send mismatched passwords, and reports a wrong one', async ({ page, watch }) => {
  watch.allow(/status of 403/);
  await page.goto('/admin/settings/profile');
  const save = page.getByRole('button', { name: 'Save profile' });
  await page.getByLabel('Current password').fill('not the password');
  await page.getByLabel('New password', { exact: true }).fill('entirely other words');
  await page.getByLabel('Confirm new password').fill('entirely different words');
  watch.reset();
  await save.click();
  await expect(page.getByRole('alert')).toHaveText('New passwords do not match');
  expect(watch.calls()).not.toContain('PUT /api/admin/profile');

  await page.getByLabel('Confirm new password').fill('entirely other words');
  await save.click();
  await expect(page.getByRole('alert')).toHaveText(
    'Failed to update profile. Please check your current password and try again.',
  );

  await page.getByLabel('Current password').fill(DEMO_PASSWORD);
  await page.getByLabel('New password', { exact: true }).fill('');
  await page.getByLabel('Confirm new password').fill('');
  const said = untilSaid(page, 'Profile updated successfully');
  await save.click();
  await said;
  await expect(page.getByLabel('Current password')).toHaveValue('');
  await expect(page.getByText('Profile updated successfully')).toBeHidden();
});

test('an accent previews immediately, is readable in both themes, and is dropped when not saved', async ({ page }) => {
  const tally = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--tally').trim());
  await page.goto('/admin/settings/design');
  const own = await tally();
  await page.getByLabel('Hex (#rrggbb)').fill('#001040');
  await expect.poll(tally).not.toBe(own);
  // A blue this dark is unreadable on the dark background, so the site lightens it.
  await expect.poll(tally).toMatch(/^oklch\(0\.[5-9]/);
  await page.getByRole('link', { name: 'Profile', exact: true }).click();
  await expect.poll(tally).toBe(own);
});

test('a file that is not an image is refused as a logo', async ({ page }) => {
  await page.goto('/admin/settings/design');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'logo.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
  await expect(page.getByRole('alert')).toHaveText('Please upload an image file');
});

test('the subscriptions page says which demo content /premium shows', async ({ page }) => {
  await page.goto('/admin/settings/subscriptions');
  const section = page.getByRole('region', { name: 'Testimonials' });
  await expect(section.getByText(/The Premium page shows demo content\./)).toContainText(
    'The 891+ members and 500+ resources are sample figures.',
  );
  await expect(section.getByText('No testimonials yet. Add the first one.')).toBeVisible();
});
