// What a visitor sees when something is slow, missing or broken (product.md SH-4, SH-5; specification, section 8).
import { readdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { adPagePath, resourcePath } from '#contract/paths.ts';
import { freeResourceAt } from '#test/harness/catalogue.ts';
import { holdCalls } from './held-calls.ts';
import { expect, test } from './journey.ts';
import { cardTitles, newUserAgent, sha256Of } from './journey-steps.ts';

const choosePremium = (page: Page): Promise<void> =>
  page.getByRole('navigation', { name: 'Category' }).getByRole('link', { name: 'Premium' }).click();

const openListing = async (page: Page): Promise<void> => {
  await page.goto('/resources');
  await page.waitForLoadState('networkidle');
};

test('a slow response shows placeholders, a fast one goes straight to the assets', async ({ page }) => {
  await openListing(page);
  const answer = await holdCalls(page, /\/api\/resources\?/);
  await choosePremium(page);
  await expect(page.getByText('Loading assets')).toBeVisible();
  await expect(page.locator('.skeleton').first()).toBeVisible();
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(0);
  answer();
  await expect(page).toHaveURL('/resources?category=premium');
  await expect(page.locator('.skeleton')).toHaveCount(0);
  await expect.poll(async () => (await cardTitles(page)).length).toBeGreaterThan(0);
});

for (const [how, fail] of [
  ['is offline', (page: Page) => page.route(/\/api\/resources\?/, (route) => route.abort('internetdisconnected'))],
  ['fails with 500', (page: Page) => page.route(/\/api\/resources\?/, (route) => route.fulfill({ status: 500 }))],
] as const) {
  test(`the listing says so when the site ${how}, and recovers`, async ({ page, watch }) => {
    watch.allow(/ERR_INTERNET_DISCONNECTED/, /status of 500/, /status 500/);
    await openListing(page);
    await fail(page);
    await choosePremium(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Error' })).toBeVisible();
    await expect(page.getByText('Failed to load data')).toBeVisible();
    await page.unrouteAll();
    await page
      .getByRole('main')
      .getByRole('button', { name: /reload|try again/i })
      .click();
    await expect(page).toHaveURL('/resources?category=premium');
    await expect(page.getByRole('heading', { level: 1, name: 'Editing Assets' })).toBeVisible();
  });
}

test('a page whose code fails to load can be reloaded', async ({ page, watch }) => {
  watch.allow(/elements-page|dynamically imported module|ERR_FAILED/);
  await openListing(page);
  await page.route(/\/assets\/elements-page-.*\.js$/, (route) => route.abort());
  await page.getByRole('contentinfo').getByRole('link', { name: 'Starter elements' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Unexpected Application Error!' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Helix' })).toBeVisible();
  await page.unrouteAll();
  await page
    .getByRole('main')
    .getByRole('button', { name: /reload|try again/i })
    .click();
  await expect(page).toHaveURL('/elements');
  await expect.poll(() => cardTitles(page)).toHaveLength(8);
});

test('missing pictures are replaced by their placeholders', async ({ page, watch }) => {
  watch.allow(/status of 404/, /status 404/);
  await page.route(/\/public\/thumbnails\/|\/avatar(\?|$)|\/public\/users\//, (route) =>
    route.fulfill({ status: 404 }),
  );
  const { card } = await freeResourceAt(page.request, 6);
  for (const address of ['/', '/resources', resourcePath(card.id)]) {
    await page.goto(address);
    await page.waitForLoadState('networkidle');
    const broken = () =>
      page
        .locator('img:visible')
        .evaluateAll(
          (images) => (images as HTMLImageElement[]).filter((one) => one.complete && one.naturalWidth === 0).length,
        );
    await expect.poll(broken, address).toBe(0);
  }
});

/** Paths of all files in a folder, without folders that are removed during the search. */
const filesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesIn(path) : [path];
    });
  } catch {
    return [];
  }
};

/**
 * Finds the stored file with this size and hash, because names on disk don't reveal the content. Returns its path. Files that other
 * journeys are uploading or removing may disappear during the search.
 */
const findStored = (folder: string, size: number, sha256: string): string => {
  const found = filesIn(folder).find(
    (path) => statSync(path, { throwIfNoEntry: false })?.size === size && sha256Of(path) === sha256,
  );
  if (!found) throw new Error('The file is not on the disk');
  return found;
};

test.describe('a file that is missing from the disk', () => {
  test.use({ userAgent: newUserAgent() });

  test('shows a page that says so', async ({ page }) => {
    test.skip(process.env.SITE_FILES === 'service', 'this site keeps its files in object storage');
    const { card, files } = await freeResourceAt(page.request, 7);
    const file = files.toSorted((a, b) => b.size - a.size)[0];
    const stored = findStored(join(process.env.SITE_FOLDER ?? '', 'files'), file?.size ?? 0, file?.sha256 ?? '');
    await page.goto(adPagePath(card.id, file?.name));
    const href = (await page.locator('a[href^="/direct-download/"]').getAttribute('href')) ?? '';
    const away = `${stored}.away`;
    renameSync(stored, away);
    try {
      const answer = await page.goto(href);
      expect(answer?.status()).toBe(404);
      await expect(page.getByText('This file is no longer available. We have been notified.')).toBeVisible();
      await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
    } finally {
      renameSync(away, stored);
    }
    const download = page.waitForEvent('download');
    await page.goto(href).catch(() => null);
    expect(readFileSync(await (await download).path())).toHaveLength(file?.size ?? 0);
  });
});

for (const address of ['/api/no-such-call', '/download/no/such/file', '/public/no-such-file.png']) {
  test(`${address} shows the processing screen, with a link home after three seconds`, async ({ page }) => {
    // With reduced motion, the link would appear immediately.
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Animation.enable');
    await devtools.send('Animation.setPlaybackRate', { playbackRate: 0 });
    const answer = await page.goto(address);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Processing Request' })).toBeVisible();
    await expect(page.getByText('Please wait while we prepare your file...')).toBeVisible();
    const home = page.getByRole('main').getByRole('link', { name: /home/i });
    await expect(home).toBeHidden();
    const wait = page.locator('.later').evaluate((part) => part.getAnimations()[0]?.effect?.getTiming().delay);
    expect(await wait).toBe(3000);
    await devtools.send('Animation.setPlaybackRate', { playbackRate: 1 });
    await expect(home).toBeVisible();
    await home.click();
    await expect(page).toHaveURL('/');
    const asProgram = await page.request.get(address, { headers: { accept: 'application/json' } });
    expect(asProgram.status()).toBe(404);
    expect(await asProgram.json()).toMatchObject({ code: 'NOT_FOUND' });
  });
}

test('unknown pages and resources link on', async ({ page }) => {
  expect((await page.goto('/no-such-page/at-all'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible();
  for (const id of ['00000000-0000-4000-8000-000000000000', 'not-an-id']) {
    expect((await page.goto(`/resources/${id}`))?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1, name: 'Resource Not Found' })).toBeVisible();
  }
  await page.getByRole('main').getByRole('link').first().click();
  await expect(page).toHaveURL('/resources');
});
