// Looking into archives and PDFs and playing sequences of pictures before downloading them (next.md DL-14), by mouse and keys.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { resourcePath } from '#contract/paths.ts';
import { makeContentsFiles } from '#test/harness/stage-files.ts';
import { expect, test } from './journey.ts';
import { expectPageWidth } from './journey-steps.ts';
import { colourAt, newPack, type Pack } from './stage-steps.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

test.describe.configure({ mode: 'serial' });

let free: Pack;
let locked: Pack;

test.beforeAll(async ({ browser, baseURL }) => {
  test.setTimeout(400_000);
  const context = await browser.newContext({ baseURL });
  free = await newPack(await context.newPage(), browser, baseURL, 'Free', await makeContentsFiles());
  await context.clearCookies();
  locked = await newPack(await context.newPage(), browser, baseURL, 'Premium', (await makeContentsFiles()).slice(0, 2));
  await context.close();
});

const partsOf = (page: Page) => {
  const stage = page.getByRole('region', { name: 'Preview' });
  const list = page.getByRole('region', { name: 'Files', exact: true });
  return {
    stage,
    list,
    row: (name: string) => list.getByRole('button', { name: new RegExp(`^(?:Play|Pause|Show|Read) ${name}$`) }),
  };
};
const expectClean = async (page: Page): Promise<void> => {
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
};

