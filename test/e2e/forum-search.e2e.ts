// The forum's search: from the index and from a list, with filters, without scripts.
import { COMMUNITY_PATH, FORUM_SEARCH_PATH } from '#contract/paths.ts';
import { beginThread, lastPlace } from './forum-writing-steps.ts';
import { expect, test } from './journey.ts';
import { registerByCall } from './people.ts';

test('a search from the index is narrowed by filters and leads to the post', async ({ page, browser }) => {
  const writer = await browser.newContext();
  const { account } = await registerByCall(writer.request);
  const thread = await beginThread(writer.request, 'Where does the vitascope sit?', 'Beside the **kinoscope**.');
  const threadId = thread.split('/').at(-1);
  const content = 'The vitascope sits above the rewind bench.';
  expect((await writer.request.post('/api/forum/posts', { data: { threadId, content } })).status()).toBe(201);
  await writer.close();

  await page.goto(COMMUNITY_PATH);
  const box = page.getByRole('main').getByRole('searchbox', { name: 'Search the forums' });
  await box.fill('Vitascopes');
  await box.press('Enter');
  await expect(page).toHaveURL(`${FORUM_SEARCH_PATH}?search=Vitascopes`);
  const hits = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2 }) });
  await expect(page.getByRole('status')).toHaveText('2 results');
  await expect(hits).toHaveCount(2);
  await expect(hits.first()).toContainText(`Thread by ${account.username}`);
  await expect(hits.first().locator('mark')).toHaveText('vitascope');
  await expect(hits.nth(1)).toContainText('Post 2');

  await page.getByRole('textbox', { name: 'Author' }).fill('okapi');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page).toHaveURL(`${FORUM_SEARCH_PATH}?search=Vitascopes&author=okapi`);
  await expect(page.getByRole('heading', { name: 'No posts found' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Author' }).fill(account.username);
  await page.getByLabel('Sort by').selectOption('Newest');
  await page.getByLabel('From', { exact: true }).fill('2020-01-01');
  await page.getByRole('textbox', { name: 'Author' }).press('Enter');
  await expect(hits.first()).toContainText('Post 2');
  await expect(page).toHaveURL(/sort=newest/);
  await page.goBack();
  await expect(page.getByRole('textbox', { name: 'Author' })).toHaveValue('okapi');
  await page.goForward();

  await hits.first().getByRole('link').click();
  await expect(page).toHaveURL(`${thread}#post-2`);
});

test('a list searches its own part of the forum', async ({ page, request }) => {
  const { category, subCategory } = await lastPlace(request);
  await page.goto(`${COMMUNITY_PATH}/${category.slug}/${subCategory.slug}`);
  const box = page.getByRole('searchbox', { name: `Search ${subCategory.name}` });
  await box.fill('the');
  await box.press('Enter');
  await expect(page).toHaveURL(
    `${FORUM_SEARCH_PATH}?${new URLSearchParams({ in: `${category.slug}/${subCategory.slug}`, search: 'the' })}`,
  );
  await expect(page.getByLabel('Forum', { exact: true })).toHaveValue(`${category.slug}/${subCategory.slug}`);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the search is a form', async ({ page }) => {
    await page.goto(COMMUNITY_PATH);
    const box = page.getByRole('main').getByRole('searchbox', { name: 'Search the forums' });
    await box.fill('skin tones');
    await box.press('Enter');
    await expect(page.getByRole('main').locator('mark').first()).toBeVisible();
    await page.getByLabel('Forum', { exact: true }).selectOption({ index: 1 });
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page).toHaveURL(/search=skin\+tones&in=[a-z]/);
    await expect(page.getByLabel('Forum', { exact: true })).not.toHaveValue('');
  });
});
