// An administrator decides what people ask for (product.md RQ-4).
import type { Page } from '@playwright/test';
import { freeResourceAt } from '#test/harness/catalogue.ts';
import { signInByCall } from '#test/harness/sign-in.ts';
import { expect, test } from './journey.ts';
import { mailTo, registerByCall } from './people.ts';
import { askByCall, newName, registerProven } from './requests-steps.ts';

/** A resource that other journeys leave as it is. */
const PLACE = 14;

/** The row of a request in the list, which is narrowed to it. */
const rowOf = async (page: Page, name: string) => {
  await page.goto('/admin/requests');
  await page.getByRole('searchbox', { name: 'Search requests' }).fill(name);
  const row = page.getByRole('row', { name: new RegExp(name) });
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(row).toHaveCount(1);
  return row;
};

test('a request is looked for, then fulfilled by a resource that is chosen by search, and people read what was shown', async ({
  page,
  browser,
}) => {
  const { card } = await freeResourceAt(page.request, PLACE);
  const asker = await browser.newContext();
  const { email } = await registerProven(asker.request);
  const { resourceName } = await askByCall(asker.request, newName('Signal noise'));
  await signInByCall(page.request, 'admin');
  const row = await rowOf(page, resourceName);
  const open = row.getByRole('button', { name: `Decide ${resourceName}` });
  await open.click();
  const dialog = page.getByRole('dialog', { name: resourceName });
  await dialog.getByRole('button', { name: 'Decide' }).click();
  await expect(dialog.getByText('This is how it stands already.')).toBeVisible();
  await dialog.getByLabel('New status').selectOption('Searching');
  const news = dialog.getByRole('region', { name: 'What one person reads' });
  await expect(news).toContainText(`Somebody is looking for "${resourceName}" now.`);
  await dialog.getByRole('button', { name: 'Decide' }).click();
  await expect(dialog).toBeHidden();
  await expect(row.getByText('Searching')).toBeVisible();
  expect(await mailTo(email, /Somebody is looking for/)).toContain(resourceName);
  await open.click();
  await dialog.getByLabel('New status').selectOption('Fulfilled');
  await dialog.getByRole('button', { name: 'Decide' }).click();
  await expect(dialog.getByText('Choose the resource.')).toBeVisible();
  await dialog.getByRole('searchbox', { name: 'Search resources' }).fill(card.title);
  await dialog.getByRole('radio', { name: new RegExp(`^${card.title}`) }).check();
  await dialog.getByLabel('Note (optional)').fill('Its maker has shared it.');
  await expect(news).toContainText("The administrator's note: Its maker has shared it.");
  await dialog.getByRole('button', { name: 'Decide' }).click();
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
  await expect(row.getByText('Fulfilled')).toBeVisible();
  expect(await mailTo(email, /Its maker has shared it/)).toContain('this is there now');

  // The same on both dashboards of the person who asked, until they dismiss it.
  const own = await asker.newPage();
  const lines = own.getByRole('list', { name: 'News of your requests' });
  await own.goto('/dashboard');
  await expect(lines).toContainText(`"${resourceName}" was requested, and this is there now.`);
  await expect(lines.getByRole('link', { name: card.title })).toBeVisible();
  await own.goto('/leaker');
  await expect(lines).toContainText('Its maker has shared it.');
  await own.getByRole('button', { name: `Dismiss ${resourceName}` }).click();
  await expect(own.getByText("You've seen all news of your requests.")).toBeVisible();
  await own.goto('/dashboard');
  await expect(own.getByRole('heading', { level: 1, name: 'Your Dashboard' })).toBeVisible();
  await expect(lines).toHaveCount(0);
  await asker.close();
});

test('on a phone the headings that sort say so above the cards', async ({ page, browser }) => {
  const asker = await browser.newContext();
  await registerByCall(asker.request);
  const { resourceName } = await askByCall(asker.request, newName('Paper moon'));
  await asker.close();
  await page.setViewportSize({ width: 390, height: 844 });
  await signInByCall(page.request, 'admin');
  await rowOf(page, resourceName);
  const headings = page.getByRole('row').first();
  const content = () => headings.evaluate((row) => getComputedStyle(row, '::before').content);
  expect(await content()).toBe('"Sort by"');
  await headings.getByRole('button', { name: 'Votes' }).click();
  await expect(headings.getByRole('columnheader', { name: 'Votes' })).toHaveAttribute('aria-sort', /ending$/);
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await content()).toBe('none');
});

test('who is slower is told so and sees how it stands', async ({ page, browser, watch }) => {
  watch.allow(/status of 409/);
  const [asker, faster] = [await browser.newContext(), await browser.newContext()];
  await registerByCall(asker.request);
  const { id, resourceName } = await askByCall(asker.request, newName('Warp tunnel'));
  await signInByCall(page.request, 'admin');
  const row = await rowOf(page, resourceName);
  await row.getByRole('button', { name: 'Decide' }).click();
  await signInByCall(faster.request, 'admin');
  const data = { status: 'Rejected', was: 'Pending', note: 'It is no editing asset.' };
  const answer = await faster.request.put(`/api/admin/requests/${id}/status`, { data });
  expect(answer.status(), await answer.text()).toBe(200);
  const dialog = page.getByRole('dialog', { name: resourceName });
  await dialog.getByLabel('New status').selectOption('Searching');
  await dialog.getByRole('button', { name: 'Decide' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('alert').filter({ hasText: 'Somebody was faster' })).toBeVisible();
  await expect(row.getByText('Rejected')).toBeVisible();
  await asker.close();
  await faster.close();
});

test('a request is removed after a question, and leaves the board', async ({ page, browser }) => {
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
