// Signing up as a member or a leaker in the sign-up dialog (product.md ID-1, ID-7, ID-10, SH-1, SH-2; specification, section 2).
import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import { expectFocusRing, expectPageWidth } from './journey-steps.ts';
import { linkIn, newCredentials, registerByCall } from './people.ts';

const openDialog = async (page: Page, address = '/'): Promise<void> => {
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  await page.getByRole('banner').getByRole('button', { name: 'Register' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
};

const fillIn = async (page: Page, { email, password }: { email: string; password: string }): Promise<void> => {
  await page.getByRole('dialog').getByLabel('Email').fill(email);
  await page.getByRole('dialog').getByLabel('Password').fill(password);
};

/** Holds back matching requests until the returned function is called. */
const holdCall = async (page: Page, pattern: string): Promise<() => void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
};

test('a visitor joins as a member and verifies the email through the mailed link', async ({ page }) => {
  const person = newCredentials();
  await openDialog(page, '/resources');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('listitem')).toHaveText([
    'save and organize favorite assets',
    'follow top leakers',
    'apply to become a verified leaker',
  ]);
  await dialog.getByRole('button', { name: 'Join as Member' }).click();
  await expect(page.getByRole('dialog', { name: 'Create Your Account' })).toBeVisible();
  await fillIn(page, person);
  const answer = await holdCall(page, '**/api/auth/register');
  await dialog.getByRole('button', { name: 'Create account' }).click();
  await expect(dialog.getByRole('button', { name: 'Creating Account...' })).toBeDisabled();
  answer();
  await expect(page).toHaveURL('/dashboard');
  const stored = await page.evaluate(() => localStorage.getItem('helix_user'));
  expect(JSON.parse(stored ?? 'null')).toMatchObject({ email: person.email, username: person.email.split('@')[0] });
  expect(stored).not.toMatch(/password|token|hash|film grain/i);

  await page.goto(await linkIn(person.email, 'verify-email'));
  await expect(page).toHaveURL('/verify-email');
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Your email is confirmed.' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('a visitor applies as leaker, and the application is submitted once the email is verified', async ({
  page,
  watch,
}) => {
  // Without a verified email, the application is refused but remembered.
  watch.allow(/status of 403/);
  const person = newCredentials();
  await openDialog(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Apply as Leaker' }).click();
  await expect(page.getByRole('dialog', { name: 'Apply as Leaker' })).toBeVisible();
  await fillIn(page, person);
  const answer = await holdCall(page, '**/api/leaker/apply');
  await dialog.getByRole('button', { name: 'Submit application' }).click();
  await expect(dialog.getByRole('button', { name: 'Submitting...' })).toBeDisabled();
  answer();
  await expect(dialog).toContainText('Check your inbox and confirm your email');
  await dialog.getByRole('button', { name: 'Go to your dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');
  const status = async () => (await page.request.get('/api/leaker/application-status')).json();
  expect(await status()).toMatchObject({ status: 'NONE' });

  await page.goto(await linkIn(person.email, 'verify-email'));
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.getByText('Your email is confirmed.')).toBeVisible();
  expect(await status()).toMatchObject({ status: 'PENDING' });
});

