// The admin panel's Leakers and Uploads sections (product.md AD-4, AD-5).
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { resourcePath } from '#contract/paths.ts';
import { waitForPreviews } from '#test/harness/approval.ts';
import { signInByCall } from '#test/harness/sign-in.ts';
import { holdCalls } from './held-calls.ts';
import { expect, test } from './journey.ts';
import { adminOf, newLeaker, newMember, newPicture, newTitle, sendFile } from './leaker-steps.ts';
import { mailTo } from './people.ts';

/** Opens a section of the panel as the demo admin. */
const openSection = async (page: Page, name: 'Leakers' | 'Uploads'): Promise<void> => {
  await page.goto('/admin');
  await page.getByRole('navigation', { name: 'Admin panel' }).getByRole('button', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
};
const searchFor = async (page: Page, label: string, text: string): Promise<void> => {
  const field = page.getByRole('searchbox', { name: label });
  await field.fill(text);
  await expect(page.getByRole('row').filter({ has: page.getByRole('rowheader') })).toHaveCount(1);
};

test('an admin rejects one application with a reason and approves another', async ({ page, browser, baseURL }) => {
  const apply = async () => {
    const { request } = await browser.newContext({ baseURL });
    const person = await newMember(request);
    expect((await request.post('/api/leaker/apply')).ok()).toBe(true);
    return { ...person, request };
  };
  const [refused, wanted] = [await apply(), await apply()];
  await signInByCall(page.request, 'admin');
  await openSection(page, 'Leakers');

  await searchFor(page, 'Search applications', refused.account.username);
  await page.getByRole('button', { name: `Reject ${refused.account.username}` }).click();
  const window = page.getByRole('dialog', { name: `Reject ${refused.account.username}` });
  await window.getByLabel('Reason (optional)').fill('Show some work first.');
  await window.getByRole('button', { name: 'Reject' }).click();
  await expect(window).toBeHidden();
  await expect(page.getByRole('row', { name: refused.account.username })).toContainText('REJECTED');
  expect(await mailTo(refused.email, /not approved/)).toContain('Show some work first.');
  await page.getByRole('button', { name: `View ${refused.account.username}'s application` }).click();
  const view = page.getByRole('dialog');
  await expect(view.getByText('Show some work first.')).toBeVisible();
  await view.getByRole('button', { name: 'Close' }).click();

  await searchFor(page, 'Search applications', wanted.account.username);
  await page.getByRole('button', { name: `Approve ${wanted.account.username}` }).click();
  await expect(page.getByRole('row', { name: wanted.account.username })).toContainText('APPROVED');
  expect(await (await wanted.request.get('/api/auth/me')).json()).toMatchObject({ role: 'LEAKER' });
});

test('the slower of two admins is notified and sees the current state', async ({ page, browser, baseURL, watch }) => {
  watch.allow(/409/);
  const { request } = await browser.newContext({ baseURL });
  const { account } = await newMember(request);
  expect((await request.post('/api/leaker/apply')).ok()).toBe(true);
  await signInByCall(page.request, 'admin');
  await openSection(page, 'Leakers');
  await searchFor(page, 'Search applications', account.username);
  const admin = await adminOf(browser, baseURL);
  const [application] = await (
    await admin.get('/api/admin/applications', { params: { search: account.username } })
  ).json();
  expect((await admin.post(`/api/admin/applications/${application.id}/approve`)).ok()).toBe(true);
  await page.getByRole('button', { name: `Approve ${account.username}` }).click();
  await expect(page.getByText('Someone else already handled this')).toBeVisible();
  await expect(page.getByRole('row', { name: account.username })).toContainText('APPROVED');
});

test('an upload is approved, edited, hidden, deleted and restored', async ({ page, browser, baseURL }) => {
  const admin = await adminOf(browser, baseURL);
  const context = await browser.newContext({ baseURL });
  const leaker = await newLeaker(await context.newPage(), admin);
  const sent = { id: randomUUID(), title: newTitle() };
  await sendFile(context.request, leaker.account.username, sent, await newPicture());
  await waitForPreviews(context.request, sent.id);
  const status = async () => (await page.request.get(`/api/resources/${sent.id}`)).status();
  const visitor = await browser.newContext({ baseURL });
  const isPublic = async () => (await visitor.request.get(resourcePath(sent.id))).status() === 200;

  await signInByCall(page.request, 'admin');
  await openSection(page, 'Uploads');
  await searchFor(page, 'Search uploads', sent.title);
  const decide = await holdCalls(page, `**/admin/uploads/${sent.id}/status`);
  await page.getByRole('button', { name: `Status of ${sent.title}: PENDING` }).click();
  await page.getByRole('menuitemradio', { name: 'APPROVED' }).click();

  const menu = page.getByRole('button', { name: `Actions for ${sent.title}` });
  const choose = async (item: string) => {
    await menu.click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  // A dialog opened while a decision is being sent stays open when the response arrives.
  await choose('View');
  decide();
  await expect(page.getByText(`${sent.title} is now APPROVED.`)).toBeVisible();
  await expect.poll(isPublic).toBe(true);
  const detail = page.getByRole('dialog', { name: sent.title });
  await expect(detail.getByText('Plate.png')).toBeVisible();
  await detail.getByRole('button', { name: 'Close' }).click();
  await expect(detail).toBeHidden();

  await choose('Edit');
  const editor = page.getByRole('dialog', { name: `Edit ${sent.title}` });
  await editor.getByLabel('Description').fill('Edited by an administrator.');
  await editor.getByRole('button', { name: 'Save changes' }).click();
  await expect(editor).toBeHidden();
  expect(await mailTo(leaker.email, /was edited/)).toContain('description');

  await choose('Hide');
  const hiding = page.getByRole('dialog', { name: `Hide ${sent.title}` });
  await hiding.getByLabel('Reason (optional)').fill('A notice came.');
  await hiding.getByRole('button', { name: 'Hide' }).click();
  await expect(page.getByText('Hidden', { exact: true }).filter({ visible: true }).first()).toBeVisible();
  await expect.poll(isPublic).toBe(false);
  await choose('Unhide');
  await expect.poll(isPublic).toBe(true);

  await choose('Delete');
  const window = page.getByRole('dialog', { name: 'Delete upload' });
  await expect(
    window.getByText('Are you sure you want to delete this upload? This action cannot be undone.'),
  ).toContainText('An administrator can restore it for 30 days.');
  await window.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No uploads found.' })).toBeVisible();
  expect(await status()).toBe(404);

  await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption('DELETED');
  await expect(menu).toBeVisible();
  await choose('Restore');
  await expect.poll(isPublic).toBe(true);
  expect(await mailTo(leaker.email, /restored/)).toContain(sent.title);
});
