// Selecting several files and folders of a resource and downloading them together (product.md DL-12), by pointer, keys and touch.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page, Request } from '@playwright/test';
import { resourcePath } from '#contract/paths.ts';
import type { ResourceFile } from '#contract/resources/api.ts';
import { demoCards, folderOf, freeResourceAt, listCards, listFiles, readResource } from '#test/harness/catalogue.ts';
import { signInByCall } from '#test/harness/sign-in.ts';
import { expect, test } from './journey.ts';
import { expectFocusRing, newUserAgent, savedPath } from './journey-steps.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const rootFiles = (files: ResourceFile[]): string[] =>
  files.map(({ name }) => name).filter((name) => !name.includes('/'));

const beneath = (files: ResourceFile[], folder: string): string[] =>
  files.map(({ name }) => name).filter((name) => name.startsWith(`${folder}/`));

const namesIn = (zip: string): string[] => {
  expect(execFileSync('unzip', ['-t', zip], { encoding: 'utf8' })).toContain('No errors detected');
  return execFileSync('unzip', ['-Z1', zip], { encoding: 'utf8' }).trim().split('\n').sort();
};

const partsOf = (page: Page) => ({
  list: page.getByRole('region', { name: 'Files', exact: true }),
  bar: page.getByRole('region', { name: 'Selected files' }),
  box: (name: string): Locator => page.getByRole('checkbox', { name: `Select ${name}`, exact: true }),
  folderBox: (name: string): Locator => page.getByRole('checkbox', { name: `Select the folder ${name}`, exact: true }),
  all: page.getByRole('checkbox', { name: 'Select all in this folder' }),
});

const open = async (page: Page, id: string): Promise<void> => {
  await page.goto(resourcePath(id));
  await page.waitForLoadState('networkidle');
};

/** Index of the resource whose downloads are counted; the other journeys use later indexes. */
const COUNTED = 8;

/** A free resource with a folder, at least two files at the root, and three or more files outside that folder. */
const wideResource = async (page: Page, from = COUNTED + 3) => {
  for (let place = from; ; place += 1) {
    const found = await freeResourceAt(page.request, place);
    const { files } = found;
    const inFolder = beneath(files, folderOf(files)).length;
    if (rootFiles(files).length >= 2 && inFolder + 2 < files.length) return found;
  }
};

const widthOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test.describe('a visitor', () => {
  test.use({ userAgent: newUserAgent() });

  test('selects a folder and two files, opens the folders, and gets them as one ZIP', async ({ page }) => {
    const { card, files } = await wideResource(page, COUNTED);
    const before = (await readResource(page.request, card.id)).downloads;
    const folder = folderOf(files);
    const [one = '', two = ''] = rootFiles(files);
    await open(page, card.id);
    const { list, bar, box, folderBox } = partsOf(page);
    await box(one).click();
    await expect(bar).toContainText('1 file,');
    await folderBox(folder).click();
    await list.getByRole('link', { name: folder, exact: true }).click();
    await expect(page).toHaveURL(/\?folder=/);
    const back = page.getByRole('link', { name: 'Back to the parent folder' });
    // The URL changes before the list is updated. Once the link to the parent folder is visible, the folder's list has loaded.
    await expect(back).toBeVisible();
    // All content of a selected folder is selected too.
    for (const inside of await list.getByRole('listitem').getByRole('checkbox').all())
      await expect(inside).toBeChecked();
    await back.click();
    await box(two).click();
    await expect(bar).toContainText(`${beneath(files, folder).length + 2} files,`);

    const opened = page.waitForEvent('popup');
    await bar.getByRole('button', { name: 'Download selected' }).click();
    const tab = await opened;
    await expect(tab.getByRole('heading', { name: 'Your download is almost ready' })).toBeVisible();
    await expect(tab).toHaveURL(/selection%3D/);
    const download = tab.waitForEvent('download');
    await tab.getByRole('link', { name: 'Skip & Download Now' }).click();
    const expected = [one, two, ...beneath(files, folder)].sort();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe(`${card.title} - ${card.author} (selection).zip`);
    expect(namesIn(await savedPath(saved))).toEqual(expected);
    await expect.poll(async () => (await readResource(page.request, card.id)).downloads).toBe(before + 1);

    await bar.getByRole('button', { name: 'Clear' }).click();
    await expect(bar).toBeHidden();
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);
    await page.keyboard.press('Tab');
    await expect(list.locator(':focus')).toBeVisible();
  });

  test('downloads a folder from its row or its checkbox, with the folder at the root', async ({ page }) => {
    const { card, files } = await wideResource(page);
    const folder = folderOf(files);
    await open(page, card.id);
    const { bar, folderBox, list } = partsOf(page);
    const viaRow = async (): Promise<Page> => {
      const opened = page.waitForEvent('popup');
      await list.getByRole('link', { name: `Download the folder ${folder}` }).click();
      return await opened;
    };
    const viaBox = async (): Promise<Page> => {
      await folderBox(folder).click();
      const opened = page.waitForEvent('popup');
      await bar.getByRole('button', { name: 'Download selected' }).click();
      return await opened;
    };
    for (const start of [viaRow, viaBox]) {
      const tab = await start();
      await expect(tab.getByText(`${folder}.zip`)).toBeVisible();
      const download = tab.waitForEvent('download');
      await tab.getByRole('link', { name: 'Skip & Download Now' }).click();
      const saved = await download;
      expect(saved.suggestedFilename()).toBe(`${folder}.zip`);
      expect(namesIn(await savedPath(saved))).toEqual(beneath(files, folder).sort());
      await tab.close();
    }
  });

  test('selects by keyboard: Space ticks, Shift extends the range, one checkbox selects all', async ({ page }) => {
    const { card, files } = await wideResource(page);
    const rows =
      rootFiles(files).length + new Set(files.flatMap(({ name }) => name.split('/').slice(0, -1)[0] ?? [])).size;
    await open(page, card.id);
    const { bar, all, list } = partsOf(page);
    const boxes = list.getByRole('listitem').getByRole('checkbox');
    await expect(boxes).toHaveCount(rows);
    await boxes.first().focus();
    await expectFocusRing(page);
    await page.keyboard.press('Space');
    await expect(boxes.first()).toBeChecked();
    await expect(page.getByRole('status').filter({ hasText: /^[1-9]\d* files? selected$/ })).toBeAttached();
    await expect(all).toHaveJSProperty('indeterminate', true);
    await boxes.last().click({ modifiers: ['Shift'] });
    await expect(bar).toContainText(`${files.length} files,`);
    await expect(all).toBeChecked();
    await all.focus();
    await page.keyboard.press('Space');
    await expect(bar).toBeHidden();
    await page.keyboard.press('Space');
    await expect(list.getByRole('checkbox', { checked: false })).toHaveCount(0);
    // Selecting everything is equivalent to "Download All".
    await bar.getByRole('button', { name: 'Download selected' }).focus();
    const opened = page.waitForEvent('popup');
    await page.keyboard.press('Enter');
    const tab = await opened;
    await expect(tab.getByText(`download-${card.id}.zip`)).toBeVisible();
    await tab.close();
    await bar.getByRole('button', { name: 'Clear' }).focus();
    await page.keyboard.press('Enter');
    await expect(bar).toBeHidden();
  });

  test('opens a selected folder and deselects one file in it', async ({ page }) => {
    const { card, files } = await wideResource(page);
    const folder = folderOf(files);
    await open(page, card.id);
    const { all, folderBox, list } = partsOf(page);
    await folderBox(folder).click();
    await list.getByRole('link', { name: folder, exact: true }).click();
    // Until the folder's list has loaded, the first checkbox is one of the list before.
    await expect(page.getByRole('link', { name: 'Back to the parent folder' })).toBeVisible();
    const boxes = list.getByRole('listitem').getByRole('checkbox');
    await expect(boxes.first()).toBeChecked();
    await boxes.first().click();
    await expect(boxes.first()).not.toBeChecked();
    const count = await boxes.count();
    if (count > 1) await expect(all).toHaveJSProperty('indeterminate', true);
    await page.goBack();
    await expect(folderBox(folder)).not.toBeChecked();
    if (count > 1) await expect(folderBox(folder)).toHaveJSProperty('indeterminate', true);
    // Leaving the resource clears the selection.
    await page.getByRole('banner').getByRole('link', { name: 'Helix' }).click();
    await expect(page).toHaveURL('/');
    await page.goBack();
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);
  });

  test('sees why it failed when a selected file is gone or the site does not respond', async ({ page, watch }) => {
    const { card, files } = await wideResource(page);
    const [one = '', two = ''] = rootFiles(files);
    await open(page, card.id);
    const { bar, box } = partsOf(page);
    await box(one).click();
    await box(two).click();
    watch.allow(/selections/, /Failed to load resource/);
    const address = '**/api/resources/*/selections';
    const isCall = (request: Request) => request.url().endsWith('/selections');
    for (const [kind, sentence] of [
      ['gone', 'This file is not part of this asset.'],
      ['offline', 'Failed to generate download link. Please try again later.'],
    ] as const) {
      if (kind === 'offline') await page.route(address, (route) => route.abort());
      else {
        await page.route(address, (route) =>
          route.continue({ postData: JSON.stringify({ paths: ['gone.mov', one] }) }),
        );
      }
      const asked = page.waitForRequest(isCall);
      await bar.getByRole('button', { name: 'Download selected' }).click();
      await asked;
      await expect(page.getByRole('region', { name: 'Notifications' }).getByText(sentence)).toBeVisible();
      await page.unroute(address);
    }
    await expect.poll(() => page.context().pages().length).toBe(1);
    await expect(bar).toContainText('2 files,');
  });
});

