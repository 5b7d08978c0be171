// Third-party sign-in: signing up requires a verified email, and linking requires a fresh confirmation.
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
  test(`${provider} signs up, keeps the destination, and recognises people later`, async ({ page, context }) => {
    await continueWith(page, provider, 'New account');
    await expect(page).toHaveURL('/resources');
    const first = await (await context.request.get('/api/auth/me')).json();
    // Leave the page first, because its requests would be refused without a session.
    await page.goto('about:blank');
    await context.clearCookies();
    await continueWith(page, provider, new RegExp(first.email.split('@')[0]));
    await expect(page).toHaveURL('/resources');
    const second = await (await context.request.get('/api/auth/me')).json();
    expect(second.id).toBe(first.id);
  });
}

test('a denied sign-in, or one without an email, says so', async ({ page }) => {
  await continueWith(page, 'Discord', /^Pip/, 'Deny');
  await expect(page.getByRole('alert')).toContainText('You cancelled the Discord login');
  await continueWith(page, 'Discord', /^Pip/);
  await expect(page.getByRole('alert')).toContainText('did not share an email address with us');
});

test('the consent page works without scripts', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await page.goto('/api/auth/google?next=/resources');
  await page.getByRole('radio', { name: 'New account' }).check();
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page).toHaveURL('/resources');
  expect((await context.request.get('/api/auth/me')).status()).toBe(200);
  await context.close();
});

test('a sign-in method is linked only after a fresh confirmation', async ({ page, context }) => {
  const { password } = await registerByCall(context.request);
  // The server redirects here if the last confirmation is more than ten minutes old.
  await page.goto('/settings?confirm=discord-link&next=%2Fdashboard');
  const question = page.getByRole('dialog', { name: "Confirm it's you" });
  await question.getByLabel('Password').fill(password);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in with Discord');
  await page.getByRole('radio', { name: 'New account' }).check();
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('main')).toContainText('Connected as new-');
});
