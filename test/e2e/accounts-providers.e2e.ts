// Coming in with Google and Discord, through their consent pages (product.md ID-5, ID-10; specification, sections 2 and 8).
import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';

const answerConsent = async (page: Page, decision: 'Allow' | 'Deny'): Promise<void> => {
  await page.getByRole('radio', { name: 'Somebody new' }).check();
  await page.getByRole('button', { name: decision }).click();
};

for (const provider of ['Google', 'Discord'] as const) {
  test(`${provider} signs somebody new in, and leads back to where they were`, async ({ page }) => {
    await page.goto('/login?next=/resources%3Fcategory%3Dfree');
    const link = page.getByRole('main').getByRole('link', { name: `Continue with ${provider}` });
    await expect(link).toHaveAttribute('href', new RegExp(`/api/auth/${provider.toLowerCase()}\\?next=`));
    await link.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Sign in with ${provider}`);
    await answerConsent(page, 'Allow');
    await expect(page).toHaveURL('/resources?category=free');
    await expect(page.getByRole('banner').getByRole('button', { name: /^Your menu/ })).toBeVisible();
  });

  test(`${provider} that is denied, or does not answer, is said on the sign-in page`, async ({ page }) => {
    await page.goto('/login');
    await page
      .getByRole('main')
      .getByRole('link', { name: `Continue with ${provider}` })
      .click();
    await answerConsent(page, 'Deny');
    await expect(page.getByRole('alert')).toHaveText(
      `You did not allow the sign-in at ${provider}, so nothing has changed.`,
    );
    await page.goto(`/login?error=provider&provider=${provider.toLowerCase()}`);
    await expect(page.getByRole('alert')).toHaveText(`Failed to initiate ${provider} login`);
  });

  test(`who applies as leaker with ${provider} has applied when they are back`, async ({ page }) => {
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

test('an address with an unknown error says nothing', async ({ page }) => {
  await page.goto('/login?error=constructor&provider=__proto__');
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a second step that nobody waits for leads back to the first, and says why', async ({ page, watch }) => {
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
  await expect(page.getByRole('alert')).toHaveText('This sign-in took too long. Please log in again.');
  await expect(page.getByRole('main').getByLabel('Password')).toBeVisible();
});