test('a folder of 1,200 files is paged, selected as a whole, and downloaded without one file', async ({
  page,
  watch,
}) => {
  watch.allow(/ERR_FAILED/);
  const files = Array.from({ length: 1200 }, (_, index) => ({
    name: `take ${index}.mov`,
    size: 1024,
    url: '/',
    sha256: 'a'.repeat(64),
    textUrl: null,
    preview: null,
  }));
  await page.route('**/api/resources/*/files?*', (route) => {
    const current = Number(new URL(route.request().url()).searchParams.get('page') ?? '1');
    const pagination = { total: files.length, pages: 12, currentPage: current, limit: 100 };
    const shown = files.slice((current - 1) * 100, current * 100);
    return route.fulfill({ json: { files: shown, folders: [], fileCount: 1200, size: 1200 * 1024, pagination } });
  });
  const asked: unknown[] = [];
  await page.route('**/api/resources/*/selections', (route) => {
    asked.push(route.request().postDataJSON());
    return route.abort();
  });
  await page.goto('/resources?category=free');
  await page.waitForLoadState('networkidle');
  await page.getByRole('main').getByRole('article').getByRole('link').first().click();
  const { list, bar, box, all } = partsOf(page);
  const rows = list.getByRole('listitem').getByRole('checkbox');
  await expect(rows).toHaveCount(100);
  await expect(list).toContainText('1200 items, 1.17 MB');
  await all.click();
  await expect(bar).toContainText('1200 files, 1.17 MB');
  await page.getByRole('navigation', { name: 'Folder pages' }).getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL(/\?page=2$/);
  await expect(box('take 100.mov')).toBeChecked();
  await box('take 103.mov').click();
  await expect(bar).toContainText('1199 files,');
  await expect(all).toHaveJSProperty('indeterminate', true);
  await bar.getByRole('button', { name: 'Download selected' }).click();
  await expect.poll(() => asked).toEqual([{ all: true, paths: [], except: ['take 103.mov'] }]);
  await page.goBack();
  await expect(box('take 3.mov')).toBeChecked();
  await bar.getByRole('button', { name: 'Clear' }).click();
  await expect(bar).toBeHidden();
});

