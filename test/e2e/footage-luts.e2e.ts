// LUTs on the person's own footage (next.md LE-2): live on a clip and a picture, converted, measured, and saved as a PNG.
import { readFile } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import type { Download, Page } from '@playwright/test';
import sharp from 'sharp';
import { resourcePath } from '#contract/paths.ts';
import { encodings, matrixTo } from '#contract/resources/lut-encodings.ts';
import type { EncodingName } from '#contract/resources/luts.ts';
import { gradeColours, parseCube, toPixels } from '#server/kit/media/luts/cube-file.ts';
import { makeOwnClip } from '#test/harness/stage-files.ts';
import { chooseFile, untilKept, withoutFileHandles } from './footage-steps.ts';
import { expect, test } from './journey.ts';
import { expectPageWidth } from './journey-steps.ts';
import { newPack, type Pack } from './stage-steps.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

test.describe.configure({ mode: 'serial' });

/** A LUT with a comment of its own, because the site stores equal files once. */
const cube = (grade: (red: number, green: number, blue: number) => number[]): Buffer => {
  const at = Array.from({ length: 17 }, (_, i) => i / 16);
  const lines = at.flatMap((b) =>
    at.flatMap((g) =>
      at.map((r) =>
        grade(r, g, b)
          .map((v) => v.toFixed(6))
          .join(' '),
      ),
    ),
  );
  return Buffer.from(`# ${crypto.randomUUID()}\nLUT_3D_SIZE 17\n${lines.join('\n')}\n`);
};
const WARM = cube((r, g, b) => [r ** 0.8, g * 0.9 + 0.05 * r, 0.15 + 0.7 * b * (1 - 0.3 * r)]);
const FILES = [
  { name: 'Warm Rec709.cube', buffer: WARM },
  { name: 'Warm S-Log3.cube', buffer: Buffer.concat([Buffer.from('# again\n'), WARM]) },
];
/** Four flat quarters, so that colours are the same in every size; the second second is brighter. */
const QUARTERS = [
  'color=0x803020:s=1920x1080:r=24:d=2,drawbox=960:0:960:540:0x2060a0:fill,drawbox=0:540:960:540:0xc0c0c0:fill',
  "drawbox=960:540:960:540:0x305030:fill,eq=brightness='0.1*gte(t,1)':eval=frame",
].join(',');
const CLIP = { ...makeOwnClip('A012 C004.mp4', QUARTERS), mimeType: 'video/mp4' };

let free: Pack;
let locked: Pack;

test.beforeAll(async ({ browser, baseURL }) => {
  test.setTimeout(300_000);
  const context = await browser.newContext({ baseURL });
  free = await newPack(await context.newPage(), browser, baseURL, 'Free', FILES);
  await context.clearCookies();
  locked = await newPack(await context.newPage(), browser, baseURL, 'Premium', FILES);
  await context.close();
});

const partsOf = (page: Page) => {
  const stage = page.getByRole('region', { name: 'Preview' });
  return {
    stage,
    canvas: stage.locator('.lut-frame canvas:not(.stage-hidden)'),
    video: stage.locator('.lut-frame video'),
    own: stage.getByRole('group', { name: 'Plate' }).getByRole('button', { name: 'My footage' }),
    view: (name: string) => stage.getByRole('group', { name: 'View' }).getByRole('button', { name, exact: true }),
    wipe: stage.locator('.stage-wipe-range'),
    strength: stage.getByRole('slider', { name: 'Strength' }),
    encoding: stage.getByRole('combobox', { name: 'Footage is' }),
  };
};

const open = (page: Page, { id }: Pack, name: string) =>
  page.goto(`${resourcePath(id)}?file=${encodeURIComponent(name)}`);

type Colours = readonly (readonly number[])[];
/** The middles of the quarters, as shares of width and height. */
const MIDDLES = [
  [0.25, 0.25],
  [0.75, 0.25],
  [0.25, 0.75],
  [0.75, 0.75],
] as const;

/** Colours in the quarters of what the stage shows, or of the browser's own frame of the clip. */
const coloursOf = (page: Page, selector: string): Promise<number[][]> =>
  page.locator(selector).evaluate((element, places) => {
    const source = element as HTMLCanvasElement | HTMLVideoElement;
    const size =
      source instanceof HTMLVideoElement ? [source.videoWidth, source.videoHeight] : [source.width, source.height];
    const [width = 1, height = 1] = size;
    const pen = new OffscreenCanvas(width, height).getContext('2d', {
      willReadFrequently: true,
    }) as OffscreenCanvasRenderingContext2D;
    pen.drawImage(source, 0, 0);
    return places.map(([x, y]) => [...pen.getImageData(x * width, y * height, 1, 1).data.subarray(0, 3)]);
  }, MIDDLES);

const mixed = (from: readonly number[], to: readonly number[], share: number): number[] =>
  from.map((value, c) => value + ((to[c] ?? 0) - value) * share);

