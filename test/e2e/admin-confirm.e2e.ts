// Sensitive actions ask for confirmation first: typed text is kept, the action is retried, and cancelling changes nothing.
import type { Page } from '@playwright/test';
import { signInByCall } from '#test/harness/sign-in.ts';
import { expect, test } from './journey.ts';
import { newCredentials } from './people.ts';

const DEMO_PASSWORD = 'helix-demo-2026';

const question = (page: Page) => page.getByRole('dialog', { name: "Confirm it's you" });

/** Refuses the given number of requests the way the server does when a session has no recent confirmation. */
const refuse = async (page: Page, address: RegExp, times = 1): Promise<void> => {
  await page.route(
    address,
    (route) => route.fulfill({ status: 403, json: { code: 'CONFIRMATION_REQUIRED', message: 'Please confirm.' } }),
    { times },
  );
};

const answer = async (page: Page, what: string): Promise<void> => {
  await expect(question(page)).toContainText(`To ${what}, please confirm it's you.`);
  await expect(question(page).getByLabel('Password')).toBeFocused();
  await page.keyboard.insertText(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(question(page)).toBeHidden();
};

const openUsers = async (page: Page): Promise<void> => {
  await page.goto('/admin');
  await page
    .getByRole('navigation', { name: 'Admin panel' })
    .getByRole('button', { name: 'Users', exact: true })
    .click();
};

test.beforeEach(async ({ page, watch }) => {
  watch.allow(/status of 403/);
  await signInByCall(page.request, 'admin');
});

test('settings are saved as typed after confirming', async ({ page }) => {
  await page.goto('/admin/settings/extras');
  const contact = page.getByLabel(/Support contact/);
  const before = await contact.inputValue();
  await refuse(page, /\/api\/admin\/settings$/);
  await contact.fill('help@helix.example');
  await contact.press('Enter');
  await answer(page, 'change these settings');
  await expect
    .poll(async () => (await (await page.request.get('/api/admin/settings')).json()).supportContact)
    .toBe('help@helix.example');
  await expect(contact).toHaveValue('help@helix.example');
  const put = await page.request.patch('/api/admin/settings', { data: { supportContact: before || null } });
  expect(put.status()).toBe(200);
});

test('a leaker is added and Premium given after confirming; cancelling keeps what was typed', async ({ page }) => {
  const { email } = newCredentials();
  await openUsers(page);
  await page.getByRole('button', { name: 'Add User' }).click();
  const adding = page.getByRole('dialog', { name: 'Add User' });
  await adding.getByLabel('Role').selectOption('LEAKER');
  await adding.getByLabel('Email').fill(email);
  await refuse(page, /\/api\/admin\/users$/, 2);
  await adding.getByLabel('Email').press('Enter');
  await expect(question(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeHidden();
  await expect(adding.getByLabel('Email')).toHaveValue(email);
  await adding.getByRole('button', { name: 'Send invitation' }).press('Enter');
  await answer(page, 'add a user with this role');
  await expect(page.getByText(`An invitation was sent to ${email}.`)).toBeVisible();

  const { users } = await (await page.request.get(`/api/admin/users?search=${email}`)).json();
  const { username } = users[0];
  await page.getByRole('searchbox').last().fill(email);
  await page.getByRole('button', { name: `More actions for ${username}` }).click();
  await page.getByRole('menuitem', { name: 'Give Premium' }).click();
  await refuse(page, /\/api\/admin\/users\/[^/]+\/premium$/);
  await page.getByRole('dialog').getByRole('button', { name: 'Give Premium' }).press('Enter');
  await answer(page, `give ${username} Premium`);
  await expect(page.getByText(`${username} now has Premium.`)).toBeVisible();
});

test('a list is exported after confirming', async ({ page }) => {
  await openUsers(page);
  await page.route(
    /\/api\/auth\/security$/,
    async (route) => {
      const reply = await route.fetch();
      await route.fulfill({ response: reply, json: { ...(await reply.json()), confirmedUntil: null } });
    },
    { times: 1 },
  );
  await page.getByRole('link', { name: 'Export users as CSV' }).click();
  const download = page.waitForEvent('download');
  await answer(page, 'export the users');
  expect((await download).suggestedFilename()).toBe('users.csv');
});

test('the toolbox opens after confirming, and does not ask again when cancelled', async ({ page }) => {
  await refuse(page, /\/api\/admin\/toolbox\/token$/, 2);
  await page.goto('/toolbox');
  await expect(question(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeHidden();
  await expect(page.getByText("Confirm it's you to open the toolbox.")).toBeVisible();
  await page.getByRole('button', { name: /retry|try again/i }).click();
  await answer(page, 'open the toolbox');
  await expect(page.getByText("Confirm it's you to open the toolbox.")).toBeHidden();
});
