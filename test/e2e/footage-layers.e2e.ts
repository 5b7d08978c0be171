// Overlays, animations and transitions on footage of one's own (next.md LE-2), compared with the formulas of the blend modes.
import { readFile } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import {
  BLEND_LABELS,
  BLEND_MODES,
  blendColour,
  type Colour,
  mixColour,
} from '#client/features/resources/footage/layers/blend.ts';
import { resourcePath } from '#contract/paths.ts';
import { makeLottie } from '#test/harness/lottie.ts';
import { makeOwnClip, makeStageFiles, makeTone } from '#test/harness/stage-files.ts';
import { chooseFile, untilKept, withoutFileHandles } from './footage-steps.ts';
import { expect, test } from './journey.ts';
import { newPack, type Pack } from './stage-steps.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/**
 * Flat colours pass through lossy 8-bit H.264 twice: in the file, and in its preview. Each time a step of Cb, which is two of blue, may
 * be lost in both the rounding and the quantisation. They are flat, so 4:2:0 adds nothing.
 */
const CODED = 10;
/** Colours that the canvas itself has shown are only rounded by the drawing. */
const DRAWN = 2;

test.describe.configure({ mode: 'serial' });

const FIRST: Colour = [60, 120, 180];
const SECOND: Colour = [190, 140, 50];
const GLOW: Colour = [160, 96, 200];
const hex = (colour: Colour): string => colour.map((value) => value.toString(16).padStart(2, '0')).join('');
const own = (name: string, colour: Colour) => ({
  ...makeOwnClip(name, `color=0x${hex(colour)}:s=640x360:r=24:d=4`),
  mimeType: 'video/mp4',
});
const clips = { first: own('First.mp4', FIRST), second: own('Second.mp4', SECOND) };
/** Wipes the left half at half a second, and fades the right half in 1.9 seconds. */
const WIPE =
  "color=black:s=320x180:r=24:d=2,geq=lum='if(lt(X,W/2),if(lt(T,0.5),16,235),16+219*min(1,T/1.9))':cb=128:cr=128";

let overlays: Pack;
let transitions: Pack;

test.beforeAll(async ({ browser, baseURL }) => {
  test.setTimeout(300_000);
  const alpha = (await makeStageFiles()).filter(({ name }) => name === 'Alpha.mov');
  const again = (await makeStageFiles()).filter(({ name }) => name === 'Alpha.mov');
  const glow = makeOwnClip('Glow.mp4', `color=black:s=320x180:r=24:d=2,drawbox=80:45:160:90:0x${hex(GLOW)}:fill`);
  const moves = { name: 'Moves.json', buffer: Buffer.from(makeLottie({ nm: crypto.randomUUID() })) };
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  overlays = await newPack(page, browser, baseURL, 'Free', [...alpha, glow, moves]);
  await context.clearCookies();
  const wipe = makeOwnClip('Wipe.mp4', WIPE);
  transitions = await newPack(page, browser, baseURL, 'Free', [...again, wipe], 'transition');
  await context.close();
});

const partsOf = (page: Page) => {
  const stage = page.getByRole('region', { name: 'Preview' });
  return {
    stage,
    position: stage.getByRole('slider', { name: 'Position' }),
    opacity: stage.getByRole('slider', { name: 'Opacity' }),
    start: stage.getByRole('slider', { name: /^Start of the/ }),
    mode: (name: string) => stage.getByRole('group', { name: 'Blend mode' }).getByRole('button', { name, exact: true }),
    kind: (name: string) => stage.getByRole('button', { name, exact: true }),
  };
};

const open = async (page: Page, { id }: Pack, name: string): Promise<void> => {
  await page.goto(`${resourcePath(id)}?file=${name}`);
};

/** Colour of a place of the drawn frame; the places are shares of its width and height. */
const pixelAt = (page: Page, x: number, y: number): Promise<Colour> =>
  page.locator('.stage-view canvas').evaluate(
    (canvas, place) => {
      const { width, height } = canvas as HTMLCanvasElement;
      const copy = new OffscreenCanvas(width, height).getContext('2d');
      copy?.drawImage(canvas as HTMLCanvasElement, 0, 0);
      const [red = 0, green = 0, blue = 0] = copy?.getImageData(place.x * width, place.y * height, 1, 1).data ?? [];
      return [red, green, blue] as const;
    },
    { x, y },
  );