test('an archive is looked through by mouse and keys', async ({ page }) => {
  await page.goto(resourcePath(free.id));
  const { stage, list, row } = partsOf(page);
  await expect(list.getByRole('listitem').filter({ hasText: 'Pack.zip' })).toContainText('5 files');
  await row('Pack.zip').click();
  const contents = stage.getByRole('region', { name: 'Contents of Pack.zip' });
  await expect(contents.getByRole('listitem')).toHaveText([
    /^Clips\s*2 files, 3\.91 KB$/,
    /^Sounds\s*1 file, 500 Bytes$/,
    /^inner\.zip/,
    /^notes\.txt\s*6 Bytes$/,
  ]);
  await expect(stage).toContainText('5 files, 4.52 KB unpacked');
  await expect(stage.getByRole('list', { name: 'By kind' })).toContainText('2 clips');
  await expect(stage).toContainText('Archives inside it are not opened.');
  await expectClean(page);

  await contents.getByRole('button', { name: 'Clips' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(contents.getByRole('button', { name: 'Sounds' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(contents).toBeFocused();
  await expect(contents.getByRole('listitem')).toHaveText([/^Day/, /^two\.mov/]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(contents.getByRole('listitem')).toHaveText([/^one\.mov/]);
  const folders = stage.getByRole('navigation', { name: 'Folders of Pack.zip' });
  await expect(folders).toHaveText(/All\s*\/\s*Clips\s*\/\s*Day/);
  await folders.getByRole('button', { name: 'All' }).click();
  await expect(contents.getByRole('listitem')).toHaveCount(4);

  await stage.getByRole('searchbox', { name: 'Find in Pack.zip' }).fill('MOV');
  await expect(contents.getByRole('listitem')).toHaveText([/^Clips\/Day\/one\.mov/, /^Clips\/two\.mov/]);
  await stage.getByRole('searchbox', { name: 'Find in Pack.zip' }).fill('nothing');
  await expect(contents).toContainText('No name has “nothing” in it.');

  await page.setViewportSize({ width: 360, height: 740 });
  await expectPageWidth(page, 360);
  await expectClean(page);
});

test('a PDF is read page by page', async ({ page }) => {
  await page.goto(resourcePath(free.id));
  const { stage, list, row } = partsOf(page);
  await expect(list.getByRole('listitem').filter({ hasText: 'Guide.pdf' })).toContainText('12 pages');
  await row('Guide.pdf').click();
  await expect(stage.getByRole('img', { name: 'Page 1 of Guide.pdf' })).toHaveJSProperty('naturalHeight', 1600);
  await stage.getByRole('button', { name: 'Next page' }).click();
  await expect(stage.getByText('Page 2 of 12')).toBeVisible();
  await expect(stage.getByRole('img', { name: 'Page 2 of Guide.pdf' })).toHaveJSProperty('complete', true);
  await page.keyboard.press('End');
  await expect(stage.getByText('Page 10 of 12')).toBeVisible();
  await expect(stage).toContainText('The preview shows the first 10 pages.');
  await page.keyboard.press('ArrowLeft');
  await expect(stage.getByText('Page 9 of 12')).toBeVisible();
  await expectClean(page);
});

test('numbered pictures play as a clip with transparency, at the chosen rate', async ({ page, watch }) => {
  watch.allow(/GPU stall due to ReadPixels/);
  await page.goto(resourcePath(free.id));
  const { stage, list, row } = partsOf(page);
  await expect(list.getByRole('listitem').filter({ hasText: 'Smoke_0001.png' })).toContainText('10 frames');
  await row('Smoke_0001.png').click();
  await expect(stage).toContainText('Sequence, 10 frames. 24 fps assumed. Missing: 6.');
  // Keys do nothing until the player has arrived.
  await expect(stage.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.keyboard.press('k');
  await expect(stage.getByRole('button', { name: 'Play' })).toBeVisible();
  await page.keyboard.press('Home');
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('.');
  // The fourth frame: the square is at three tenths.
  await expect.poll(async () => (await colourAt(page, 0.35, 0.5))[3]).toBeGreaterThan(250);
  const [red = 0, green = 255] = await colourAt(page, 0.35, 0.5);
  expect([red > 240, green < 15]).toEqual([true, true]);
  expect((await colourAt(page, 0.05, 0.5))[3]).toBeLessThan(3);
  const rate = stage.getByRole('combobox', { name: 'Frame rate' });
  await expect(rate.getByRole('option', { selected: true })).toHaveText('24 fps assumed');
  const length = async () => Number(await stage.getByRole('slider', { name: 'Position' }).getAttribute('max'));
  const assumed = await length();
  await rate.selectOption('60');
  await expect.poll(length).toBeCloseTo((assumed * 24) / 60, 3);
  await expect(stage.getByRole('slider', { name: 'Position' })).toHaveAttribute('aria-valuetext', /^00:00:00:03 of/);
  await expect(stage.locator('video')).toHaveJSProperty('playbackRate', 2.5);
  await stage.getByRole('combobox', { name: 'Speed' }).selectOption('2x');
  await expect(stage.locator('video')).toHaveJSProperty('playbackRate', 5);
  await expectClean(page);
});

test('a Premium pack shows its names and three small pages to everyone', async ({ page }) => {
  await page.goto(resourcePath(locked.id));
  const { stage, row } = partsOf(page);
  await row('Pack.zip').click();
  const contents = stage.getByRole('region', { name: 'Contents of Pack.zip' });
  await expect(contents.getByRole('listitem')).toHaveCount(4);
  await row('Guide.pdf').click();
  await expect(stage.getByRole('img', { name: 'Page 1 of Guide.pdf' })).toHaveJSProperty('naturalHeight', 900);
  await expect(stage).toContainText('The preview shows the first 3 pages.');
});

test('a list that does not load says so, and loads when asked again', async ({ page, watch }) => {
  watch.allow(/-contents\.json/);
  let isAway = true;
  await page.route('**/public/previews/**-contents.json', (route) =>
    isAway ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await page.goto(resourcePath(free.id));
  const { stage, row } = partsOf(page);
  await row('Pack.zip').click();
  await expect(stage.getByRole('alert')).toContainText('This preview didn’t load');
  isAway = false;
  await stage.getByRole('button', { name: 'Try again' }).click();
  await expect(stage.getByRole('region', { name: 'Contents of Pack.zip' })).toBeVisible();
});
