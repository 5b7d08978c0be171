// Review of uploads by keyboard, and what the creator sees of it (product.md AD-12, UP-10).
import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { ownUploadPath, reviewPath } from '#contract/paths.ts';
import { waitForPreviews } from '#test/harness/approval.ts';
import { signInByCall } from '#test/harness/sign-in.ts';
import { expect, test } from './journey.ts';
import { adminOf, newLeaker, newPicture, newTitle, sendFile } from './leaker-steps.ts';

const submit = async (api: APIRequestContext, username: string, name = 'Plate.png') => {
  const sent = { id: randomUUID(), title: newTitle() };
  await sendFile(api, username, sent, { ...(await newPicture()), name });
  await waitForPreviews(api, sent.id);
  return sent;
};

const openReview = async (page: Page, id: string): Promise<void> => {
  await page.goto(reviewPath(id));
  await expect(page.getByText(/^Locked to you until/)).toBeVisible();
};

test('an upload is rejected with a canned reason and own words, by keyboard', async ({ page, browser, baseURL }) => {
  const admin = await adminOf(browser, baseURL);
  const context = await browser.newContext({ baseURL });
  const leakerPage = await context.newPage();
  const leaker = await newLeaker(leakerPage, admin);
  const { id, title } = await submit(context.request, leaker.account.username);
  await leakerPage.goto(ownUploadPath(id));
  await expect(leakerPage.getByText(/^Number \d+ of \d+ in the queue\.$/)).toBeVisible();

  await signInByCall(page.request, 'admin');
  await openReview(page, id);
  await expect(page.getByText('No programs and no scripts')).toBeVisible();
  await page.keyboard.press('r');
  await expect(page.getByText('Choose a reason with 1 to 6, or write one.')).toBeVisible();
  const field = page.getByLabel('Reason for rejecting, sent to the creator');
  await expect(field).toBeFocused();
  // Letters are text in a field.
  await page.keyboard.type('Ask a shop.');
  await expect(field).toHaveValue('Ask a shop.');
  await page.getByRole('button', { name: 'Reject' }).focus();
  await page.keyboard.press('1');
  await expect(page.getByRole('button', { name: 'Burnt-in text' })).toHaveAttribute('aria-pressed', 'true');
  await expect(field).toHaveValue(/^Some files have text.*\nAsk a shop\.$/s);
  await page.keyboard.press('r');
  await expect(page.getByText(`${title} is now REJECTED.`)).toBeVisible();
  await expect(page).not.toHaveURL(reviewPath(id));

  await leakerPage.reload();
  await expect(leakerPage.getByText('Rejected by admin-demo on')).toBeVisible();
  await expect(leakerPage.getByText('Export them again without it and replace them.')).toBeVisible();
});

test('a question is answered, and the upload approved', async ({ page, browser, baseURL }) => {
  const admin = await adminOf(browser, baseURL);
  const context = await browser.newContext({ baseURL });
  const leakerPage = await context.newPage();
  const leaker = await newLeaker(leakerPage, admin);
  const { id, title } = await submit(context.request, leaker.account.username);

  await signInByCall(page.request, 'admin');
  await openReview(page, id);
  await page.keyboard.press('q');
  const field = page.getByLabel('Message', { exact: true });
  await expect(field).toBeFocused();
  await page.keyboard.type('Who shot this?');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText('Who shot this?');
  await expect(field).toHaveValue('');

  await leakerPage.goto('/notifications');
  await leakerPage.getByRole('link', { name: `wrote to you about ${title}` }).click();
  await expect(leakerPage).toHaveURL(ownUploadPath(id));
  await expect(leakerPage.getByRole('list', { name: 'Messages' })).toContainText('Who shot this?');
  await leakerPage.getByLabel('Message', { exact: true }).fill('I did.');
  await leakerPage.getByRole('button', { name: 'Send message' }).click();
  await expect(leakerPage.getByRole('list', { name: 'Messages' })).toContainText('I did.');

  await openReview(page, id);
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText('I did.');
  await page.keyboard.press('a');
  await expect(page.getByText(`${title} is now APPROVED.`)).toBeVisible();
  expect((await page.request.get(`/api/resources/${id}`)).status()).toBe(200);
});

test('keys go through the findings, list themselves and skip', async ({ page, browser, baseURL }) => {
  const admin = await adminOf(browser, baseURL);
  const context = await browser.newContext({ baseURL });
  const leaker = await newLeaker(await context.newPage(), admin);
  // Its extension says something else than its content.
  const first = await submit(context.request, leaker.account.username, 'Plate.mov');
  await submit(context.request, leaker.account.username);

  await signInByCall(page.request, 'admin');
  await openReview(page, first.id);
  // Tab starts at the findings.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Show Plate.mov' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${reviewPath(first.id)}?file=Plate.mov`);
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Plate.mov');
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await expect(keys.getByText('Ask the creator')).toBeVisible();
  // The keys do nothing behind a dialog.
  await page.keyboard.press('s');
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
  await expect(page).toHaveURL(`${reviewPath(first.id)}?file=Plate.mov`);
  await page.keyboard.press('s');
  await expect(page).not.toHaveURL((url) => url.pathname === reviewPath(first.id));
  await expect(page).toHaveURL(/\/admin\/review\/[0-9a-f-]{36}$/);
  // Leaving it released the lock.
  const lockOf = async (): Promise<unknown> => (await (await admin.get(`/api/admin/review/${first.id}`)).json()).lock;
  await expect.poll(lockOf).toBeNull();
});
