// Judging LUTs before downloading them (next.md DL-16): live on plates, on the server's stills, compared, and measured.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { resourcePath } from '#contract/paths.ts';
import { parseCube } from '#server/kit/media/luts/cube-file.ts';
import { gradePixels } from '#test/harness/grade-pixels.ts';
import { expect, test } from './journey.ts';
import { expectPageWidth } from './journey-steps.ts';
import { newPack, type Pack } from './stage-steps.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** A LUT of `size` points with a comment of its own, because the site stores equal files once. */
const cube = (size: number, grade: (red: number, green: number, blue: number) => number[]): Buffer => {
  const at = Array.from({ length: size }, (_, i) => i / (size - 1));
  const lines = at.flatMap((b) =>
    at.flatMap((g) =>
      at.map((r) =>
        grade(r, g, b)
          .map((v) => v.toFixed(6))
          .join(' '),
      ),
    ),
  );
  return Buffer.from(`# ${crypto.randomUUID()}\nLUT_3D_SIZE ${size}\n${lines.join('\n')}\n`);
};
const WARM = cube(17, (r, g, b) => [r ** 0.8, g * 0.9 + 0.05 * r, 0.15 + 0.7 * b * (1 - 0.3 * r)]);
const FILES = [
  { name: 'Curves.cube', buffer: Buffer.from(`# ${crypto.randomUUID()}\nLUT_1D_SIZE 3\n0 0 0\n0.6 0.5 0.4\n1 1 1\n`) },
  { name: 'Swap Rec709.cube', buffer: cube(2, (r, g, b) => [b, g, r]) },
  { name: 'Warm S-Log3.cube', buffer: WARM },
];

test.describe.configure({ mode: 'serial' });

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
    canvas: stage.locator('.stage-view canvas:not(.stage-hidden)'),
    look: (name: string) => stage.getByRole('button', { name, exact: true }),
    view: (name: string) => stage.getByRole('group', { name: 'View' }).getByRole('button', { name, exact: true }),
    plate: (name: string) => stage.getByRole('group', { name: 'Plate' }).getByRole('button', { name }),
    wipe: stage.locator('.stage-wipe-range'),
    strength: stage.getByRole('slider', { name: 'Strength' }),
    encoding: stage.getByRole('combobox', { name: 'Plate is' }),
  };
};

const open = async (page: Page, { id }: Pack, name: string): Promise<void> => {
  await page.goto(`${resourcePath(id)}?file=${encodeURIComponent(name)}`);
  await expect(partsOf(page).stage.getByRole('list', { name: 'Looks' }).getByRole('button')).toHaveCount(3);
};

const expectClean = async (page: Page): Promise<void> => {
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
};

/** Every 50th pixel of the canvas and of a plate, as red, green and blue. */
const pixelsOf = (page: Page, plate: string) =>
  page.locator('.stage-view canvas').evaluate(async (canvas, url) => {
    const picture = new Image();
    picture.src = url;
    await picture.decode();
    return [picture, canvas as HTMLCanvasElement].map((source) => {
      const context = new OffscreenCanvas(960, 540).getContext('2d') as OffscreenCanvasRenderingContext2D;
      context.drawImage(source, 0, 0);
      const { data } = context.getImageData(0, 0, 960, 540);
      return Array.from({ length: (960 * 540) / 50 }, (_, i) => [...data.subarray(i * 200, i * 200 + 3)]).flat();
    });
  }, plate);

test('a LUT is drawn as a tetrahedral reference computes it', async ({ page, watch }) => {
  watch.allow(/GPU stall due to ReadPixels/);
  await open(page, free, 'Warm S-Log3.cube');
  const { canvas, encoding, look, plate, view } = partsOf(page);
  await expect(canvas).toBeVisible({ timeout: 20_000 });
  await expect(encoding).toHaveValue('slog3');
  await view('After').click();
  const expectGraded = async (url: string, lut: Buffer): Promise<void> => {
    const largestDifference = async (): Promise<number> => {
      const [shot = [], shown = []] = await pixelsOf(page, url);
      const reference = gradePixels(parseCube(lut), Buffer.from(shot));
      return Math.max(...shown.map((value, i) => Math.abs(value - (reference[i] ?? 999))));
    };
    // A plate takes a moment when it is first asked for.
    await expect.poll(largestDifference, { timeout: 20_000 }).toBeLessThanOrEqual(2);
  };
  await plate('Skin chart').click();
  await expectGraded('/public/plates/chart-slog3.webp', WARM);
  await plate('Ramps').click();
  await expectGraded('/public/plates/ramps-slog3.webp', WARM);
  await encoding.selectOption('V-Log');
  await plate('Coast').click();
  await expectGraded('/public/plates/coast-vlog.webp', WARM);
  for (const { name, buffer } of FILES.slice(0, 2)) {
    await look(name.replace('.cube', '')).click();
    await expectGraded('/public/plates/coast-vlog.webp', buffer);
  }
});

