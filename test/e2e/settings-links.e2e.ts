// Linking and unlinking each provider through its consent page (product.md ID-6).
import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import { mailTo, registerByCall } from './people.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Linked accounts' });

for (const provider of ['Google', 'Discord', 'Patreon'] as const) {
  test(`${provider} is denied, linked and unlinked`, async ({ page, context }) => {
    const person = await registerByCall(context.request);
    await page.goto('/settings');
    const row = section(page).getByRole('listitem').filter({ hasText: provider });
    await row.getByRole('link', { name: `Connect ${provider}` }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Sign in with ${provider}`);
    await page.getByRole('button', { name: 'Deny' }).click();
    await expect(section(page).getByRole('alert')).toHaveText(`${provider} was not linked because you cancelled.`);
    await row.getByRole('link', { name: `Connect ${provider}` }).click();
    await page.getByRole('radio', { name: 'New account' }).check();
    await page.getByRole('button', { name: 'Allow' }).click();
    await expect(page).toHaveURL(/\/settings/);
    await expect(row.getByText(/^Linked as /)).toBeVisible();
    await mailTo(person.email, new RegExp(provider));

    await row.getByRole('button', { name: `Unlink ${provider}` }).click();
    const question = page.getByRole('dialog', { name: `Unlink ${provider}?` });
    await expect(question).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(row.getByRole('button', { name: `Unlink ${provider}` })).toBeFocused();
    await page.keyboard.press('Enter');
    await question.getByRole('button', { name: `Unlink ${provider}` }).click();
    await expect(row.getByRole('link', { name: `Connect ${provider}` })).toBeVisible();
  });
}

test('a member who signed up with Google confirms there and cannot unlink their only sign-in', async ({
  page,
  watch,
}) => {
  watch.allow(/status of 409/);
  await page.goto('/login');
  await page.getByRole('main').getByRole('link', { name: 'Continue with Google' }).click();
  await page.getByRole('radio', { name: 'New account' }).check();
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/settings');
  await expect(page.getByRole('link', { name: 'Set a password' })).toBeVisible();
  const row = section(page).getByRole('listitem').filter({ hasText: 'Google' });
  await row.getByRole('button', { name: 'Unlink Google' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink Google' }).click();
  await expect(section(page).getByRole('alert')).toContainText('only way to log in');
  await expect(row.getByText(/^Linked as /)).toBeVisible();
});
