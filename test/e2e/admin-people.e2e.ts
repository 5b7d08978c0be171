// An admin manages users: invites them, grants Premium, suspends, deletes and restores. All accounts are created here.
import type { Page } from '@playwright/test';
import { holdCalls } from './held-calls.ts';
import { expect, test } from './journey.ts';
import { mailTo, NEW_PASSWORD, newCredentials, registerByCall } from './people.ts';

const DEMO_PASSWORD = 'helix-demo-2026';

const signInAsAdmin = async (page: Page): Promise<void> => {
  const data = { email: 'admin@demo.example', password: DEMO_PASSWORD };
  expect((await page.request.post('/api/auth/login', { data })).status()).toBe(200);
};

const openSection = async (page: Page, name: string): Promise<void> => {
  await page.goto('/admin');
  await page.getByRole('navigation', { name: 'Admin panel' }).getByRole('button', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
};

const search = async (page: Page, text: string): Promise<void> => {
  await page.getByRole('searchbox').last().fill(text);
  await expect(page.getByText('Showing 1 to 1 of 1', { exact: true })).toBeVisible();
};

const choose = async (page: Page, username: string, act: string): Promise<void> => {
  await page.getByRole('button', { name: `More actions for ${username}` }).click();
  await page.getByRole('menuitem', { name: act }).click();
};

test('an invited user sets a password and logs in', async ({ page, browser }) => {
  const { email } = newCredentials();
  await signInAsAdmin(page);
  await openSection(page, 'Users');
  await page.getByRole('button', { name: 'Add User' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add User' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Role').selectOption('LEAKER');
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText(`An invitation was sent to ${email}.`)).toBeVisible();
  await search(page, email);
  await expect(page.getByRole('row').last()).toContainText('Invited');

  const mail = await mailTo(email, /\/reset-password\?invitation=yes#token=/);
  const link = /\/reset-password\?invitation=yes#token=[A-Za-z0-9_-]{43}/.exec(mail)?.[0] ?? '';
  const theirs = await browser.newPage();
  await theirs.goto(link);
  await expect(theirs.getByRole('heading', { name: 'Welcome' })).toBeVisible();
  await theirs.getByLabel('New password').fill(NEW_PASSWORD);
  await theirs.getByRole('button', { name: 'Set new password' }).click();
  await theirs.waitForURL(/\/login/);
  const login = await theirs.request.post('/api/auth/login', { data: { email, password: NEW_PASSWORD } });
  expect(await login.json()).toMatchObject({ role: 'LEAKER' });
  await theirs.close();
});

test('a user is suspended with a reason, viewed, deleted and restored', async ({ page, browser }) => {
  const context = await browser.newContext();
  const { account, email } = await registerByCall(context.request);
  await signInAsAdmin(page);
  await openSection(page, 'Users');
  await search(page, `#${account.id.slice(0, 7)}`);

  await choose(page, account.username, 'Suspend');
  const suspend = page.getByRole('dialog', { name: `Suspend ${account.username}` });
  await suspend.getByRole('button', { name: 'Suspend' }).click();
  await expect(suspend.getByText('Enter a reason. The user will see it.')).toBeVisible();
  await suspend.getByLabel('Reason').fill('Posted spam.');
  const answer = await holdCalls(page, `**/admin/users/${account.id}/**`, 'POST');
  await suspend.getByRole('button', { name: 'Suspend' }).click();
  // A dialog opened before the response arrives stays open afterwards.
  await page.keyboard.press('Escape');
  await expect(suspend).toBeHidden();
  await choose(page, account.username, 'Change role');
  const other = page.getByRole('dialog', { name: `${account.username}'s role` });
  await expect(other).toBeVisible();
  answer();
  await expect(page.getByText(`${account.username} was suspended.`)).toBeVisible();
  await expect(other).toBeVisible();
  await other.getByRole('button', { name: 'Close' }).click();
  expect((await context.request.get('/api/auth/me')).status()).toBe(403);
  await mailTo(email, /Reason: Posted spam\./);

  await page.getByRole('button', { name: account.username, exact: true }).click();
  const detail = page.getByRole('dialog', { name: account.username });
  await expect(detail.getByText('Posted spam.')).toBeVisible();
  await detail.getByRole('button', { name: 'Lift suspension' }).click();
  const lifting = page.getByRole('dialog', { name: `Lift ${account.username}'s suspension?` });
  await lifting.getByRole('button', { name: 'Lift suspension' }).click();
  await expect(page.getByText(`${account.username}'s suspension was lifted.`)).toBeVisible();

  await page.getByRole('button', { name: `Delete ${account.username}` }).click();
  const question = page.getByRole('dialog', { name: `Delete ${account.username}?` });
  await expect(question.getByText('An administrator can restore everything within 30 days.')).toBeVisible();
  await question.getByRole('button', { name: 'Delete user' }).click();
  await expect(page.getByText(`${account.username} was deleted.`)).toBeVisible();
  await expect(page.getByText('No users found.')).toBeVisible();

  await page.getByRole('combobox', { name: 'Status' }).selectOption('deleted');
  await expect(page.getByText('Showing 1 to 1 of 1', { exact: true })).toBeVisible();
  await choose(page, account.username, 'Restore');
  await page.getByRole('dialog').getByRole('button', { name: 'Restore user' }).click();
  await expect(page.getByText(`${account.username} was restored.`)).toBeVisible();
  await context.close();
});

test('Premium is given, turned off and on again; a failure shows a message', async ({ page, browser, watch }) => {
  const context = await browser.newContext();
  const { account } = await registerByCall(context.request);
  await signInAsAdmin(page);
  await openSection(page, 'Premium Users');
  await page.getByRole('button', { name: 'Give Premium' }).click();
  await page.getByRole('dialog').getByRole('searchbox').fill(account.email);
  await page.getByRole('button', { name: `Choose ${account.username}` }).click();
  await page.getByRole('button', { name: 'Give Premium' }).last().click();
  await expect(page.getByText(`${account.username} now has Premium.`)).toBeVisible();
  expect(await (await context.request.get('/api/auth/me')).json()).toMatchObject({ isPremium: true, role: 'PREMIUM' });

  await search(page, account.username);
  const toggle = page.getByRole('button', { name: `Premium for ${account.username}` });
  await expect(toggle).toHaveText('ACTIVE');
  await toggle.click();
  await expect(toggle).toHaveText('INACTIVE');
  expect(await (await context.request.get('/api/auth/me')).json()).toMatchObject({ isPremium: false });

  watch.allow(/ERR_FAILED/);
  await page.route('**/premium', (route) => route.abort());
  await toggle.click();
  await expect(page.getByRole('alert').getByText('Failed to update premium status')).toBeVisible();
  await context.close();
});

test('a role is changed after the confirmation the server asks for', async ({ page, browser, watch }) => {
  watch.allow(/status of 403/);
  const context = await browser.newContext();
  const { account } = await registerByCall(context.request);
  await signInAsAdmin(page);
  await openSection(page, 'Users');
  await search(page, account.email);
  await page.route(
    '**/role',
    (route) => {
      const problem = { code: 'CONFIRMATION_REQUIRED', message: 'Please confirm your identity.' };
      return route.fulfill({ status: 403, json: problem });
    },
    { times: 1 },
  );
  await choose(page, account.username, 'Change role');
  const dialog = page.getByRole('dialog', { name: `${account.username}'s role` });
  await dialog.getByLabel('Role').selectOption('LEAKER');
  await dialog.getByRole('button', { name: 'Change role' }).click();
  await page.getByLabel('Password').fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByText(`${account.username}'s role is now LEAKER.`)).toBeVisible();
  expect(await (await context.request.get('/api/auth/me')).json()).toMatchObject({ role: 'LEAKER' });
  await context.close();
});
