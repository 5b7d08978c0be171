// Sessions that expire while a page is open: typed text is kept, and the interrupted action completes (specification, section 4).
import type { BrowserContext, Page } from '@playwright/test';
import { resourcePath } from '#contract/paths.ts';
import { freeResourceAt } from '#test/harness/catalogue.ts';
import { signInByCall } from '#test/harness/sign-in.ts';
import { expect, test } from './journey.ts';
import { linkIn, NEW_PASSWORD, type NewPerson, registerByCall } from './people.ts';

/** Ends the session on the server only, like a password change on another device. */
const endSessions = async (context: BrowserContext): Promise<void> => {
  const cookies = await context.cookies();
  const answer = await context.request.post('/api/auth/logout');
  expect(answer.ok()).toBe(true);
  // Restore the cookies, because the browser doesn't know yet that the session has ended.
  await context.addCookies(cookies);
};

/** Opens a page as a member, and waits for the last call of a page that has found out who is logged in. */
const openAsMember = async (page: Page, path: string): Promise<void> => {
  const marks = page.waitForResponse('**/api/user/marks');
  await page.goto(path);
  await marks;
  await page.waitForLoadState('networkidle');
};

const openSettings = (page: Page): Promise<void> => openAsMember(page, '/settings');

const again = (page: Page) => page.getByRole('dialog', { name: 'Log in again' });

const logInAgain = async (page: Page, { email, password }: NewPerson): Promise<void> => {
  await expect(again(page).getByLabel('Email')).not.toHaveValue('');
  await expect(again(page).getByLabel('Password')).toBeFocused();
  await again(page).getByLabel('Email').fill(email);
  await again(page).getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
};

test.beforeEach(({ watch }) => watch.allow(/status of 40[13]/));

test('a form is submitted after logging in again in a dialog', async ({ page, context }) => {
  const person = await registerByCall(context.request);
  await openSettings(page);
  await page.getByLabel('Display name').fill('Typed before it ended');
  await endSessions(context);
  await page.getByRole('button', { name: 'Save names' }).click();
  await expect(again(page)).toBeVisible();
  await expect(again(page).getByLabel('Email')).toHaveValue(person.email);
  await logInAgain(page, person);
  await expect(again(page)).toBeHidden();
  await expect(page.getByText('Your changes have been saved.')).toBeVisible();
  const me = await page.request.get('/api/auth/me');
  expect(await me.json()).toMatchObject({ displayName: 'Typed before it ended' });
});

