// `npm run film`: films the stage on a demo site, for the README. Writes docs/pictures/stage.gif and footage.gif.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { resourcePath } from '#contract/paths.ts';
import type { FilePreview } from '#contract/resources/api.ts';
import { listCards, listFiles } from '#test/harness/catalogue.ts';
import { chromiumPath, playwrightFlags } from '#test/harness/chromium.ts';
import { startSite } from '#test/harness/site-process.ts';
import { makeOwnClip } from '#test/harness/stage-files.ts';

const SIZE = { width: 1120, height: 760 };
const FRAMES_PER_SECOND = 10;
const GIF_WIDTH = 720;
const MAX_BYTES = 3_000_000;
const pictures = fileURLToPath(new URL('../docs/pictures/', import.meta.url));

/** The demo's previews are made after the start. */
const PREVIEWS_MS = 1_800_000;

/** Waits until a pack of a type, the most liked first, has a file whose preview fits. @returns the file's address */
const findFile = async (page: Page, type: string, fits: (preview: FilePreview) => boolean): Promise<string> => {
  for (const end = performance.now() + PREVIEWS_MS; performance.now() < end; await sleep(5000))
    for (const { id } of await listCards(page.request, { type, category: 'free', sort: 'likes' })) {
      const file = (await listFiles(page.request, id)).find(({ preview }) => preview && fits(preview));
      if (file) return `${resourcePath(id)}?file=${encodeURIComponent(file.name)}`;
    }
  throw new Error(`The site has no ${type} to film`);
};

type Film = {
  /** Shows the page as it is for this long. */
  hold(seconds: number): Promise<void>;
  /** Shows what `step` does, called for each frame with a share from 0 to 1. */
  move(seconds: number, step: (share: number) => Promise<unknown>): Promise<void>;
};

const openFilm = (page: Page, folder: string): Film => {
  let number = 0;
  const move: Film['move'] = async (seconds, step) => {
    const count = Math.round(seconds * FRAMES_PER_SECOND);
    for (let at = 1; at <= count; at += 1) {
      await step(at / count);
      // The browser shows the step in the next frame.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      number += 1;
      await page.screenshot({ path: join(folder, `${String(number).padStart(4, '0')}.png`) });
    }
  };
  return { move, hold: (seconds) => move(seconds, async () => {}) };
};

/** Moves a slider, such as the position or the divider, from one value to another. */
const slide = (page: Page, name: string, from: number, to: number) => (share: number) =>
  page
    .getByRole('region', { name: 'Preview' })
    .getByRole('slider', { name })
    .fill(String(Number((from + (to - from) * share).toFixed(2))));

const filmStage = async (page: Page, { move, hold }: Film): Promise<void> => {
  const stage = page.getByRole('region', { name: 'Preview' });
  const drawn = stage.locator('.stage-view canvas:not(.stage-hidden)');
  const clip = await findFile(page, 'overlay', (preview) => preview.kind === 'clip' && preview.isStacked);
  const lut = await findFile(page, 'LUT', (preview) => preview.kind === 'look');
  await page.goto(clip, { waitUntil: 'networkidle' });
  await drawn.waitFor();
  await hold(0.5);
  const length = Number(await stage.getByRole('slider', { name: 'Position' }).getAttribute('max'));
  await move(3, slide(page, 'Position', 0, length * 0.9));
  const backgrounds = stage.getByRole('group', { name: 'Background' });
  for (const name of ['White', 'Sample shot', 'Checkerboard']) {
    await backgrounds.getByRole('button', { name }).click();
    await hold(0.7);
  }
  await page.goto(lut, { waitUntil: 'networkidle' });
  await drawn.waitFor();
  await hold(0.5);
  await move(1.5, slide(page, 'Before and after', 0.5, 0.9));
  await move(2, slide(page, 'Before and after', 0.9, 0.2));
  await hold(0.8);
};

/** Presses a button of the stage. */
const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('region', { name: 'Preview' }).getByRole('button', { name, exact: true }).click();

const filmFootage = async (page: Page, { move, hold }: Film): Promise<void> => {
  const stage = page.getByRole('region', { name: 'Preview' });
  const drawn = stage.locator('.stage-view canvas:not(.stage-hidden)');
  const overlay = await findFile(page, 'overlay', (preview) => preview.kind === 'clip' && !preview.isStacked);
  const lut = await findFile(page, 'LUT', (preview) => preview.kind === 'look');
  const clip = makeOwnClip(
    'Beach walk.mp4',
    'gradients=s=1280x720:r=24:d=6:c0=0x103050:c1=0xe0a060:nb_colors=2:speed=0.02',
  );
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'));
  await page.goto(overlay, { waitUntil: 'networkidle' });
  await hold(0.7);
  const chooser = page.waitForEvent('filechooser');
  await press(page, 'Use my footage');
  await (await chooser).setFiles({ ...clip, mimeType: 'video/mp4' });
  await drawn.waitFor();
  await hold(0.5);
  await move(2.5, slide(page, 'Position', 0, 1.8));
  for (const mode of ['Add', 'Soft light', 'Screen']) {
    await press(page, mode);
    await hold(0.7);
  }
  await page.goto(lut, { waitUntil: 'networkidle' });
  await drawn.waitFor();
  await hold(0.5);
  await move(1.5, slide(page, 'Before and after', 0.5, 0.9));
  await move(2, slide(page, 'Before and after', 0.9, 0.2));
  await hold(0.8);
};

const films = { stage: filmStage, footage: filmFootage };
const folder = mkdtempSync(join(tmpdir(), 'helix-film-'));
const given = process.env.SITE_URL;
const site = given ? null : await startSite({ NODE_ENV: 'development' });
const browser = await chromium.launch({ executablePath: chromiumPath, args: playwrightFlags });
try {
  const baseURL = given ?? site?.url ?? '';
  const palette = `scale=${GIF_WIDTH}:-1:flags=lanczos,split[a][b];[a]palettegen=max_colors=128[p];[b][p]paletteuse=dither=bayer:bayer_scale=4:diff_mode=rectangle`;
  for (const [name, film] of Object.entries(films)) {
    const frames = mkdtempSync(join(folder, 'frames-'));
    const page = await browser.newPage({ baseURL, viewport: SIZE, reducedMotion: 'reduce', colorScheme: 'dark' });
    await film(page, openFilm(page, frames));
    await page.close();
    const source = ['-framerate', String(FRAMES_PER_SECOND), '-i', join(frames, '%04d.png')];
    const target = join(pictures, `${name}.gif`);
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...source, '-vf', palette, target]);
    const { size } = statSync(target);
    if (size > MAX_BYTES) throw new Error(`${target} has ${size} bytes, more than ${MAX_BYTES}`);
    console.log(`${target}: ${size} bytes`);
  }
} finally {
  await browser.close();
  await site?.stop();
  rmSync(folder, { recursive: true });
}
