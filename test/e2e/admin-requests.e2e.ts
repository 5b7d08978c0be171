// An admin decides on requests (product.md RQ-4).
import type { Page } from '@playwright/test';
import { freeResourceAt } from '#test/harness/catalogue.ts';
import { signInByCall } from '#test/harness/sign-in.ts';
import { expect, test } from './journey.ts';
import { mailTo, registerByCall } from './people.ts';
import { askByCall, newName, registerProven } from './requests-steps.ts';

/** Index of a resource that other journeys leave unchanged. */
const PLACE = 14;

/** Filters the list to one request and returns its row. */
const rowOf = async (page: Page, name: string) => {
  await page.goto('/admin/requests');
  await page.getByRole('searchbox', { name: 'Search requests' }).fill(name);
  const row = page.getByRole('row', { name: new RegExp(name) });
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(row).toHaveCount(1);
  return row;
};

test('a request is set to Searching, then fulfilled with an asset, and people get the previewed email', async ({
  page,
  browser,
}) => {
  const { card } = await freeResourceAt(page.request, PLACE);
  const asker = await browser.newContext();
  const { email } = await registerProven(asker.request);
  const { resourceName } = await askByCall(asker.request, newName('Signal noise'));
  await signInByCall(page.request, 'admin');
  const row = await rowOf(page, resourceName);
  const open = row.getByRole('button', { name: `Review ${resourceName}` });
  await open.click();
  const dialog = page.getByRole('dialog', { name: resourceName });
  await dialog.getByRole('button', { name: 'Save decision' }).click();
  await expect(dialog.getByText('Nothing has changed.')).toBeVisible();
  await dialog.getByLabel('New status').selectOption('Searching');
  const news = dialog.getByRole('region', { name: 'Email to one person' });
  await expect(news).toContainText(`We are now looking for "${resourceName}".`);
  await dialog.getByRole('button', { name: 'Save decision' }).click();
  await expect(dialog).toBeHidden();
  await expect(row.getByText('Searching')).toBeVisible();
  expect(await mailTo(email, /We are now looking for/)).toContain(resourceName);
  await open.click();
  await dialog.getByLabel('New status').selectOption('Fulfilled');
  await dialog.getByRole('button', { name: 'Save decision' }).click();
  await expect(dialog.getByText('Choose an asset.')).toBeVisible();
  await dialog.getByRole('searchbox', { name: 'Search assets' }).fill(card.title);
  await dialog.getByRole('radio', { name: new RegExp(`^${card.title}`) }).check();
  await dialog.getByLabel('Note (optional)').fill('Its maker has shared it.');
  await expect(news).toContainText("The administrator's note: Its maker has shared it.");
  await dialog.getByRole('button', { name: 'Save decision' }).click();
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
  await expect(row.getByText('Fulfilled')).toBeVisible();
  expect(await mailTo(email, /Its maker has shared it/)).toContain('is now available');

  // The member dashboard and the leaker dashboard both show the requester the same news until it is dismissed.
  const own = await asker.newPage();
  const lines = own.getByRole('list', { name: 'Updates on your requests' });
  await own.goto('/dashboard');
  await expect(lines).toContainText(`The requested asset "${resourceName}" is now available.`);
  await expect(lines.getByRole('link', { name: card.title })).toBeVisible();
  await own.goto('/leaker');
  await expect(lines).toContainText('Its maker has shared it.');
  await own.getByRole('button', { name: `Dismiss ${resourceName}` }).click();
  await expect(own.getByText('No new updates on your requests.')).toBeVisible();
  await own.goto('/dashboard');
  await expect(own.getByRole('heading', { level: 1, name: 'Your Dashboard' })).toBeVisible();
  await expect(lines).toHaveCount(0);
  await asker.close();
});

test('on a phone the sortable headings are labelled above the cards', async ({ page, browser }) => {
  const asker = await browser.newContext();
  await registerByCall(asker.request);
  const { resourceName } = await askByCall(asker.request, newName('Paper moon'));
  await asker.close();
  await page.setViewportSize({ width: 390, height: 844 });
  await signInByCall(page.request, 'admin');
  await rowOf(page, resourceName);
  const headings = page.getByRole('row').first();
  const content = () => headings.evaluate((row) => getComputedStyle(row, '::before').content);
  await expect.poll(content).toBe('"Sort by"');
  await headings.getByRole('button', { name: 'Votes' }).click();
  await expect(headings.getByRole('columnheader', { name: 'Votes' })).toHaveAttribute('aria-sort', /ending$/);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(content).toBe('none');
});

test('the slower of two admins is notified and sees the current state', async ({ page, browser, watch }) => {
  watch.allow(/status of 409/);
  const [asker, faster] = [await browser.newContext(), await browser.newContext()];
  await registerByCall(asker.request);
  const { id, resourceName } = await askByCall(asker.request, newName('Warp tunnel'));
  await signInByCall(page.request, 'admin');
  const row = await rowOf(page, resourceName);
  await row.getByRole('button', { name: 'Review' }).click();
  await signInByCall(faster.request, 'admin');
  const data = { status: 'Rejected', was: 'Pending', note: 'It is no editing asset.' };
  const answer = await faster.request.put(`/api/admin/requests/${id}/status`, { data });
  expect(answer.status(), await answer.text()).toBe(200);
  const dialog = page.getByRole('dialog', { name: resourceName });
  await dialog.getByLabel('New status').selectOption('Searching');
  await dialog.getByRole('button', { name: 'Save decision' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('alert').filter({ hasText: 'Someone else already handled this' })).toBeVisible();
  await expect(row.getByText('Rejected')).toBeVisible();
  await asker.close();
  await faster.close();
});

test('removing a request asks first and takes it off the board', async ({ page, browser }) => {
  const asker = await browser.newContext();
  await registerByCall(asker.request);
  const { resourceName } = await askByCall(asker.request, newName('A whole film'));
  await asker.close();
  await signInByCall(page.request, 'admin');
  const row = await rowOf(page, resourceName);
  const remove = row.getByRole('button', { name: `Remove ${resourceName}` });
  const question = page.getByRole('dialog', { name: 'Remove request' });
  await remove.click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(remove).toBeFocused();
  await remove.click();
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByText('No requests found.')).toBeVisible();
  await page.goto(`/requests?search=${encodeURIComponent(resourceName)}`);
  await expect(page.getByRole('heading', { name: 'No requests found' })).toBeVisible();
});
