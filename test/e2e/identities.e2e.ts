// Ways in at third parties: joined by a proven address, refused otherwise, and linked only after a fresh confirmation.
import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import { registerByCall } from './people.ts';

const continueWith = async (page: Page, provider: 'Google' | 'Discord', who: string | RegExp, answer = 'Allow') => {
  await page.goto('/login?next=/resources');
  await page
    .getByRole('main')
    .getByRole('link', { name: `Continue with ${provider}` })
    .click();
  await page.getByRole('radio', { name: who }).check();
  await page.getByRole('button', { name: answer }).click();
};

for (const provider of ['Google', 'Discord'] as const) {
  test(`${provider} signs in, keeps where to go, and knows people again`, async ({ page, context }) => {
    await continueWith(page, provider, 'Somebody new');
    await expect(page).toHaveURL('/resources');
    const first = await (await context.request.get('/api/auth/me')).json();
    // No page may be open meanwhile: its calls would be refused.
    await page.goto('about:blank');
    await context.clearCookies();
    await continueWith(page, provider, new RegExp(first.email.split('@')[0]));
    await expect(page).toHaveURL('/resources');
    const second = await (await context.request.get('/api/auth/me')).json();
    expect(second.id).toBe(first.id);
  });
}

test('a sign-in that was denied, or that tells no address, says so', async ({ page }) => {
  await continueWith(page, 'Discord', /^Pip/, 'Deny');
  await expect(page.getByRole('alert')).toContainText('You did not allow the sign-in at Discord');
  await continueWith(page, 'Discord', /^Pip/);
  await expect(page.getByRole('alert')).toContainText('did not tell us an e-mail address');
});

test('the consent page works without scripts', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await page.goto('/api/auth/google?next=/resources');
  await page.getByRole('radio', { name: 'Somebody new' }).check();
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page).toHaveURL('/resources');
  expect((await context.request.get('/api/auth/me')).status()).toBe(200);
  await context.close();
});

test('a way in is linked only after a fresh confirmation', async ({ page, context }) => {
  const { password } = await registerByCall(context.request);
  // Where the server leads whoever has not confirmed within ten minutes.
  await page.goto('/settings?confirm=discord-link&next=%2Fdashboard');
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await question.getByLabel('Password').fill(password);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in with Discord');
  await page.getByRole('radio', { name: 'Somebody new' }).check();
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('main')).toContainText('Connected as new-');
});
