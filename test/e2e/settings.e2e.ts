// Changes that users make at /settings: names, email, password, sessions (product.md ID-8, ID-9).
import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import { linkIn, logInByCall, mailTo, NEW_PASSWORD, newCredentials, registerByCall } from './people.ts';

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('a guest is asked to log in first and returns', async ({ page }) => {
  await page.goto('/settings');
  await expect(page).toHaveURL('/login?next=%2Fsettings');
});

test('changing names shows whether they are available and updates the header', async ({ page, context, watch }) => {
  watch.allow(/status of 409/);
  const { account } = await registerByCall(context.request);
  await page.goto('/settings');
  const part = section(page, 'Account');
  const name = part.getByLabel('Username');
  await expect(name).toHaveValue(account.username);
  await name.fill('settings');
  await expect(part.getByText('This username is not available.')).toBeVisible();
  await part.getByRole('button', { name: 'Save names' }).click();
  await expect(name).toHaveAccessibleDescription(/not available/);

  const wanted = `n${crypto.randomUUID().slice(0, 10)}`;
  await name.fill(wanted);
  await expect(part.getByText('This username is available.')).toBeVisible();
  await part.getByLabel('Display name').fill('Mira Holt');
  await part.getByRole('button', { name: 'Save names' }).click();
  await expect(part.getByText('Your changes have been saved.')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: new RegExp(wanted) })).toBeVisible();
  const me = await (await context.request.get('/api/auth/me')).json();
  expect(me).toMatchObject({ username: wanted, displayName: 'Mira Holt' });

  await part.getByLabel('Display name').fill('');
  await part.getByRole('button', { name: 'Save names' }).click();
  await expect(part.getByText('Your changes have been saved.')).toBeVisible();
  await expect.poll(async () => (await (await context.request.get('/api/auth/me')).json()).displayName).toBeNull();
});

test('changing the password by keyboard alone logs out every other browser', async ({
  page,
  context,
  playwright,
  baseURL,
  watch,
}) => {
  watch.allow(/status of 40[03]/);
  const person = await registerByCall(context.request);
  const elsewhere = await playwright.request.newContext({ baseURL });
  await logInByCall(elsewhere, person);
  await page.goto('/settings#password');
  const part = section(page, 'Password');
  await part.getByLabel('Current password').focus();
  await page.keyboard.type('not my password');
  await page.keyboard.press('Tab');
  await page.keyboard.type('another long pass phrase');
  await page.keyboard.press('Enter');
  await expect(part.getByRole('alert')).toHaveText('Your current password is incorrect.');
  await expect(part.getByLabel('New password')).toHaveValue('another long pass phrase');

  await part.getByLabel('Current password').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(NEW_PASSWORD);
  await page.keyboard.press('Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('password12');
  await page.keyboard.press('Enter');
  await expect(part.getByLabel('New password')).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('another long pass phrase');
  await page.keyboard.press('Enter');
  await expect(part.getByText('Your password was changed.')).toBeVisible();

  expect((await elsewhere.get('/api/auth/me')).status()).toBe(401);
  expect((await context.request.get('/api/auth/me')).status()).toBe(200);
  await logInByCall(elsewhere, { email: person.email, password: 'another long pass phrase' });
  await mailTo(person.email, /password/i);
  await elsewhere.dispose();
});

test('a new email takes effect once its link is used, and the old one is notified', async ({ page, context }) => {
  const person = await registerByCall(context.request);
  const { email: wanted } = newCredentials();
  await page.goto('/settings');
  const part = section(page, 'Account');
  await part.getByText('Change email').click();
  await part.getByLabel('New email').fill(wanted);
  await part.getByLabel('Current password').fill(person.password);
  await part.getByRole('button', { name: 'Send link' }).click();
  await expect(part.getByText(`We sent a link to ${wanted}.`)).toBeVisible();
  await expect(part.getByText(person.email)).toBeVisible();
  expect((await (await context.request.get('/api/auth/me')).json()).email).toBe(person.email);

  await page.goto(await linkIn(wanted, 'verify-email'));
  await page
    .getByRole('main')
    .getByRole('button', { name: /confirm/i })
    .click();
  await expect(
    page
      .getByRole('main')
      .getByText(/confirmed/i)
      .first(),
  ).toBeVisible();
  await mailTo(person.email, new RegExp(wanted.replace('.', '\\.')));
  await logInByCall(context.request, { email: wanted, password: person.password });
  await page.goto('/settings');
  await expect(section(page, 'Account').getByText(wanted)).toBeVisible();
  await expect(section(page, 'Account').getByText('Verified', { exact: true })).toBeVisible();
});

test('sessions are listed and ended, one by one and all together', async ({ page, context, playwright, baseURL }) => {
  const person = await registerByCall(context.request);
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const others = await Promise.all([1, 2].map(() => playwright.request.newContext({ baseURL, userAgent })));
  for (const other of others) await logInByCall(other, person);
  await page.goto('/settings#sessions');
  const part = section(page, 'Sessions');
  await expect(part.getByRole('listitem')).toHaveCount(3);
  await expect(part.getByText('This browser')).toHaveCount(1);
  await part.getByRole('button', { name: 'Log out Firefox on Linux' }).first().click();
  await expect(part.getByRole('listitem')).toHaveCount(2);
  const alive = () => Promise.all(others.map(async (other) => (await other.get('/api/auth/me')).status()));
  await expect.poll(async () => (await alive()).sort()).toEqual([200, 401]);
  await part.getByRole('button', { name: 'Log out everywhere else' }).click();
  await expect(part.getByRole('listitem')).toHaveCount(1);
  await expect.poll(alive).toEqual([401, 401]);
  await mailTo(person.email, /Firefox on Linux/);
  for (const other of others) await other.dispose();
});
