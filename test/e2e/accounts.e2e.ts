// Becoming a member or a leaker by the sign-up dialog (product.md ID-1, ID-7, ID-10, SH-1, SH-2; specification, section 2).
import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import { expectFocusRing } from './journey-steps.ts';
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

/** Holds a call until the answer is called for. */
const holdCall = async (page: Page, pattern: string): Promise<() => void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
};

test('a visitor joins as member, and the address is proven by the mailed link', async ({ page }) => {
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
  await page.getByRole('button', { name: 'Verify my address' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Your e-mail address is verified.' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Go on' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('a visitor applies as leaker: the application goes out when the address is verified', async ({ page, watch }) => {
  // The application of somebody whose address is not verified is refused for now; the wish is kept.
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
  await expect(dialog).toContainText('We have sent a link to your e-mail address');
  await dialog.getByRole('button', { name: 'Go to your dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');
  const status = async () => (await page.request.get('/api/leaker/application-status')).json();
  expect(await status()).toMatchObject({ status: 'NONE' });

  await page.goto(await linkIn(person.email, 'verify-email'));
  await page.getByRole('button', { name: 'Verify my address' }).click();
  await expect(page.getByText('Your e-mail address is verified.')).toBeVisible();
  expect(await status()).toMatchObject({ status: 'PENDING' });
});

test('what is wrong is said under the fields, and nothing typed is lost', async ({ page, watch, browser }) => {
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
  await expect(email).toHaveAccessibleDescription('Enter a valid e-mail address.');
  await email.fill('somebody@people.example');
  await password.fill('short');
  await create.click();
  await expect(password).toBeFocused();
  await expect(password).toHaveAccessibleDescription('At least 10 characters.');
  // Known to everybody: the server's list refuses it.
  await password.fill('password123456');
  await create.click();
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  await expect(password).toBeFocused();
  await expect(password).toHaveValue('password123456');

  await password.fill(taken.password);
  await email.fill(taken.email.toUpperCase());
  await create.click();
  await expect(dialog.getByRole('alert')).toContainText('An account with this e-mail already exists.');
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

test('an application that could not be sent is sent again without registering again', async ({ page, watch }) => {
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
  await expect(dialog).toContainText('We have sent a link to your e-mail address');
  expect(watch.calls().filter((call) => call === 'POST /api/auth/register')).toHaveLength(1);
});

test('the dialog by keyboard alone: focus kept, back, Escape, and the focus given back', async ({ page }) => {
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
    // At the end of the dialog the focus is led back to its beginning, a moment after the key.
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

test('the dialog has an address: the Back key closes it, and without scripts it opens over /login', async ({
  page,
}) => {
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

test('on a phone the menu has Login and Create, and takes the focus back', async ({ page }) => {
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
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
});

test('somebody who is signed in meets no sign-up dialog', async ({ page, context }) => {
  await registerByCall(context.request);
  await page.goto('/resources#register');
  await page.waitForLoadState('networkidle');
  await expect(page).toHaveURL('/resources');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a newcomer who was led to the sign-in page joins there, and goes on to where they wanted', async ({ page }) => {
  const address = '/login?next=%2Fresources%3Fcategory%3Dfree';
  await page.goto('/login');
  await expect(page.getByText('Log in to go on.')).toHaveCount(0);
  await page.goto(address);
  await expect(page.getByText('Log in to go on.')).toBeVisible();
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
  // What was typed stays, except the password.
  await expect(dialog.getByLabel('Email')).toHaveValue(person.email);
  await expect(dialog.getByLabel('Password')).toHaveValue('');
  await dialog.getByLabel('Password').fill(person.password);
  await dialog.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL('/resources?category=free');
});

test('who has tried too often reads how long to wait', async ({ page, watch }) => {
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
  await page.getByRole('main').getByLabel('Email').fill('somebody@people.example');
  await page.getByRole('main').getByLabel('Password').fill('not the password');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Too many requests. Please wait 15 minutes and try again.');
});
