// Up to six files side by side (next.md LE-8): in step, on the sample or on own footage, with an address that can be shared.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { resourcePath } from '#contract/paths.ts';
import { makeOwnClip, makeStageFiles } from '#test/harness/stage-files.ts';
import { chooseFile, withoutFileHandles } from './footage-steps.ts';
import { expect, test } from './journey.ts';
import { newPack, type Pack, recordMedia } from './stage-steps.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

test.describe.configure({ mode: 'serial' });

const clip = { ...makeOwnClip('Blue.mp4', 'color=0x0000ff:s=640x360:r=24:d=2'), mimeType: 'video/mp4' };
let first: Pack;
let second: Pack;

test.beforeAll(async ({ browser, baseURL }) => {
  test.setTimeout(300_000);
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  const files = async (kept: RegExp) => (await makeStageFiles()).filter(({ name }) => kept.test(name));
  first = await newPack(page, browser, baseURL, 'Free', await files(/^(?:Alpha|Look|Beep_1|Plate)/));
  await context.clearCookies();
  second = await newPack(page, browser, baseURL, 'Free', await files(/^(?:Alpha|Beep)/));
  await context.close();
});

const partsOf = (page: Page) => {
  const tray = page.getByRole('region', { name: 'Compare' });
  return {
    tray,
    cells: tray.getByRole('listitem'),
    add: page.getByRole('region', { name: 'Preview' }).getByRole('button', { name: 'Add to compare' }),
    cell: (name: string) => tray.getByRole('listitem').filter({ hasText: name }),
  };
};

const add = async (page: Page, { id }: Pack, file: string, count: number): Promise<void> => {
  await page.goto(`${resourcePath(id)}?file=${file}`);
  const { add: button, cells } = partsOf(page);
  await button.click();
  await expect(cells).toHaveCount(count);
};

/** Colour of a place in a cell's picture, as shares of its width and height. */
const colourIn = (page: Page, name: string, x: number, y: number): Promise<number[]> =>
  partsOf(page)
    .cell(name)
    .first()
    .locator('canvas')
    .evaluate(
      (canvas, place) => {
        const { width, height } = canvas as HTMLCanvasElement;
        const copy = new OffscreenCanvas(width, height).getContext('2d');
        copy?.drawImage(canvas as HTMLCanvasElement, 0, 0);
        return [...(copy?.getImageData(place.x * width, place.y * height, 1, 1).data ?? [])].slice(0, 3);
      },
      { x, y },
    );

/** H.264 rounds colours to 8 bits twice, in luma and chroma. */
const CODED = 8;
const expectColour = (page: Page, name: string, place: { x: number; y: number }, wanted: number[]): Promise<void> =>
  expect
    .poll(async () => {
      const found = await colourIn(page, name, place.x, place.y);
      return found.length === 3 && wanted.every((value, at) => Math.abs(value - (found[at] ?? 999)) <= CODED);
    })
    .toBe(true);

/** All that plays, the footage included, shows the same time. Nearer than a quarter of a second, media run faster or slower instead of jumping. */
const expectInStep = (page: Page, count: number, seconds: number): Promise<void> =>
  expect
    .poll(async () => {
      const times = await page.evaluate(() =>
        [...(window as unknown as { playedMedia: Set<HTMLMediaElement> }).playedMedia]
          .filter(({ paused }) => !paused)
          .map(({ currentTime }) => currentTime),
      );
      const apart = times.map((time) => Math.abs(time - (times[0] ?? 0)) % seconds);
      return times.length === count && apart.every((off) => Math.min(off, seconds - off) < 0.25);
    })
    .toBe(true);

