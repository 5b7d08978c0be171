// Drafts: unfinished text survives a reload, a closed tab, an expired session, and a second tab.
import type { Page } from '@playwright/test';
import { composerOf, openOthersThread, postsOf } from './forum-writing-steps.ts';
import { expect, test } from './journey.ts';
import { logInByCall, NEW_PASSWORD, registerByCall } from './people.ts';

const keptIn = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith('helix_draft:'))
      .map((key) => (JSON.parse(localStorage.getItem(key) ?? '{}') as { text: string }).text),
  );

test('a draft survives a reload and a closed tab, stays private, and is deleted when posted', async ({
  page,
  browser,
}) => {
  const { path } = await openOthersThread(page, browser);
  await composerOf(page).fill('Half a thought');
  // There is no need to wait, because the page saves the draft when it unloads.
  await page.reload();
  await expect(composerOf(page)).toHaveValue('Half a thought');
  const { email } = (await (await page.request.get('/api/auth/me')).json()) as { email: string };

  const second = await page.context().newPage();
  await page.close();
  await second.goto(path);
  await expect(composerOf(second)).toHaveValue('Half a thought');

  await registerByCall(second.request);
  await second.goto(path);
  await expect(composerOf(second)).toHaveValue('');
  await logInByCall(second.request, { email, password: NEW_PASSWORD });
  await second.goto(path);
  await expect(composerOf(second)).toHaveValue('Half a thought');
  await second.getByRole('button', { name: 'Post reply' }).click();
  await expect(composerOf(second)).toHaveValue('');
  await expect.poll(() => keptIn(second)).toEqual([]);
  await second.reload();
  await expect(composerOf(second)).toHaveValue('');
  await expect(second.getByRole('article').last()).toContainText('Half a thought');
});

test('an expired session asks to log in again, and the reply is posted', async ({ page, browser, watch }) => {
  watch.allow(/status of 401/);
  const { path } = await openOthersThread(page, browser);
  const { email } = (await (await page.request.get('/api/auth/me')).json()) as { email: string };
  await composerOf(page).fill('Still here');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Post reply' }).click();
  const window = page.getByRole('dialog', { name: 'Log in again' });
  await expect(window).toBeVisible();
  // The draft is saved shortly after the last key press.
  await expect.poll(() => keptIn(page)).toEqual(['Still here']);
  await expect(window.getByLabel('Email')).toHaveValue(email);
  await window.getByLabel('Password').fill(NEW_PASSWORD);
  await window.getByRole('button', { name: /sign in|login|log in/i }).click();
  await expect(page.getByRole('article').last()).toContainText('Still here');
  await expect(composerOf(page)).toHaveValue('');
  expect(await postsOf(page.request, path)).toHaveLength(2);
});

test('two tabs: an empty one shows the draft, one with text gets a warning, and both texts are kept', async ({
  page,
  browser,
}) => {
  const { path } = await openOthersThread(page, browser);
  const other = await page.context().newPage();
  await other.goto(path);
  await expect(composerOf(other)).toHaveValue('');
  await composerOf(page).fill('From the first tab');
  await expect(composerOf(other)).toHaveValue('From the first tab');
  await expect(other.getByText("You're also editing this in another tab.")).toHaveCount(0);

  await composerOf(other).fill('From the second tab');
  await expect(page.getByText("You're also editing this in another tab.")).toBeVisible();
  await expect(composerOf(page)).toHaveValue('From the first tab');
  const swap = page.getByRole('button', { name: 'Show the other version' });
  await swap.click();
  await expect(composerOf(page)).toHaveValue('From the second tab');
  await swap.click();
  await expect(composerOf(page)).toHaveValue('From the first tab');
});

test('a reply can be written and sent when storage is unavailable', async ({ page, browser }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await openOthersThread(page, browser);
  await composerOf(page).fill('Without a draft');
  await page.getByRole('button', { name: 'Post reply' }).click();
  await expect(page.getByRole('article').last()).toContainText('Without a draft');
});