const graded = (colour: readonly number[]): number[] => [
  ...toPixels(
    gradeColours(
      parseCube(WARM),
      Float32Array.from(colour, (value) => value / 255),
    ),
  ),
];

/** A colour as another encoding records it: through scene light, with the formulas of the plates. */
const converted = (colour: readonly number[], from: EncodingName, to: EncodingName): number[] => {
  const light = colour.map((code) => {
    let [low, high] = [-1, 512];
    for (let i = 0; i < 60; i++) {
      const middle = (low + high) / 2;
      if (encodings[from].encode(middle) < code / 255) low = middle;
      else high = middle;
    }
    return high;
  });
  return matrixTo(encodings[to].gamut, encodings[from].gamut).map((row) => {
    const mixedLight = row.reduce((sum, one, c) => sum + one * (light[c] ?? 0), 0);
    return Math.min(1, Math.max(0, encodings[to].encode(mixedLight))) * 255;
  });
};

const largestDifference = (some: Colours, others: Colours): number =>
  Math.max(...some.flatMap((colour, i) => colour.map((value, c) => Math.abs(value - (others[i]?.[c] ?? 999)))));

/** As for the plates: the LUT's half floats and two roundings to 8 bits. */
const TOLERANCE = 2;

const expectShown = async (
  page: Page,
  wanted: (before: number[], quarter: number) => readonly number[],
): Promise<void> => {
  const difference = async (): Promise<number> => {
    const before = await coloursOf(page, '.lut-frame video');
    return largestDifference(await coloursOf(page, '.lut-frame canvas'), before.map(wanted));
  };
  await expect.poll(difference).toBeLessThanOrEqual(TOLERANCE);
};

const savedFrame = async (page: Page): Promise<Download> => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save frame' }).click(),
  ]);
  return download;
};

