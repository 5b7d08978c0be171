// The Discord and Patreon cards in each state (specification, section 2; product.md ID-6, ME-4).
import type { Page } from '@playwright/test';
import { signInByCall } from '#test/harness/sign-in.ts';
import { expect, test } from './journey.ts';
import { registerByCall } from './people.ts';

const cardOf = (page: Page, title: 'Discord' | 'Patreon') =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title }) });

/** Completes the consent page with a new provider account, because existing ones may be linked to other members. */
const consent = async (page: Page, decision: 'Allow' | 'Deny'): Promise<void> => {
  await page.getByLabel('New account').check();
  await page.getByRole('button', { name: decision }).click();
};

/** Follows the card's link and confirms the disconnection on the settings page. */
const disconnectPatreon = async (page: Page): Promise<void> => {
  await cardOf(page, 'Patreon').getByRole('link', { name: 'Disconnect' }).click();
  const dialog = page.getByRole('dialog', { name: 'Unlink Patreon?' });
  const done = page.waitForResponse(
    (response) => response.url().endsWith('/api/auth/patreon/disconnect') && response.request().method() === 'POST',
  );
  await dialog.getByRole('button', { name: 'Unlink Patreon' }).click();
  expect((await done).status()).toBe(204);
};

test('Discord is linked from its card and stays linked', async ({ page }) => {
  await registerByCall(page.request);
  await page.goto('/dashboard');
  const card = cardOf(page, 'Discord');
  await expect(card.getByText('Join our community')).toBeVisible();
  await card.getByRole('link', { name: 'Connect Discord' }).click();
  await consent(page, 'Allow');
  await expect(page).toHaveURL('/dashboard');
  await expect(card.getByText(/^Connected as \S+/)).toBeVisible();
  await expect(card.getByRole('button', { name: 'Linked' })).toBeDisabled();
  await expect(card.getByText('Join our community')).toHaveCount(0);
});

test('Patreon is linked, refreshed and disconnected from its card', async ({ page }) => {
  await registerByCall(page.request);
  await page.goto('/dashboard');
  const card = cardOf(page, 'Patreon');
  await expect(card.getByText('Get premium access')).toBeVisible();
  await card.getByRole('link', { name: 'Connect Patreon' }).click();
  await consent(page, 'Allow');
  await expect(page).toHaveURL('/dashboard');
  await expect(card.getByText('Connected but not a patron')).toBeVisible();
  await expect(page.getByText(/^Patron \S+/)).toBeVisible();

  await page.waitForLoadState('networkidle');
  const read = page.waitForResponse('**/api/auth/links/refresh');
  await card.getByRole('button', { name: 'Refresh linked accounts' }).click();
  expect((await read).status()).toBe(200);
  await expect(page.getByText('Linked accounts refreshed.')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');

  // "Disconnect" asks for confirmation first; the account stays linked until the user confirms.
  await card.getByRole('link', { name: 'Disconnect' }).click();
  await expect(page).toHaveURL('/settings?confirm=patreon-disconnect');
  await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click();
  await page.goto('/dashboard');
  await expect(card.getByText('Connected but not a patron')).toBeVisible();
  await disconnectPatreon(page);
  await page.goto('/dashboard');
  await expect(card.getByText('Get premium access')).toBeVisible();
  await expect(page.getByText(/^Patron \S+/)).toHaveCount(0);
});

test('denying consent at the provider shows that nothing was linked', async ({ page }) => {
  await registerByCall(page.request);
  await page.goto('/dashboard');
  await cardOf(page, 'Discord').getByRole('link', { name: 'Connect Discord' }).click();
  await consent(page, 'Deny');
  await expect(page).toHaveURL(/\/dashboard\?error=denied/);
  await expect(page.getByRole('alert')).toContainText('Discord was not linked because you cancelled.');
  await expect(cardOf(page, 'Discord').getByRole('link', { name: 'Connect Discord' })).toBeVisible();
});

test('the card shows Premium with and without Patreon', async ({ page }) => {
  await signInByCall(page.request, 'premium');
  await page.goto('/dashboard');
  const card = cardOf(page, 'Patreon');
  await expect(card.getByText('Premium', { exact: true })).toBeVisible();
  await expect(card.getByText('Premium Member')).toBeVisible();
  // The promotion is only shown to the role USER.
  await expect(page.getByRole('heading', { name: 'Become a Leaker' })).toHaveCount(0);

  await card.getByRole('link', { name: 'Connect Patreon' }).click();
  await consent(page, 'Allow');
  await expect(page).toHaveURL('/dashboard');
  await expect(card.getByText(/^Connected as \S+/)).toBeVisible();
  await expect(card.getByText('Premium Member')).toBeVisible();
  await disconnectPatreon(page);
  await page.goto('/dashboard');
  await expect(card.getByRole('link', { name: 'Connect Patreon' })).toBeVisible();
});
