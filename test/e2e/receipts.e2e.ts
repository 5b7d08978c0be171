// Licence, credit and receipt of a download (product.md DL-11).
import { readFileSync } from 'node:fs';
import { collectionPath, directDownloadPath, resourcePath } from '#contract/paths.ts';
import { freeResourceAt, readResource } from '#test/harness/catalogue.ts';
import { UNKNOWN_ID } from '#test/screens/screen.ts';
import { expect, test } from './journey.ts';
import { newUserAgent, savedPath } from './journey-steps.ts';
import { registerByCall } from './people.ts';

/** Index of the resource that only this journey downloads. */
const PLACE = 10;

test.use({ userAgent: newUserAgent() });

test('a download gives a receipt that strangers can verify, and a forged one is refused', async ({ page, browser }) => {
  const { account } = await registerByCall(page.request);
  const { card, files } = await freeResourceAt(page.request, PLACE);
  const file = files[0];
  const destination = directDownloadPath(card.id, file?.name);
  const offer = await page.request.get('/api/ad-offer', { params: { destination } });
  const { directUrl } = (await offer.json()) as { directUrl: string };
  expect((await page.request.get(directUrl)).status()).toBe(200);
  await expect
    .poll(
      async () => ((await (await page.request.get('/api/user/receipts')).json()) as { receipts: [] }).receipts.length,
    )
    .toBe(1);

  await page.goto('/downloads');
  await page.getByRole('link', { name: 'Receipts' }).click();
  const exported = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export as CSV' }).click();
  expect(readFileSync(await savedPath(await exported), 'utf8')).toContain(file?.sha256 ?? 'no file');
  await page.getByRole('main').getByRole('link', { name: card.title }).click();
  await expect(page).toHaveURL(/\/receipt\//);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print or save as PDF' })).toBeHidden();
  await expect(page.getByText('This receipt is valid.')).toBeVisible();

  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(page.url());
  const main = stranger.getByRole('main');
  await expect(main.getByText('This receipt is valid.')).toBeVisible();
  for (const text of [account.username, card.title, card.author, file?.sha256 ?? 'no file']) {
    await expect(main.getByText(text).first()).toBeVisible();
  }
  await expect(main.getByRole('heading', { name: 'Licence text at that time' })).toBeVisible();
  for (const forged of [UNKNOWN_ID, 'made-up']) {
    expect((await stranger.goto(`/receipt/${forged}`))?.status()).toBe(404);
    await expect(main.getByRole('heading', { level: 1, name: 'Not a receipt of this site' })).toBeVisible();
  }
  await stranger.context().close();
});

test('an asset shows what its licence allows, and its credit is copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { card } = await freeResourceAt(page.request, PLACE);
  const { licence } = await readResource(page.request, card.id);
  await page.goto(resourcePath(card.id));
  const terms = page.getByLabel('What this licence allows');
  await expect(terms.locator('dt')).toHaveText([
    'Client work',
    'Monetised video',
    'Credit needed',
    'Redistribution',
    'AI training',
  ]);
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Copy credit' }).click();
  await page.getByRole('button', { name: 'Copy end-credit line' }).click();
  await expect(page.getByText('End-credit line copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${card.title} by ${card.author}, ${licence}`);
});

test('a collection shows the strictest licence of its assets', async ({ page }) => {
  await registerByCall(page.request);
  const { card } = await freeResourceAt(page.request, PLACE);
  const made = await page.request.post('/api/collections', { data: { name: 'Mixed', resourceId: card.id } });
  const { id } = (await made.json()) as { id: string };
  await page.goto(collectionPath(id));
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Combined licence' }).click();
  const { licence } = await readResource(page.request, card.id);
  await expect(page.getByText(`The strictest answer of all assets counts: 1 × ${licence}.`)).toBeVisible();
  await expect(page.getByRole('main').getByText('Client work')).toBeVisible();
});
