// An admin adds advertisements, announcements and badges; a visitor sees the result.
import type { APIRequestContext, Browser } from '@playwright/test';
import type { AdminAnnouncement } from '#contract/content/announcements.ts';
import type { AdCreative } from '#contract/downloads/ads.ts';
import { adPagePath } from '#contract/paths.ts';
import { freeId } from '../screens/screen.ts';
import { expect, test } from './journey.ts';
import { untilPageHas } from './journey-steps.ts';
import { logInByCall } from './people.ts';

const admin = { email: 'admin@demo.example', password: 'helix-demo-2026' };

/** Deletes what the journey created, even if it failed. */
const clear = async (api: APIRequestContext, title: string): Promise<void> => {
  for (const { id, title: known } of (await (await api.get('/api/admin/ads')).json()) as AdCreative[]) {
    if (known === title) await api.delete(`/api/admin/ads/${id}`);
  }
  for (const { id, text } of (await (await api.get('/api/admin/announcements')).json()) as AdminAnnouncement[]) {
    if (text === title) await api.delete(`/api/admin/announcements/${id}`);
  }
  await api.delete(`/api/admin/badges/${encodeURIComponent(title.slice(0, 24))}`);
};

const asVisitor = async (browser: Browser, baseURL: string | undefined) =>
  (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();

test('new advertisements and announcements show immediately and can be deleted', async ({ page, browser, baseURL }) => {
  const word = `Word ${crypto.randomUUID().slice(0, 8)}`;
  await logInByCall(page.request, admin);
  try {
    await page.goto('/admin/settings/extras');
    await page.getByRole('button', { name: 'Add advertisement' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Title').fill(word);
    await dialog.getByLabel('Link').fill('http://plain.example');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Enter a link that starts with https://.')).toBeVisible();
    await dialog.getByLabel('Link').fill('https://plain.example/a');
    await dialog.getByLabel('Weight').fill('100');
    await expect(dialog.getByRole('complementary', { name: 'Advertisement' })).toContainText(word);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('row', { name: word })).toContainText('Active');

    await page.getByRole('button', { name: 'Add announcement' }).click();
    await dialog.getByLabel('Text', { exact: true }).fill(word);
    await dialog.getByLabel('Link').fill('/resources');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('row', { name: word }).filter({ hasText: 'Shown now' })).toBeVisible();

    const visitor = await asVisitor(browser, baseURL);
    await visitor.goto(adPagePath(await freeId(visitor.request)));
    const link = visitor.getByRole('complementary', { name: 'Advertisement' }).getByRole('link');
    await expect(link).toHaveAttribute('rel', 'sponsored noopener noreferrer');
    await expect(link).toHaveAttribute('target', '_blank');

    await untilPageHas(visitor.request, '/elements', word);
    await visitor.goto('/elements');
    const line = visitor.getByRole('complementary', { name: 'Announcement' });
    await expect(line.getByRole('link', { name: word })).toHaveAttribute('href', '/resources');
    await line.getByRole('button', { name: 'Close announcement' }).click();
    await expect(line).toBeHidden();
    await expect(visitor.locator('#main')).toBeFocused();
    await visitor.reload();
    await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(line).toBeHidden();
    await visitor.context().close();

    await page
      .getByRole('button', { name: `Delete ${word}` })
      .first()
      .click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText(`'${word}' was deleted.`)).toBeVisible();
  } finally {
    await clear(page.request, word);
  }
});

test('badges are created, edited and deleted', async ({ page }) => {
  const name = `B ${crypto.randomUUID().slice(0, 8)}`;
  await logInByCall(page.request, admin);
  try {
    await page.goto('/admin/settings/groups');
    await page.getByRole('button', { name: 'Add badge' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Colour').selectOption('Violet');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('row', { name })).toContainText('0 users');
    await page.getByRole('button', { name: `Edit ${name}` }).click();
    await dialog.getByLabel('Description').fill('Cuts well');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('row', { name })).toContainText('Cuts well');
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    await expect(dialog).toContainText('No one has this badge.');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('row', { name })).toHaveCount(0);
  } finally {
    await clear(page.request, name);
  }
});
