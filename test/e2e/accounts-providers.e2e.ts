// Signing in with Google and Discord through their consent pages (product.md ID-5, ID-10; specification, sections 2 and 8).
import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';

const answerConsent = async (page: Page, decision: 'Allow' | 'Deny'): Promise<void> => {
  await page.getByRole('radio', { name: 'New account' }).check();
  await page.getByRole('button', { name: decision }).click();
};

for (const provider of ['Google', 'Discord'] as const) {
  test(`a newcomer signs up with ${provider} and returns to the page they came from`, async ({ page }) => {
    await page.goto('/login?next=/resources%3Fcategory%3Dfree');
    const link = page.getByRole('main').getByRole('link', { name: `Continue with ${provider}` });
    await expect(link).toHaveAttribute('href', new RegExp(`/api/auth/${provider.toLowerCase()}\\?next=`));
    await link.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Sign in with ${provider}`);
    await answerConsent(page, 'Allow');
    await expect(page).toHaveURL('/resources?category=free');
    await expect(page.getByRole('banner').getByRole('button', { name: /^Account menu/ })).toBeVisible();
  });

  test(`the login page reports a denied or unreachable ${provider}`, async ({ page }) => {
    await page.goto('/login');
    await page
      .getByRole('main')
      .getByRole('link', { name: `Continue with ${provider}` })
      .click();
    await answerConsent(page, 'Deny');
    await expect(page.getByRole('alert')).toHaveText(`You cancelled the ${provider} login. Nothing has changed.`);
    await page.goto(`/login?error=provider&provider=${provider.toLowerCase()}`);
    await expect(page.getByRole('alert')).toHaveText(`Failed to initiate ${provider} login`);
  });

  test(`applying as leaker with ${provider} submits the application on return`, async ({ page }) => {
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    await page.getByRole('banner').getByRole('button', { name: 'Register' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Apply as Leaker' }).click();
    await dialog.getByRole('link', { name: provider }).click();
    await answerConsent(page, 'Allow');
    await expect(page).toHaveURL('/dashboard');
    const status = await page.request.get('/api/leaker/application-status');
    expect(await status.json()).toMatchObject({ status: 'PENDING' });
  });
}

test('an unknown error code in the address shows no message', async ({ page }) => {
  await page.goto('/login?error=constructor&provider=__proto__');
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('an expired two-factor step returns to the login form and explains why', async ({ page, watch }) => {
  watch.allow(/status of 401/);
  await page.goto('/login?step=two-factor');
  const code = page.getByLabel('Code', { exact: true });
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(code).toHaveAttribute('inputmode', 'numeric');
  await page.keyboard.press('Enter');
  await expect(code).toHaveAccessibleDescription(/Enter the code\./);
  await code.fill('123456');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('This login has timed out. Please log in again.');
  await expect(page.getByRole('main').getByLabel('Password')).toBeVisible();
});