const expectPixel = async (page: Page, place: readonly [number, number], colour: Colour, tolerance = CODED) => {
  const furthest = async () => {
    const shown = await pixelAt(page, ...place);
    const off = Math.max(...shown.map((value, at) => Math.abs(value - (colour[at] ?? 0))));
    return off <= tolerance ? 'close' : `${shown} instead of ${colour}`;
  };
  // Rarer looks may always meet the same part of what plays.
  await expect.poll(furthest, { intervals: [100] }).toBe('close');
};

const CENTRE = [0.5, 0.5] as const;
const LEFT = [0.25, 0.5] as const;
const RIGHT = [0.75, 0.5] as const;
const CORNER = [0.05, 0.05] as const;

test('an overlay is blended in each mode as computed, moved, hidden, and saved', async ({ page, watch }) => {
  watch.allow(/GPU stall due to ReadPixels/);
  await withoutFileHandles(page);
  await open(page, overlays, 'Glow.mp4');
  const { stage, mode, opacity, start, position } = partsOf(page);
  await chooseFile(page, 'Use my footage', clips.first);
  // Black around its subject.
  await expect(mode('Screen')).toHaveAttribute('aria-pressed', 'true');
  await expectPixel(page, CORNER, FIRST);
  const base = await pixelAt(page, ...CORNER);
  await mode('Normal').click();
  await expectPixel(page, CENTRE, GLOW);
  await expectPixel(page, CORNER, [0, 0, 0], DRAWN);
  const layer = await pixelAt(page, ...CENTRE);
  for (const name of BLEND_MODES) {
    await mode(BLEND_LABELS[name]).click();
    await expectPixel(page, CENTRE, blendColour(name, base, layer), DRAWN);
    await expectPixel(page, CORNER, blendColour(name, base, [0, 0, 0]), DRAWN);
  }
  await opacity.fill('40');
  await expectPixel(page, CENTRE, blendColour('soft-light', base, layer, { opacity: 0.4 }), DRAWN);
  await page.keyboard.press('m');
  await expect(mode('Normal')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press(']');
  await expect(opacity).toHaveAttribute('aria-valuetext', '45 %');
  await expectPixel(page, CENTRE, blendColour('normal', base, layer, { opacity: 0.45 }), DRAWN);
  await page.keyboard.down('b');
  await expectPixel(page, CENTRE, base, DRAWN);
  await page.keyboard.up('b');
  await opacity.fill('100');

  // Half as large in the right half: its subject is a quarter of the frame's width now.
  await stage.getByText('Size and place').click();
  await stage.getByRole('slider', { name: 'Scale' }).fill('50');
  await expectPixel(page, CORNER, base, DRAWN);
  await stage.getByRole('slider', { name: /^X/ }).fill('25');
  await expectPixel(page, RIGHT, layer, DRAWN);
  await expectPixel(page, LEFT, base, DRAWN);
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);

  const canvas = page.locator('.stage-view canvas');
  const drawn = await canvas.getAttribute('width');
  const saved = page.waitForEvent('download');
  // Pressed again before the first frame is encoded.
  await stage.getByRole('button', { name: 'Save frame' }).dblclick();
  const download = await saved;
  expect(download.suggestedFilename()).toBe(`${overlays.title} - Glow.png`);
  const png = sharp(await readFile(await download.path()));
  expect(await png.metadata()).toMatchObject({ format: 'png', width: 640, height: 360 });
  const [red = 0, green = 0, blue = 0] = await png
    .extract({ left: 480, top: 180, width: 1, height: 1 })
    .raw()
    .toBuffer();
  await expectPixel(page, RIGHT, [red, green, blue], DRAWN);
  await expect(canvas).toHaveAttribute('width', String(drawn));

  // It starts a second and a frame later, is over after its two seconds, and repeats.
  await position.focus();
  await page.keyboard.press('Alt+Shift+ArrowRight');
  await page.keyboard.press('Alt+ArrowRight');
  await expect(start).toHaveAttribute('aria-valuetext', '00:00:01:01');
  await expectPixel(page, RIGHT, base, DRAWN);
  await position.fill('2');
  await expectPixel(page, RIGHT, layer, DRAWN);
  await position.fill('3.5');
  await expectPixel(page, RIGHT, base, DRAWN);
  await stage.getByRole('button', { name: 'Repeat the overlay' }).click();
  await expectPixel(page, RIGHT, layer, DRAWN);
  await stage.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(async () => Number(await position.inputValue())).toBeLessThan(3);
});

