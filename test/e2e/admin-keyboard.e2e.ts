// Uses the admin lists with the keyboard only: no decision may be made by accident, and focus must never be lost.
import { randomUUID } from 'node:crypto';
import { waitForPreviews } from '#test/harness/approval.ts';
import { expect, test } from './journey.ts';
import { openSectionByKeys, pressAt, searchByKeys, tabTo } from './keyboard-steps.ts';
import { adminOf, newLeaker, newMember, newPicture, newTitle, sendFile } from './leaker-steps.ts';
import { NEW_PASSWORD, registerByCall } from './people.ts';

test('the skip link skips the menu and keeps the section open', async ({ page }) => {
  await openSectionByKeys(page, 'Users');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await tabTo(page, skip, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('.admin-content')).toBeFocused();
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('searchbox', { name: 'Search users', exact: true })).toBeFocused();

  await page.goto('/admin/settings/dashboard');
  await expect(page.getByLabel('Site name')).toBeVisible();
  await pressAt(page, skip);
  await expect(page.locator('.admin-content')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Site name')).toBeFocused();

  // The search on a settings page can open another section. Focus then moves to that section's heading once it has loaded.
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('/');
  await expect(page.getByRole('combobox', { name: 'Search users, uploads, IDs' })).toBeFocused();
  await page.keyboard.insertText('member-demo');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeFocused();
});