test('LUTs are judged by keyboard: divider, strength, plates, looks, comparison and scopes', async ({
  page,
  watch,
}) => {
  watch.allow(/GPU stall due to ReadPixels/);
  await open(page, free, 'Warm S-Log3.cube');
  const { stage, canvas, wipe, strength, plate, view } = partsOf(page);
  await expect(canvas).toBeVisible({ timeout: 20_000 });
  await stage.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(wipe).toHaveAttribute('aria-valuetext', '45 % before');
  await page.keyboard.down('b');
  await expect(wipe).toHaveAttribute('aria-valuetext', '100 % before');
  await page.keyboard.up('b');
  await expect(wipe).toHaveAttribute('aria-valuetext', '45 % before');
  await page.keyboard.press('[');
  await page.keyboard.press('[');
  await expect(strength).toHaveAttribute('aria-valuetext', '80 %');
  await strength.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(strength).toHaveAttribute('aria-valuetext', '79 %');
  await page.keyboard.press('ArrowRight');
  await expect(wipe).toHaveAttribute('aria-valuetext', '45 % before');
  await page.keyboard.press('4');
  await expect(plate('Night street')).toHaveAttribute('aria-pressed', 'true');
  await stage.focus();
  await page.keyboard.press('ArrowUp');
  await expect(page).toHaveURL(/file=Swap\+Rec709\.cube/);
  await expect(stage.getByRole('combobox', { name: 'Plate is' })).toHaveValue('rec709');
  // What was chosen stays from LUT to LUT.
  await expect(strength).toHaveAttribute('aria-valuetext', '80 %');
  await expect(plate('Night street')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('c');
  await expect(stage.getByRole('combobox', { name: 'With' })).toHaveValue('Curves.cube');
  await expect(wipe).toHaveAccessibleName('Curves and Swap Rec709');
  await expect(view('Other')).toBeVisible();
  await page.keyboard.press('s');
  await expect(stage.getByText(/^Red \d+ to \d+ %, Green \d+ to \d+ %, Blue \d+ to \d+ %$/)).toBeVisible();
  await expect(stage.getByText('According to its name')).toBeVisible();
  await expectClean(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectPageWidth(page, 360);
  await expectClean(page);
});

test('a Premium LUT shows stills and never its table', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await open(page, locked, 'Warm S-Log3.cube');
  const { stage, canvas, wipe, strength, encoding, plate } = partsOf(page);
  await expect(stage.getByText('Strength and other inputs are live with Premium.')).toBeVisible();
  await expect(strength).toBeDisabled();
  await expect(encoding).toBeDisabled();
  await plate('Portrait').click();
  await expect(stage.getByRole('img', { name: 'Warm S-Log3.cube on Portrait' })).toHaveJSProperty('naturalWidth', 960);
  await wipe.focus();
  await page.keyboard.press('ArrowRight');
  await expect(wipe).toHaveAttribute('aria-valuetext', '55 % before');
  await page.keyboard.press('s');
  await expect(stage.getByText(/^Red \d+ to \d+ %/)).toBeVisible();
  await expect(canvas).toHaveCount(0);
  expect(asked.filter((path) => path.endsWith('.bin'))).toEqual([]);
  await expectClean(page);
});

test('a browser without WebGL shows stills and says so', async ({ page }) => {
  await page.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...given: unknown[]) {
      return given[0] === 'webgl2' ? null : Reflect.apply(getContext, this, given);
    } as typeof getContext;
  });
  await open(page, free, 'Warm S-Log3.cube');
  const { stage, canvas } = partsOf(page);
  await expect(stage.getByText(/Your browser can’t draw this live/)).toBeVisible();
  await expect(canvas).toHaveCount(0);
  await expect(stage.getByRole('img', { name: 'Warm S-Log3.cube on Coast' })).toHaveJSProperty('naturalWidth', 960);
});