test('transparency and animations lie over a clip that was dropped, and over a picture', async ({ page, watch }) => {
  watch.allow(/GPU stall due to ReadPixels/);
  await withoutFileHandles(page);
  await open(page, overlays, 'Alpha.mov');
  const { stage, mode, position } = partsOf(page);
  await expect(stage.getByRole('button', { name: 'Use my footage' })).toBeVisible();
  await page.evaluate((encoded) => {
    const data = new DataTransfer();
    const content = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
    data.items.add(new File([content], 'Second.mp4', { type: 'video/mp4' }));
    const target = document.querySelector('.stage-view');
    target?.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  }, clips.second.buffer.toString('base64'));
  await untilKept(page);
  await expect(mode('Normal')).toHaveAttribute('aria-pressed', 'true');
  await expectPixel(page, LEFT, [255, 0, 0]);
  await expectPixel(page, RIGHT, SECOND);
  await mode('Multiply').click();
  await expectPixel(page, LEFT, blendColour('multiply', SECOND, [255, 0, 0]));
  await expectPixel(page, RIGHT, SECOND);

  await open(page, overlays, 'Moves.json');
  await expectPixel(page, LEFT, [255, 0, 0]);
  await expectPixel(page, RIGHT, SECOND);
  await position.fill('1.9');
  await expectPixel(page, RIGHT, [255, 0, 0]);
  await expectPixel(page, LEFT, SECOND);

  const picture = await sharp({ create: { width: 320, height: 180, channels: 3, background: '#3c78b4' } })
    .png()
    .toBuffer();
  await chooseFile(page, 'Replace', { name: 'Still.png', mimeType: 'image/png', buffer: picture });
  await expectPixel(page, LEFT, [255, 0, 0]);
  await expectPixel(page, RIGHT, FIRST);
  await stage.getByRole('button', { name: 'Play', exact: true }).click();
  await expectPixel(page, RIGHT, [255, 0, 0]);
});

test('a transition leads from one clip to another: as a matte, and over the cut', async ({ page, watch }) => {
  watch.allow(/GPU stall due to ReadPixels/);
  await withoutFileHandles(page);
  await open(page, transitions, 'Wipe.mp4');
  const { stage, position, start, kind } = partsOf(page);
  await chooseFile(page, 'Use my footage', clips.first);
  await expect(stage.getByText('the sample shot')).toBeVisible();
  await chooseFile(page, 'Choose next clip', { ...makeTone('Tone.wav', 440, 1), mimeType: 'audio/wav' });
  await expect(stage.getByText('Tone.wav is a sound. Choose a clip or a picture.')).toBeVisible();
  await stage.getByRole('button', { name: 'Remove next clip' }).press('Enter');
  await expect(stage.getByRole('button', { name: 'Choose next clip' })).toBeFocused();
  await expect(stage.getByText('the sample shot')).toBeVisible();
  await chooseFile(page, 'Choose next clip', clips.second);
  await expect(stage.getByText('Second.mp4')).toBeVisible();
  await expect(kind('Luma matte')).toHaveAttribute('aria-pressed', 'true');
  await expect(stage.getByText('Blend mode')).toHaveCount(0);
  // Two seconds in the middle of four.
  await expect(start).toHaveAttribute('aria-valuetext', '00:00:01:00');
  const frame = (number: number): string => String((number + 0.5) / 24);
  await position.fill(frame(20));
  await expectPixel(page, LEFT, FIRST);
  await expectPixel(page, RIGHT, FIRST);
  await position.fill(frame(24 + 20));
  await expectPixel(page, LEFT, SECOND);
  await expectPixel(page, RIGHT, mixColour(FIRST, SECOND, 20 / 24 / 1.9));
  await position.fill(frame(80));
  await expectPixel(page, LEFT, SECOND);
  await expectPixel(page, RIGHT, SECOND);
  await stage.getByRole('button', { name: 'Invert matte' }).click();
  await position.fill(frame(24 + 20));
  await expectPixel(page, LEFT, FIRST);
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);

  await open(page, transitions, 'Alpha.mov');
  await expect(kind('Over the cut')).toHaveAttribute('aria-pressed', 'true');
  await position.fill(frame(40));
  await expectPixel(page, LEFT, [255, 0, 0]);
  await expectPixel(page, RIGHT, FIRST);
  await stage.getByRole('slider', { name: 'Cut' }).fill('20');
  await expectPixel(page, LEFT, [255, 0, 0]);
  await expectPixel(page, RIGHT, SECOND);
  await kind('Alpha matte').click();
  await expectPixel(page, LEFT, SECOND);
  await expectPixel(page, RIGHT, FIRST);
});