test('files of several packs play in step on own footage, and are kept and removed', async ({ page, watch }) => {
  watch.allow(/GPU stall due to ReadPixels/);
  await withoutFileHandles(page);
  await recordMedia(page);
  await add(page, first, 'Alpha.mov', 1);
  await add(page, first, 'Look.cube', 2);
  await add(page, second, 'Alpha.mov', 3);
  const { tray, cells } = partsOf(page);
  await page.reload();
  await expect(cells).toHaveCount(3);
  await expect(tray.getByText('3 of 6, played in step')).toBeVisible();
  // Red over the sample shot.
  await expectColour(page, 'Alpha', { x: 0.25, y: 0.5 }, [255, 0, 0]);

  await chooseFile(page, 'Use my footage', clip);
  await expect(tray.getByText('3 of 6, played in step on your footage')).toBeVisible();
  await expectColour(page, 'Alpha', { x: 0.25, y: 0.5 }, [255, 0, 0]);
  await expectColour(page, 'Alpha', { x: 0.75, y: 0.5 }, [0, 0, 255]);
  // The LUT exchanges red and blue.
  await expectColour(page, 'Look', { x: 0.5, y: 0.5 }, [255, 0, 0]);
  await tray.getByRole('button', { name: 'Play all' }).click();
  await expectInStep(page, 3, 2);
  // One thing plays at a time.
  await page.getByRole('region', { name: 'Preview' }).getByRole('button', { name: 'Play', exact: true }).click();
  await expect(tray.getByRole('button', { name: 'Play all' })).toBeVisible();
  await page.keyboard.press('k');

  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
  await tray.getByRole('button', { name: 'Remove Look' }).click();
  await expect(cells).toHaveCount(2);
  await tray.getByRole('button', { name: 'Remove all' }).click();
  await expect(tray).toBeHidden();
});

test('sounds run together, one is heard, and the link shows the same files to others', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await recordMedia(page);
  await add(page, first, 'Beep_1.wav', 1);
  await add(page, second, 'Beep_2.wav', 2);
  await add(page, second, 'Beep_3.wav', 3);
  const { tray } = partsOf(page);
  await tray.getByRole('button', { name: 'Play all' }).click();
  await expect(tray.getByRole('button', { name: 'Pause all' })).toBeVisible();
  await expectInStep(page, 3, 4);
  // One that is elsewhere comes back.
  await page.evaluate(() => {
    const [sound] = (window as unknown as { playedMedia: Set<HTMLMediaElement> }).playedMedia;
    if (sound) sound.currentTime = (sound.currentTime + 2) % 4;
  });
  await expectInStep(page, 3, 4);
  const heard = () =>
    page.evaluate(
      () =>
        [...(window as unknown as { playedMedia: Set<HTMLMediaElement> }).playedMedia].filter(({ muted }) => !muted)
          .length,
    );
  expect(await heard()).toBe(0);
  await tray.getByRole('button', { name: 'Hear Beep_2' }).click();
  await expect.poll(heard).toBe(1);
  await tray.getByRole('button', { name: 'Hear Beep_3' }).click();
  await expect(tray.getByRole('button', { name: 'Hear Beep_2' })).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(heard).toBe(1);

  await tray.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied. Your footage is not part of it.')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await browser.newContext({ baseURL });
  const visitor = await other.newPage();
  await visitor.goto(link);
  const theirs = partsOf(visitor);
  await expect(theirs.cells).toHaveCount(3);
  await expect(theirs.cell('Beep_1')).toContainText('Beep_1');
  // By keys: one is removed, and the cell of another file leads to its page, where the list stays.
  await theirs.tray.getByRole('button', { name: 'Remove Beep_3' }).press('Enter');
  await expect(theirs.cells).toHaveCount(2);
  await expect(theirs.tray.getByRole('button', { name: 'Remove Beep_2' })).toBeFocused();
  await expect(visitor).not.toHaveURL(/compare=/);
  await theirs.cell('Beep_1').getByRole('link').press('Enter');
  await expect(visitor).toHaveURL(new RegExp(`${first.id}.*Beep_1`));
  await expect(visitor.getByRole('heading', { name: first.title })).toBeVisible();
  await expect(theirs.cells).toHaveCount(2);
  // What is theirs now comes back after the files of another link.
  await visitor.goto(link);
  await expect(theirs.cells).toHaveCount(3);
  await theirs.tray.getByRole('button', { name: 'Back to your 2 files' }).press('Enter');
  await expect(theirs.cells).toHaveCount(2);
  await expect(visitor.getByRole('region', { name: 'Preview' })).toBeFocused();
  await expect(theirs.tray.getByRole('button', { name: 'Remove all' })).toBeVisible();
  await visitor.reload();
  await expect(theirs.cells).toHaveCount(2);
  await other.close();
});