test('dismissing the login dialog keeps the typed text, and pressing Save again works', async ({ page, context }) => {
  const person = await registerByCall(context.request);
  await openSettings(page);
  await page.getByLabel('Display name').fill('Typed before it ended');
  await endSessions(context);
  await page.getByRole('button', { name: 'Save names' }).click();
  await expect(again(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(again(page)).toBeHidden();
  await expect(page.getByRole('alert').filter({ hasText: 'Please log in first.' })).toBeVisible();
  await expect(page.getByLabel('Display name')).toHaveValue('Typed before it ended');
  await page.getByRole('button', { name: 'Save names' }).click();
  await logInAgain(page, person);
  await expect(page.getByText('Your changes have been saved.')).toBeVisible();
});

/** Signs up with Google, so the account has no password. Resolves to its email. */
const joinWithGoogle = async (page: Page): Promise<string> => {
  await page.goto('/login');
  await page.getByRole('main').getByRole('link', { name: 'Continue with Google' }).click();
  await page.getByRole('radio', { name: 'New account' }).check();
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page).toHaveURL('/dashboard');
  const { email } = (await (await page.request.get('/api/auth/me')).json()) as { email: string };
  return email;
};

/** Opens a link from the dialog in a new tab. */
const followInNewTab = async (page: Page, name: string): Promise<Page> => {
  const opened = page.context().waitForEvent('page');
  await again(page)
    .getByRole('link', { name: `${name} (opens in a new tab)`, exact: true })
    .click();
  const tab = await opened;
  await tab.waitForLoadState();
  return tab;
};

test('a member without a password logs in again with the provider in another tab', async ({ page, context }) => {
  const email = await joinWithGoogle(page);
  await openSettings(page);
  await page.getByLabel('Display name').fill('Typed before it ended');
  await endSessions(context);
  await page.getByRole('button', { name: 'Save names' }).click();
  await expect(again(page)).toBeVisible();
  const tab = await followInNewTab(page, 'Continue with Google');
  await tab.getByRole('radio', { name: new RegExp(email.split('@')[0] ?? '') }).check();
  await tab.getByRole('button', { name: 'Allow' }).click();
  await expect(tab).toHaveURL('/dashboard');
  await tab.close();
  // Headless browsers don't send focus events when tabs change, so dispatch one.
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(again(page)).toBeHidden();
  await expect(page.getByText('Your changes have been saved.')).toBeVisible();
  const me = await page.request.get('/api/auth/me');
  expect(await me.json()).toMatchObject({ email, displayName: 'Typed before it ended' });
});

test('resetting a forgotten password in another tab keeps the typed text', async ({ page, context }) => {
  const person = await registerByCall(context.request);
  await openSettings(page);
  await page.getByLabel('Display name').fill('Typed before it ended');
  await endSessions(context);
  await page.getByRole('button', { name: 'Save names' }).click();
  const tab = await followInNewTab(page, 'Forgot password?');
  await tab.getByRole('main').getByLabel('Email').fill(person.email);
  await tab.getByRole('button', { name: 'Send link' }).click();
  await tab.goto(await linkIn(person.email, 'reset-password'));
  await tab.getByLabel('New password').fill(`${NEW_PASSWORD} again`);
  await tab.getByRole('button', { name: 'Set new password' }).click();
  await expect(tab).toHaveURL('/login?reset=done');
  await tab.getByRole('main').getByLabel('Email').fill(person.email);
  await tab.getByRole('main').getByLabel('Password').fill(`${NEW_PASSWORD} again`);
  await tab.keyboard.press('Enter');
  await expect(tab).toHaveURL('/dashboard');
  // The other tab has broadcast the login.
  await expect(again(page)).toBeHidden();
  await expect(page.getByText('Your changes have been saved.')).toBeVisible();
});

test("logging in as someone else does not save the first person's changes", async ({ page, context, browser }) => {
  await registerByCall(context.request);
  const elsewhere = await browser.newContext();
  const other = await registerByCall(elsewhere.request);
  await elsewhere.close();
  await openSettings(page);
  await page.getByLabel('Display name').fill('Of the first person');
  await endSessions(context);
  await page.getByRole('button', { name: 'Save names' }).click();
  await logInAgain(page, other);
  await expect(page.getByText(`You are now logged in as ${other.account.username}.`)).toBeVisible();
  const me = await page.request.get('/api/auth/me');
  expect(await me.json()).toMatchObject({ id: other.account.id, displayName: other.account.displayName });
});

test('pressing Like opens the same dialog and counts after logging in', async ({ page, context }) => {
  const person = await registerByCall(context.request);
  const { card } = await freeResourceAt(context.request, 5);
  await openAsMember(page, resourcePath(card.id));
  await endSessions(context);
  await page.getByRole('main').getByRole('button', { name: 'Like', exact: true }).first().click();
  await logInAgain(page, person);
  await expect(again(page)).toBeHidden();
  await expect
    .poll(async () => (await (await page.request.get('/api/user/marks')).json()) as unknown)
    .toMatchObject({ liked: [card.id] });
});

test('a page that requires a session opens after logging in again', async ({ page, context }) => {
  const person = await registerByCall(context.request);
  await openAsMember(page, '/resources');
  await endSessions(context);
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Account menu/ })
    .click();
  await page.getByRole('menuitem', { name: 'Dashboard' }).click();
  await logInAgain(page, person);
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a suspended member sees why, when opening a page or reloading', async ({ page, context, browser }) => {
  const { account } = await registerByCall(context.request);
  await openAsMember(page, '/resources');
  const cookies = await context.cookies();
  const office = await browser.newContext();
  await signInByCall(office.request, 'admin');
  const banned = await office.request.post(`/api/admin/users/${account.id}/ban`, { data: { reason: 'Spam' } });
  expect(banned.status(), await banned.text()).toBe(200);
  await office.close();
  const note = page.getByRole('alert').filter({ hasText: 'This account is suspended.' });
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Account menu/ })
    .click();
  await page.getByRole('menuitem', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL('/login?error=banned');
  await expect(note).toBeVisible();
  // Restore the cookies, as in a window that was closed before it learned of the suspension.
  await context.addCookies(cookies);
  await page.goto('/resources', { waitUntil: 'commit' });
  await expect(page).toHaveURL('/login?error=banned');
  await expect(note).toBeVisible();
});

test('logging in or out in one window updates the other', async ({ page, context }) => {
  const person = await registerByCall(context.request);
  await page.goto('/dashboard');
  const other = await context.newPage();
  await other.goto('/resources');
  await other.waitForLoadState('networkidle');
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Account menu/ })
    .click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  await expect(other.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  // A login in one window also updates the other window.
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
  await expect(other.getByRole('banner').getByRole('button', { name: /^Account menu/ })).toBeVisible();
});