test('a Premium member gets the selection immediately, in the same tab', async ({ page, context }) => {
  await signInByCall(context.request, 'premium');
  for (const card of await listCards(page.request, { category: 'premium', sort: 'oldest' })) {
    const files = await listFiles(page.request, card.id);
    const [one] = rootFiles(files);
    const folder = folderOf(files);
    if (!one || !folder || beneath(files, folder).length + 1 === files.length) continue;
    await open(page, card.id);
    const { bar, box, folderBox } = partsOf(page);
    await box(one).click();
    await folderBox(folder).click();
    const download = page.waitForEvent('download');
    await bar.getByRole('button', { name: 'Download selected' }).click();
    const saved = await download;
    expect(namesIn(await savedPath(saved))).toEqual([one, ...beneath(files, folder)].sort());
    expect(context.pages()).toHaveLength(1);
    return;
  }
  throw new Error('The site has no premium resource with a folder and more');
});

test('people who cannot download a resource cannot select its files', async ({ page }) => {
  const [card] = await demoCards(page.request, 'premium');
  await open(page, card?.id ?? '');
  await expect(page.getByRole('region', { name: 'Files', exact: true })).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^Download/ })).toHaveCount(0);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, userAgent: newUserAgent() });

  test('a folder is downloaded through links, and nothing can be selected', async ({ page }) => {
    const { card, files } = await wideResource(page);
    const folder = folderOf(files);
    await page.goto(resourcePath(card.id));
    await expect(page.getByRole('checkbox')).toHaveCount(0);
    const link = page.getByRole('link', { name: `Download the folder ${folder}` });
    await page.goto((await link.getAttribute('href')) ?? '');
    await page.getByRole('main').getByRole('link').click();
    await expect(page.getByRole('heading', { name: 'Your download is almost ready' })).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('main').getByRole('link', { name: 'Skip & Download Now' }).click();
    expect(namesIn(await savedPath(await download))).toEqual(beneath(files, folder).sort());
  });
});

for (const theme of ['dark', 'light'] as const) {
  for (const width of [1440, 390, 360]) {
    test.describe(`${theme}, ${width} px`, () => {
      test.use({ viewport: { width, height: 800 }, hasTouch: width < 500 });

      test('the rows and the bar are accessible and fit the page', async ({ page, context, baseURL }) => {
        await context.addCookies([{ name: 'theme', value: theme, url: baseURL ?? '' }]);
        const { card, files } = await wideResource(page);
        const [one = '', two = ''] = rootFiles(files);
        await open(page, card.id);
        const { bar, box, folderBox } = partsOf(page);
        for (const part of [box(one), box(two), folderBox(folderOf(files))]) {
          if (width < 500) await part.tap();
          else await part.click();
          await expect(part).toBeChecked();
        }
        await expect(bar).toContainText(`${beneath(files, folderOf(files)).length + 2} files,`);
        expect(await widthOverflow(page)).toBe(0);
        const target = await box(one).locator('..').boundingBox();
        expect(Math.min(target?.width ?? 0, target?.height ?? 0)).toBeGreaterThanOrEqual(24);
        const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
        expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 160))])).toEqual([]);
        if (width !== 390) return;
        const opened = page.waitForEvent('popup');
        await bar.getByRole('button', { name: 'Download selected' }).tap();
        const tab = await opened;
        await expect(tab.getByRole('heading', { name: 'Your download is almost ready' })).toBeVisible();
        const download = tab.waitForEvent('download');
        await tab.getByRole('link', { name: 'Skip & Download Now' }).tap();
        const path = await savedPath(await download);
        expect(readFileSync(path).subarray(0, 2).toString()).toBe('PK');
        expect(namesIn(path)).toEqual([one, two, ...beneath(files, folderOf(files))].sort());
      });
    });
  }
}