test('an upload is decided by choosing from a menu, not by moving through it', async ({ page, browser, baseURL }) => {
  const admin = await adminOf(browser, baseURL);
  const context = await browser.newContext({ baseURL });
  const leaker = await newLeaker(await context.newPage(), admin);
  const sent = { id: randomUUID(), title: newTitle() };
  await sendFile(context.request, leaker.account.username, sent, await newPicture());
  await waitForPreviews(context.request, sent.id);

  await openSectionByKeys(page, 'Uploads');
  await searchByKeys(page, 'Search uploads', sent.title, 1);
  const status = page.getByRole('button', { name: `Status of ${sent.title}` });
  const choice = (name: string) => page.getByRole('menuitemradio', { name });
  const menu = page.getByRole('menu');
  let decisions = 0;
  page.on('request', (request) => {
    if (request.url().endsWith(`/${sent.id}/status`)) decisions += 1;
  });

  await pressAt(page, status);
  await expect(choice('PENDING')).toBeFocused();
  await expect(choice('PENDING')).toBeChecked();
  await page.keyboard.press('ArrowDown');
  await expect(choice('APPROVED')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(choice('REJECTED')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(status).toBeFocused();

  // Tab and Shift+Tab both leave an open menu.
  await page.keyboard.press('Enter');
  await expect(choice('PENDING')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: `Actions for ${sent.title}` })).toBeFocused();
  await expect(menu).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'View' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(status).toBeFocused();
  await expect(menu).toHaveCount(0);
  expect(decisions).toBe(0);

  await page.keyboard.press('Enter');
  await expect(choice('PENDING')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(status).toHaveText('APPROVED');
  await expect(status).toBeFocused();
  expect(decisions).toBe(1);

  // Rejecting asks for a reason first; cancelling returns focus to where it was.
  const window = page.getByRole('dialog', { name: `Reject ${sent.title}` });
  await page.keyboard.press('Enter');
  await expect(choice('APPROVED')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await tabTo(page, window.getByLabel('Reason (optional)'));
  await page.keyboard.press('Escape');
  await expect(window).toBeHidden();
  await expect(status).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(choice('APPROVED')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await pressAt(page, window.getByRole('button', { name: 'Reject', exact: true }));
  await expect(window).toBeHidden();
  await expect(status).toHaveText('REJECTED');
  await expect(status).toBeFocused();
  expect(decisions).toBe(2);

  // When the last row of a filtered list disappears, focus moves to the heading.
  await pressAt(page, page.getByRole('button', { name: `Actions for ${sent.title}` }));
  await expect(page.getByRole('menuitem', { name: 'View' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
  await page.keyboard.press('Enter');
  await pressAt(page, page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }));
  await expect(page.getByRole('heading', { name: 'No uploads found.' })).toBeFocused();
});

test('paging a list to either end keeps focus on the button', async ({ page }) => {
  await openSectionByKeys(page, 'Activity');
  const pager = page.getByRole('navigation', { name: 'Pages of Activity' });
  const [previous, next] = ['Previous', 'Next'].map((name) => pager.getByRole('button', { name, exact: true }));
  if (!previous || !next) throw new Error('no pager');
  const current = (number: number) => pager.getByRole('button', { name: `Page ${number}`, exact: true });
  await tabTo(page, previous);
  await page.keyboard.press('Enter');
  await expect(current(1)).toHaveAttribute('aria-current', 'page');
  await expect(previous).toBeFocused();
  await pressAt(page, next);
  await expect(current(2)).toHaveAttribute('aria-current', 'page');
  await expect(next).toBeFocused();
  await pressAt(page, previous, 'Shift+Tab');
  await expect(current(1)).toHaveAttribute('aria-current', 'page');
  await expect(previous).toHaveAttribute('aria-disabled', 'true');
  await expect(previous).toBeFocused();
});

test('deleting a user moves focus to the next row, and to the heading after the last one', async ({
  page,
  browser,
}) => {
  const tag = `k${randomUUID().slice(0, 8)}`;
  for (const number of [1, 2, 3]) {
    const { request } = await browser.newContext();
    const data = { email: `${tag}-${number}@people.example`, password: NEW_PASSWORD };
    expect((await request.post('/api/auth/register', { data })).status()).toBe(201);
  }
  await openSectionByKeys(page, 'Users');
  // Open a dialog first, to check that later dialogs don't return focus to the button that opened this one.
  await pressAt(page, page.getByRole('button', { name: 'Add User' }));
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Add User' })).toBeFocused();
  await tabTo(page, page.getByRole('searchbox', { name: 'Search users', exact: true }), 'Shift+Tab');
  await searchByKeys(page, 'Search users', tag, 3);

  const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') });
  const row = (number: number) => rows.filter({ hasText: `${tag}-${number}@` });
  const remove = async (number: number) => {
    await pressAt(page, row(number).getByRole('button', { name: /^Delete / }));
    const question = page.getByRole('dialog', { name: /^Delete / });
    await pressAt(page, question.getByRole('button', { name: 'Delete user' }));
    await expect(question).toBeHidden();
    await expect(row(number)).toHaveCount(0);
  };
  // The list is sorted newest first: 3, 2, 1.
  await remove(2);
  await expect(row(1)).toBeFocused();
  await tabTo(page, row(1).getByRole('button').first());
  await remove(1);
  await expect(row(3)).toBeFocused();
  await remove(3);
  await expect(page.getByRole('heading', { name: 'No users found.' })).toBeFocused();
});

test('approving an application keeps focus in its row, or moves it to the heading', async ({
  page,
  browser,
  baseURL,
}) => {
  const { request } = await browser.newContext({ baseURL });
  const { account } = await newMember(request);
  expect((await request.post('/api/leaker/apply')).ok()).toBe(true);
  await openSectionByKeys(page, 'Leakers');
  await searchByKeys(page, 'Search applications', account.username, 1);
  await tabTo(page, page.getByRole('combobox', { name: 'Status' }));
  const filtered = page.waitForResponse(/\/api\/admin\/applications\?.*status=PENDING/);
  await page.keyboard.press('P');
  await filtered;
  await pressAt(page, page.getByRole('button', { name: `Approve ${account.username}` }));
  await expect(page.getByRole('heading', { name: 'No leaker applications found.' })).toBeFocused();
});

test('deciding a report returns focus to its row', async ({ page, browser }) => {
  const site = await browser.newContext();
  const { account } = await registerByCall(site.request);
  const sent = await site.request.post('/api/reports', {
    data: {
      address: `/${account.username}`,
      reason: 'abuse',
      details: 'Unkind words.',
      email: `r${randomUUID().slice(0, 12)}@outside.example`,
      goodFaith: true,
    },
  });
  const { number } = (await sent.json()) as { number: number };
  await openSectionByKeys(page, 'Users');
  const menu = page.getByRole('navigation', { name: 'Admin panel' });
  await pressAt(page, menu.getByRole('link', { name: 'Reports' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeFocused();
  await searchByKeys(page, 'Search reports', account.username, 1);
  await pressAt(page, page.getByRole('button', { name: `Review report no. ${number}` }));
  const dialog = page.getByRole('dialog', { name: `Report no. ${number}` });
  await tabTo(page, dialog.getByLabel('Reason', { exact: true }));
  await page.keyboard.insertText('Please be kind.');
  await pressAt(page, dialog.getByRole('button', { name: 'Dismiss' }));
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: `View report no. ${number}` })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Please be kind.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: `View report no. ${number}` })).toBeFocused();
});
