// Emailed links: password reset, email verification, and links that no longer work (product.md ID-7).
import { expect, test } from './journey.ts';
import { linkIn, logInByCall, mailTo, registerByCall } from './people.ts';

const NO_SUCH_TOKEN = 'A'.repeat(43);

test('a reset link sets a new password once and ends all sessions', async ({ page, context, watch }) => {
  watch.allow(/status of 40[01]/);
  const person = await registerByCall(context.request);
  await page.goto('/login');
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/forgot-password');
  await page.getByRole('main').getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText(`If ${person.email} has an account`)).toBeVisible();

  const link = await linkIn(person.email, 'reset-password');
  await page.goto(link);
  // The token is removed from the address bar immediately.
  await expect(page).toHaveURL('/reset-password');
  expect(await page.evaluate(() => window.location.hash)).toBe('');
  const password = page.getByLabel('New password');
  await password.fill('short');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(password).toHaveAccessibleDescription('At least 10 characters.');
  await password.fill('a whole new reel of film');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page).toHaveURL('/login?reset=done');
  await expect(page.getByRole('status').filter({ hasText: 'Your new password is set.' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('helix_user'))).toBeNull();

  await logInByCall(context.request, { ...person, password: 'a whole new reel of film' });
  await page.goto(link);
  await password.fill('another whole new reel');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByRole('alert')).toHaveText('This link is no longer valid. Request a new one.');
  await page.getByRole('link', { name: 'Request a new link' }).click();
  await expect(page).toHaveURL('/forgot-password');
});

test('a member who signed up with a provider sets a first password without typing the email', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('main').getByRole('link', { name: 'Continue with Discord' }).click();
  await page.getByRole('radio', { name: 'New account' }).check();
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page).toHaveURL('/dashboard');
  const { email } = (await (await page.request.get('/api/auth/me')).json()) as { email: string };
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Set a password' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set a password');
  await expect(page.getByRole('main').getByLabel('Email')).toHaveValue(email);
  await page.reload();
  await expect(page.getByRole('main').getByLabel('Email')).toHaveValue(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText(`If ${email} has an account`)).toBeVisible();
  await linkIn(email, 'reset-password');
});

test('a reset request does not reveal whether an account exists', async ({ page }) => {
  await page.goto('/forgot-password');
  await page.getByRole('main').getByLabel('Email').fill('nobody-at-all@people.example');
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText('If nobody-at-all@people.example has an account')).toBeVisible();
});

test('verifying in another browser warns that it logs out the first one, then does', async ({
  page,
  browser,
  watch,
}) => {
  watch.allow(/status of 401/);
  const home = await browser.newContext();
  const person = await registerByCall(home.request);
  expect(await mailTo(person.email, /verify-email/)).toContain(
    'Open it in the browser where you are logged in. For security, using a different browser logs you out everywhere.',
  );
  await page.goto(await linkIn(person.email, 'verify-email'));
  await expect(page.getByText('You are not logged in here, so confirming will log you out everywhere.')).toBeVisible();
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.getByText('You were logged out everywhere. Please log in again.')).toBeVisible();
  expect((await home.request.get('/api/auth/me')).status()).toBe(401);
  await home.close();
});

test('a used verification link lets a logged-in member request a new one', async ({ page, context, watch }) => {
  watch.allow(/status of 400/);
  const person = await registerByCall(context.request);
  await linkIn(person.email, 'verify-email');
  await page.goto(`/verify-email#token=${NO_SUCH_TOKEN}`);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.getByRole('alert')).toHaveText('This link is no longer valid. Request a new one.');
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await expect(page.getByText(`We sent a new link to ${person.email}.`)).toBeVisible();
  // Opening a link doesn't use it up; only the button does.
  const link = await linkIn(person.email, 'verify-email');
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByRole('button', { name: 'Confirm email' })).toBeEnabled();
  const security = await page.request.get('/api/auth/security');
  expect(await security.json()).toMatchObject({ emailVerified: false });
});

test('pages for emailed links explain a missing or incomplete link', async ({ page }) => {
  for (const [path, way] of [
    ['/reset-password', 'Request a new link'],
    ['/verify-email', 'Login'],
  ] as const) {
    await page.goto('about:blank');
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(200);
    expect(await answer?.text()).toContain('<meta name="robots" content="noindex">');
    await expect(page.getByText('Open this page using the link we emailed you.')).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: way })).toBeVisible();
    await page.goto('about:blank');
    await page.goto(`${path}#token=half-of-it`);
    await expect(page.getByRole('alert')).toContainText('This link is incomplete.');
    await expect(page).toHaveURL(path);
  }
});
