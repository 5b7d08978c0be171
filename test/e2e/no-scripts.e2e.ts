// Without JavaScript, every public page is complete and its links work (issue 2, "Pages"; house.md, "rendering").
import { downloadPath, resourcePath } from '#contract/paths.ts';
import { folderOf, freeResourceAt, listCards } from '#test/harness/catalogue.ts';
import { expect, test } from './journey.ts';
import { cardTitles, newUserAgent, savedPath, sha256Of } from './journey-steps.ts';

test.use({ javaScriptEnabled: false, userAgent: newUserAgent() });

test('home is complete and its search is a form', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => cardTitles(page)).toHaveLength(8);
  await expect(page.getByText('Free for personal and commercial use')).toBeVisible();
  await expect(page.getByRole('main').locator('a[href^="/resources?tag="]').first()).toBeVisible();
  const search = page.getByRole('main').getByRole('searchbox');
  await search.fill('lut');
  await search.press('Enter');
  await expect(page).toHaveURL('/resources?search=lut');
  await expect.poll(async () => (await cardTitles(page)).length).toBeGreaterThan(0);
});

test('the listing can be filtered, sorted and paged', async ({ page }) => {
  await page.goto('/resources');
  await expect.poll(() => cardTitles(page)).toHaveLength(21);
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL('/resources?page=2');
  await expect.poll(() => cardTitles(page)).toHaveLength(21);
  await page.getByRole('navigation', { name: 'Category' }).getByRole('link', { name: 'Premium' }).click();
  await expect(page).toHaveURL('/resources?category=premium');
  await page.getByLabel('Sort').selectOption({ label: 'Oldest First' });
  await page.getByRole('main').getByRole('button', { name: 'Sort' }).click();
  await expect(page).toHaveURL(/category=premium/);
  await expect(page).toHaveURL(/sort=oldest/);
  const oldest = await listCards(page.request, { category: 'premium', sort: 'oldest', limit: '21' });
  await expect.poll(() => cardTitles(page)).toEqual(oldest.map(({ title }) => title));
  const search = page.getByPlaceholder('Search assets, editors, creators...');
  await search.fill('zoetrope');
  await search.press('Enter');
  await expect(page.getByRole('heading', { name: 'No resources found' })).toBeVisible();
  await page.getByRole('link', { name: 'Clear search' }).click();
  await expect(page).toHaveURL('/resources');
});

test('a resource shows its files and folders; links lead to the download', async ({ page }) => {
  const { card, files } = await freeResourceAt(page.request, 5);
  await page.goto(resourcePath(card.id));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(card.title);
  const licence = page.getByRole('main').locator('dl > div').filter({ hasText: 'Licence' });
  await expect(licence.locator('dd').first()).toHaveText(/^(CC|Helix Standard)/);
  await expect(licence.locator('dd').nth(1)).toHaveText(/^(Any use|Non-commercial use|Use in)\b/);
  const rights = page.getByRole('main').locator('dl > div').filter({ hasText: 'Rights' });
  await expect(rights.locator('dd')).toHaveText(['Declared', 'Creator confirmed they own the rights.']);
  await expect(page.getByRole('region', { name: 'Similar' }).getByRole('article').first()).toBeVisible();
  const list = page.getByRole('region', { name: 'Files' });
  await list.getByRole('link', { name: folderOf(files), exact: true }).click();
  await expect(page).toHaveURL(/\?folder=/);
  const file = files.find(({ name }) => name.startsWith(`${folderOf(files)}/`) && name.split('/').length === 2);
  const link = list.getByRole('link', { name: `Download ${file?.name.split('/').at(-1)}` });
  await expect(link).toHaveAttribute('href', downloadPath(card.id, file?.name));

  await page.goto(downloadPath(card.id, file?.name));
  await expect(page.getByRole('heading', { name: 'Processing Request' })).toBeVisible();
  await page.getByRole('main').getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Your download is almost ready' })).toBeVisible();
  await expect(page.getByText(/Download will start in/)).toBeHidden();
  const download = page.waitForEvent('download');
  await page.getByRole('main').locator('a[href^="/direct-download/"]').click();
  expect(sha256Of(await savedPath(await download))).toBe(file?.sha256);
});

test('an element opens its files with a form', async ({ page }) => {
  await page.goto('/elements');
  await expect.poll(() => cardTitles(page)).toHaveLength(8);
  await page.getByRole('main').getByRole('article').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/elements\/[a-z0-9-]+$/);
  await page.getByRole('button', { name: 'Download Files' }).click();
  const list = page.getByRole('region', { name: 'Files' });
  await expect(list.getByRole('listitem').first()).toBeVisible();
  await expect(list.getByRole('link').first()).toBeVisible();
});

test('the menu opens and its links work', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto('/');
  await page.getByRole('banner').locator('summary').click();
  await page.getByRole('banner').getByRole('link', { name: 'Elements', exact: true }).click();
  await expect(page).toHaveURL('/resources');
});

test('the login page says that it needs scripts', async ({ page }) => {
  await page.goto('/login');
  // Playwright does not match text inside <noscript>, even when it is visible.
  const note = page.locator('noscript p', { hasText: 'Logging in requires JavaScript.' });
  await expect(note).toBeVisible();
});

test('the forum is complete, can be paged, and links to the login page', async ({ page }) => {
  await page.goto('/community');
  await page.getByRole('main').getByRole('link', { name: 'Editing', exact: true }).click();
  await page.getByRole('link', { name: 'What did you cut this week?' }).click();
  const posts = page.getByRole('main').getByRole('article');
  await expect(posts).toHaveCount(20);
  await expect(page.getByText('Live, updates as people post')).toBeHidden();
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(posts.first()).toHaveAttribute('id', 'post-21');
  await posts.first().getByRole('link', { name: 'Post 21', exact: true }).click();
  await expect(posts).toHaveCount(1);
  await page.getByRole('link', { name: 'View in thread' }).click();
  await expect(page).toHaveURL(/\?page=2#post-21$/);
  await page.getByRole('link', { name: 'Log in to reply' }).click();
  await expect(page).toHaveURL(/\/login\?next=%2Fcommunity%2Fpost-production%2Fediting%2F/);
});
