// The eight built-in elements (product.md DI-3): grid, page by slug, files, resource page.
import type { Locator } from '@playwright/test';
import type { ResourceCard } from '#contract/resources/api.ts';
import { listFiles, readResource } from '#test/harness/catalogue.ts';
import { expect, test } from './journey.ts';
import { cardTitles } from './journey-steps.ts';

test('the grid links to an element, its files and its resource page', async ({ page }) => {
  const elements = (await (await page.request.get('/api/elements')).json()) as ResourceCard[];
  await page.goto('/elements');
  await expect.poll(() => cardTitles(page)).toEqual(elements.map(({ title }) => title));
  expect(elements).toHaveLength(8);

  const [element] = elements;
  await page
    .getByRole('main')
    .getByRole('link', { name: element?.title ?? '', exact: true })
    .click();
  await expect(page).toHaveURL(`/elements/${element?.slug}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(element?.title ?? '');
  await expect(page.getByRole('main').getByRole('link', { name: 'helix-studio', exact: true })).toHaveAttribute(
    'href',
    '/profile/helix-studio',
  );

  const files = await listFiles(page.request, element?.id ?? '');
  const list = page.getByRole('region', { name: 'Files' });
  await expect(list).toHaveCount(0);
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Download All' })).toHaveAttribute('href', `/download/${element?.id}`);
  const { fileCount, licence, tags } = await readResource(page.request, element?.id ?? '');
  const size = main.getByText(new RegExp(`^${fileCount} files, [\\d.]+ (KB|MB), as one ZIP$`));
  const top = async (part: Locator) => (await part.boundingBox())?.y ?? NaN;
  const below = (await top(size)) - (await top(main.getByRole('link', { name: 'Download All' })));
  expect(below).toBeGreaterThan(0);
  expect(below, 'the size is directly below the button').toBeLessThan(70);
  await expect(main.getByText(licence ?? '', { exact: true })).toBeVisible();
  await expect(main.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveText(tags);
  const shelf = page.getByRole('region', { name: 'More by helix-studio' });
  await expect(shelf.getByRole('article')).toHaveCount(4);
  await expect(shelf.getByRole('link', { name: element?.title ?? '', exact: true })).toHaveCount(0);
  const toggle = page.getByRole('button', { name: 'Download Files' });
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  const folder = files.find(({ name }) => name.includes('/'))?.name.split('/')[0] ?? '';
  await list.getByRole('link', { name: folder, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/elements/${element?.slug}\\?folder=`));
  await expect(list.getByText(/(bytes|KB|MB|GB)$/i).first()).toBeAttached();

  await page.getByRole('main').locator(`a[href="/resources/${element?.id}"]`).click();
  await expect(page).toHaveURL(`/resources/${element?.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(element?.title ?? '');
  await expect(page.getByRole('link', { name: 'Download All' })).toBeVisible();
});

test('an unknown slug shows an error and links back to the elements', async ({ page }) => {
  const answer = await page.goto('/elements/no-such-element');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'Resource not found' })).toBeVisible();
  await page.getByRole('main').getByRole('link').click();
  await expect(page).toHaveURL('/elements');
});

test('a profile address under /profile redirects to the short one', async ({ page }) => {
  await page.goto('/profile/helix-studio');
  await expect(page).toHaveURL('/helix-studio');
});
