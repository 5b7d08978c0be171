// The download icon of a saved item, and the history entry that a download creates (product.md ME-3, DL-8).
import { demoCards, freeResourceAt } from '#test/harness/catalogue.ts';
import { expect, test } from './journey.ts';
import { newUserAgent, savedPath } from './journey-steps.ts';
import { registerByCall } from './people.ts';

/** Index of the resource that only this journey downloads. */
const PLACE = 9;

test.use({ userAgent: newUserAgent() });

test('a saved item is downloaded from its card and appears in the history', async ({ page }) => {
  await registerByCall(page.request);
  const { card } = await freeResourceAt(page.request, PLACE);
  expect((await page.request.post(`/api/uploads/${card.id}/save`)).status()).toBe(200);
  await page.goto('/dashboard');
  await page.waitForLoadState('networkidle');
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: `Download ${card.title}` }).click();
  const tab = await opened;
  const download = tab.waitForEvent('download');
  await tab.getByRole('link', { name: 'Skip & Download Now' }).click();
  await savedPath(await download);

  // A download counts from its first byte, but is recorded a moment later.
  await expect
    .poll(async () => ((await (await page.request.get('/api/user/summary')).json()) as { downloads: number }).downloads)
    .toBe(1);
  await page.reload();
  await page.getByRole('main').getByRole('link', { name: 'Downloads' }).click();
  await expect(page).toHaveURL('/downloads');
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: card.title });
  await expect(row).toContainText('As one ZIP');
  await expect(row.getByRole('link', { name: card.author, exact: true })).toHaveAttribute('href', `/${card.author}`);
  await expect(row.getByText('Updated since you got it')).toHaveCount(0);

  await page.waitForLoadState('networkidle');
  const again = page.waitForEvent('popup');
  await row.getByRole('link', { name: `Download again: ${card.title}` }).click();
  await expect(await again).toHaveURL(/\/ad-page\?/);
});

test('without Premium, a premium item links to the plans instead', async ({ page }) => {
  await registerByCall(page.request);
  const [card] = await demoCards(page.request, 'premium');
  expect((await page.request.post(`/api/uploads/${card?.id}/save`)).status()).toBe(200);
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: `Upgrade to download ${card?.title}` })).toHaveAttribute(
    'href',
    '/premium',
  );
  await expect(page.getByRole('link', { name: `Download ${card?.title}`, exact: true })).toHaveCount(0);
});