test('errors show under their fields, and nothing typed is lost', async ({ page, watch, browser }) => {
  watch.allow(/status of 4(00|09)/, /ERR_FAILED/);
  const other = await browser.newContext();
  const taken = await registerByCall(other.request);
  await other.close();
  await openDialog(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Join as Member' }).click();
  const create = dialog.getByRole('button', { name: 'Create account' });
  const [email, password] = [dialog.getByLabel('Email'), dialog.getByLabel('Password')];

  await create.click();
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription('Enter a valid email address.');
  await email.fill('someone@people.example');
  await password.fill('short');
  await create.click();
  await expect(password).toBeFocused();
  await expect(password).toHaveAccessibleDescription('At least 10 characters.');
  // Refused, because it is on the server's list of common passwords.
  await password.fill('password123456');
  await create.click();
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  await expect(password).toBeFocused();
  await expect(password).toHaveValue('password123456');

  await password.fill(taken.password);
  await email.fill(taken.email.toUpperCase());
  await create.click();
  await expect(dialog.getByRole('alert')).toContainText('An account with this email already exists.');
  await expect(email).toHaveValue(taken.email.toUpperCase());

  await page.route('**/api/auth/register', (route) => route.abort());
  await create.click();
  await expect(dialog.getByRole('alert')).toHaveText('An error occurred during registration');
  await page.unrouteAll();
  await page.route('**/api/auth/register', (route) => route.fulfill({ status: 400, json: {} }));
  await create.click();
  await expect(dialog.getByRole('alert')).toHaveText('Registration failed');
  await expect(password).toHaveValue(taken.password);
});

test('a failed application is sent again without registering twice', async ({ page, watch }) => {
  watch.allow(/status of 403/, /ERR_FAILED/);
  const person = newCredentials();
  await openDialog(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Apply as Leaker' }).click();
  await fillIn(page, person);
  await page.route('**/api/leaker/apply', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Submit application' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Failed to submit application');
  await page.unrouteAll();
  await dialog.getByRole('button', { name: 'Submit application' }).click();
  await expect(dialog).toContainText('Check your inbox and confirm your email');
  expect(watch.calls().filter((call) => call === 'POST /api/auth/register')).toHaveLength(1);
});

test('by keyboard, the sign-up dialog traps focus, goes back, closes with Escape and restores focus', async ({
  page,
}) => {
  await page.goto('/resources');
  await page.waitForLoadState('networkidle');
  const opener = page.getByRole('banner').getByRole('button', { name: 'Register' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Join as Member' })).toBeFocused();
  await expectFocusRing(page);
  for (let step = 0; step < 8; step += 1) {
    await page.keyboard.press('Tab');
    // From the dialog's last element, focus wraps to its first element, shortly after the key press.
    await expect
      .poll(() => dialog.evaluate((one) => one.contains(document.activeElement)), { message: `Tab ${step + 1}` })
      .toBe(true);
  }
  await dialog.getByRole('button', { name: 'Apply as Leaker' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(dialog.getByRole('button', { name: 'Back' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Join as Member' })).toBeFocused();

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await expect(page).toHaveURL('/resources');
});

test('the sign-up dialog has an address: Back closes it, and it also opens over /login', async ({ page }) => {
  await openDialog(page, '/resources?category=free');
  await expect(page).toHaveURL('/resources?category=free#register');
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL('/resources?category=free');
  await page.goto('/login?#register');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL('/login');
});

test('on a phone the menu offers Login and Create, and gets focus back', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  const opener = page.getByRole('banner').locator('summary');
  await opener.click();
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await expect(menu.getByRole('link', { name: 'Login' })).toBeVisible();
  await menu.getByRole('button', { name: /^Create/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Join as Member' }).click();
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await expectPageWidth(page, 360);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
});

test('a logged-in member sees no sign-up dialog', async ({ page, context }) => {
  await registerByCall(context.request);
  await page.goto('/resources#register');
  await page.waitForLoadState('networkidle');
  await expect(page).toHaveURL('/resources');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a newcomer sent to the login page signs up there and continues to the requested page', async ({ page }) => {
  const address = '/login?next=%2Fresources%3Fcategory%3Dfree';
  await page.goto('/login');
  await expect(page.getByText('Log in to continue.')).toHaveCount(0);
  await page.goto(address);
  await expect(page.getByText('Log in to continue.')).toBeVisible();
  await page.waitForLoadState('networkidle');
  const create = page.getByRole('main').getByRole('link', { name: 'Create an account' });
  await create.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(address);
  await expect(create).toBeFocused();
  await create.click();
  await expect(page).toHaveURL(`${address}#register`);

  const person = newCredentials();
  await dialog.getByRole('button', { name: 'Apply as Leaker' }).click();
  await fillIn(page, person);
  await dialog.getByRole('button', { name: 'Back' }).click();
  await dialog.getByRole('button', { name: 'Join as Member' }).click();
  // Everything typed is kept, except the password.
  await expect(dialog.getByLabel('Email')).toHaveValue(person.email);
  await expect(dialog.getByLabel('Password')).toHaveValue('');
  await dialog.getByLabel('Password').fill(person.password);
  await dialog.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL('/resources?category=free');
});

test('too many login attempts show how long to wait', async ({ page, watch }) => {
  watch.allow(/status of 429/);
  await page.goto('/login');
  await page.waitForLoadState('networkidle');
  await page.route('**/api/auth/login', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '845' },
      json: { code: 'TOO_MANY_REQUESTS', message: 'Too many requests. Please wait a moment and try again.' },
    }),
  );
  await page.getByRole('main').getByLabel('Email').fill('someone@people.example');
  await page.getByRole('main').getByLabel('Password').fill('not the password');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Too many requests. Please wait 15 minutes and try again.');
});