test('a LUT is drawn on a clip, by keyboard, and its frame is saved', async ({ page, watch }) => {
  watch.allow(/GPU stall due to ReadPixels/);
  await withoutFileHandles(page);
  await open(page, free, 'Warm Rec709.cube');
  const { stage, canvas, video, own, view, wipe, strength, encoding } = partsOf(page);
  await chooseFile(page, 'Use my footage', CLIP);
  await expect(own).toHaveAttribute('aria-pressed', 'true');
  await expect(canvas).toBeVisible();
  await expect(encoding).toHaveValue('rec709');
  await expect(stage.getByRole('slider', { name: 'Position' })).toBeVisible();
  // The divider: the left quarters are as they were, the right ones are graded.
  await expectShown(page, (before, quarter) => (quarter % 2 === 0 ? before : graded(before)));
  await view('After').click();
  await expectShown(page, graded);
  const first = await coloursOf(page, '.lut-frame video');

  await stage.focus();
  await page.keyboard.press('[');
  await page.keyboard.press('[');
  await expect(strength).toHaveAttribute('aria-valuetext', '80 %');
  await expectShown(page, (before) => mixed(before, graded(before), 0.8));

  // A frame of the second second is brighter.
  await page.keyboard.press('End');
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(1);
  await expect
    .poll(async () => largestDifference(await coloursOf(page, '.lut-frame video'), first))
    .toBeGreaterThan(15);
  await expectShown(page, (before) => mixed(before, graded(before), 0.8));
  await page.keyboard.press('Home');
  await page.keyboard.press('.');
  await expect(stage.getByRole('slider', { name: 'Position' })).toHaveAttribute(
    'aria-valuetext',
    '00:00:00:01 of 00:00:02:00',
  );
  await page.keyboard.press('s');
  // They are measured while they are seen.
  await stage.getByText('RGB parade').scrollIntoViewIfNeeded();
  await expect(stage.getByText(/^Red \d+ to \d+ %, Green \d+ to \d+ %, Blue \d+ to \d+ %$/)).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(wipe).toHaveAttribute('aria-valuetext', '45 % before');
  await page.keyboard.press(' ');
  await expect(stage.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.keyboard.press('k');
  await expect(stage.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await page.keyboard.press('3');
  await expect(own).toHaveAttribute('aria-pressed', 'false');
  await expect(video).toHaveCount(0);
  await page.keyboard.press('7');
  await expect(own).toHaveAttribute('aria-pressed', 'true');

  // The whole frame is saved in its own size, with strength.
  await expectShown(page, (before, quarter) => (quarter % 2 === 0 ? before : mixed(before, graded(before), 0.8)));
  const before = await coloursOf(page, '.lut-frame video');
  const download = await savedFrame(page);
  expect(download.suggestedFilename()).toBe(`${free.title} - Warm Rec709.png`);
  const png = await readFile(await download.path());
  const { width, height, comments } = await sharp(png).metadata();
  expect({ width, height, comments }).toEqual({
    ...{ width: 1920, height: 1080 },
    comments: [{ keyword: 'Title', text: `${free.title} - Warm Rec709` }],
  });
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
  const saved = MIDDLES.map(([x, y]) => {
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
    return [...data.subarray(at, at + 3)];
  });
  expect(
    largestDifference(
      saved,
      before.map((colour) => mixed(colour, graded(colour), 0.8)),
    ),
  ).toBeLessThanOrEqual(TOLERANCE);

  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectPageWidth(page, 360);
});

test('footage is simulated as log, or known as log, and stays after a reload', async ({ page, watch }) => {
  watch.allow(/GPU stall due to ReadPixels/);
  await withoutFileHandles(page);
  await open(page, free, 'Warm S-Log3.cube');
  const { stage, canvas, encoding, own, view } = partsOf(page);
  await chooseFile(page, 'Use my footage', CLIP);
  await expect(own).toHaveAttribute('aria-pressed', 'true');
  await expect(canvas).toBeVisible();
  const simulate = stage.getByRole('button', { name: 'Simulate log first' });
  await expect(simulate).toHaveAttribute('aria-pressed', 'true');
  await expect(stage.getByText(/your footage is turned into S-Log3 first/)).toBeVisible();
  await view('After').click();
  await expectShown(page, (before) => graded(converted(before, 'rec709', 'slog3')));
  await view('Before').click();
  await expectShown(page, (before) => before);
  await view('After').click();
  await simulate.click();
  await expectShown(page, graded);
  await encoding.selectOption('S-Log3');
  await expect(simulate).toBeHidden();
  await expectShown(page, graded);
  await stage.getByRole('slider', { name: 'Strength' }).fill('0');
  // Without the LUT, log footage looks like its technical transform.
  await expectShown(page, (before) => converted(before, 'slog3', 'rec709'));
  await untilKept(page);
  await page.reload();
  await expect(own).toHaveAttribute('aria-pressed', 'true');
  await expect(canvas).toBeVisible();
  await stage.getByRole('button', { name: 'Remove' }).click();
  await expect(own).toBeHidden();
  await expect(stage.getByRole('button', { name: 'Use my footage' })).toBeFocused();
  await expect(stage.getByRole('combobox', { name: 'Plate is' })).toHaveValue('slog3');
});

test('a portrait picture fills its frame, and the divider runs over it', async ({ page, watch }) => {
  watch.allow(/GPU stall due to ReadPixels/);
  await withoutFileHandles(page);
  await open(page, free, 'Warm Rec709.cube');
  const { canvas, view } = partsOf(page);
  const picture = sharp({ create: { width: 900, height: 1600, channels: 3, background: '#803020' } });
  await chooseFile(page, 'Use my footage', {
    name: 'Still.png',
    mimeType: 'image/png',
    buffer: await picture.png().toBuffer(),
  });
  await expect(canvas).toBeVisible();
  await view('After').click();
  await expect
    .poll(async () =>
      largestDifference(await coloursOf(page, '.lut-frame canvas'), Array(4).fill(graded([128, 48, 32]))),
    )
    .toBeLessThanOrEqual(TOLERANCE);
  const box = await canvas.boundingBox();
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(9 / 16, 2);
  const png = await sharp(await readFile(await (await savedFrame(page)).path())).metadata();
  expect([png.width, png.height]).toEqual([900, 1600]);
});

test('a LUT that does not load says so, saves nothing, and loads when asked again', async ({ page, watch }) => {
  watch.allow(/GPU stall due to ReadPixels/, /ERR_FAILED/);
  await withoutFileHandles(page);
  await page.route(/\.bin(?:\?|$)/, (route) => route.abort());
  await open(page, free, 'Warm Rec709.cube');
  const { stage, canvas, view } = partsOf(page);
  await chooseFile(page, 'Use my footage', CLIP);
  await expect(stage.getByText('This preview didn’t load')).toBeVisible();
  await expect(canvas).toHaveCount(0);
  await expect(stage.getByRole('button', { name: 'Save frame' })).toHaveAttribute('aria-disabled', 'true');
  await page.unrouteAll();
  await stage.getByRole('button', { name: 'Try again' }).click();
  await expect(canvas).toBeVisible();
  await view('After').click();
  await expectShown(page, graded);
  expect((await savedFrame(page)).suggestedFilename()).toBe(`${free.title} - Warm Rec709.png`);
});

test('a Premium LUT is tried with its previews only, and says so', async ({ page, watch }) => {
  await withoutFileHandles(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await open(page, locked, 'Warm Rec709.cube');
  const { stage, canvas, own } = partsOf(page);
  await chooseFile(page, 'Use my footage', CLIP);
  await expect(stage.getByText(/This LUT is tried with its previews only/)).toBeVisible();
  await expect(own).toHaveCount(0);
  await expect(canvas).toHaveCount(0);
  expect(asked.filter((path) => path.endsWith('.bin'))).toEqual([]);
  expect(watch.complaints()).toEqual([]);
});
