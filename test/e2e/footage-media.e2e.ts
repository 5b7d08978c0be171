// Odd footage (next.md LE-2): each file is shown, or the page says in plain words why it can't be.
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { resourcePath } from '#contract/paths.ts';
import { makeOddMedia } from '#test/harness/odd-media.ts';
import { chooseFile, withoutFileHandles } from './footage-steps.ts';
import { expect, test } from './journey.ts';
import { newPack } from './stage-steps.ts';

const CUBE = `LUT_1D_SIZE 2\n0 0 0\n1 1 1\n# ${crypto.randomUUID()}\n`;
const TYPES: Record<string, string> = { png: 'image/png', mov: 'video/quicktime', webm: 'video/webm' };
const VARIABLE = 'Variable frame rate: steps by single frames are not exact.';
const HDR = 'HDR: your browser converts its colours, and your editor may show them differently.';

/** Size of the browser's frame, and whether the canvas has its shape. */
const shapeOf = (page: Page) =>
  page.locator('.lut-frame').evaluate((frame) => {
    const video = frame.querySelector('video');
    const canvas = frame.querySelector('canvas');
    const [width = 0, height = 0] = [video?.videoWidth, video?.videoHeight];
    const ratio = (canvas?.width ?? 0) / (canvas?.height ?? 1);
    return { size: `${width}x${height}`, hasShape: Math.abs(ratio - width / height) < 0.02 };
  });

test('odd clips are shown with what is special about them, or refused with the reason', async ({
  page,
  watch,
  browser,
  baseURL,
}) => {
  test.setTimeout(300_000);
  // Chromium reports what it can't decode.
  watch.allow(/GPU stall due to ReadPixels/, /blob:/);
  const pack = await newPack(page, browser, baseURL, 'Free', [{ name: 'Same.cube', buffer: Buffer.from(CUBE) }]);
  await withoutFileHandles(page);
  await page.goto(`${resourcePath(pack.id)}?file=Same.cube`);
  const stage = page.getByRole('region', { name: 'Preview' });
  const position = stage.getByRole('slider', { name: 'Position' });
  const media = makeOddMedia();
  const huge = sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: '#246' } });
  const files = {
    ...media,
    huge: { name: 'Huge.png', buffer: await huge.png({ compressionLevel: 9 }).toBuffer() },
    broken: { name: 'Broken.png', buffer: Buffer.from('no picture') },
  };
  let button = 'Use my footage';
  const choose = async (key: keyof typeof files): Promise<void> => {
    const { name, buffer } = files[key];
    const ending = name.split('.').at(-1) ?? '';
    await chooseFile(page, button, { name, mimeType: TYPES[ending] ?? 'video/mp4', buffer });
  };

  for (const [key, facts, size, note, length] of [
    ['plain', '320x180, 24 fps, 0:02', '320x180', null, '00:00:02:00'],
    ['variable', '320x180, 24 fps, 0:02', '320x180', VARIABLE, null],
    ['rotated', '180x320, 29.97 fps, 0:02', '180x320', null, null],
    ['hdr', '320x180, 24 fps, 0:02', '320x180', HDR, '00:00:02:00'],
    // Once a browser has seen the end of a recording, it counts until its last frame begins.
    ['recording', '320x180, 24 fps, 0:02', '320x180', null, null],
    ['long', '64x36, 1 fps, 180:00', '64x36', null, '03:00:00:00'],
  ] as const) {
    await choose(key);
    button = 'Replace';
    await expect(stage.getByText(files[key].name)).toBeVisible();
    await expect(stage.getByText(facts)).toBeVisible();
    await expect.poll(() => shapeOf(page)).toEqual({ size, hasShape: true });
    if (note) await expect(stage.getByText(note)).toBeVisible();
    else await expect(stage.getByText(/^(?:Variable|HDR)/)).toHaveCount(0);
    if (length) await expect(position).toHaveAttribute('aria-valuetext', new RegExp(`of ${length}$`));
    await position.fill('1.5');
    await expect
      .poll(() => page.locator('.lut-frame video').evaluate((video: HTMLVideoElement) => video.currentTime))
      .toBeCloseTo(1.5, 1);
  }
  // Seeking works also after hours.
  await position.fill('9000');
  await expect(position).toHaveAttribute('aria-valuetext', '02:30:00:00 of 03:00:00:00');

  // What was chosen before stays.
  for (const [key, reason] of [
    ['prores', 'Your browser can’t read ProRes. Choose an H.264 copy or a still.'],
    ['cut', 'This file is damaged or incomplete. Copy or export it again.'],
    ['text', 'Your browser can’t read this file. Choose an H.264 clip, a picture, or a sound.'],
    ['empty', 'This file is empty.'],
    ['huge', 'This picture has 144 megapixels. Choose one with at most 64.'],
    ['broken', 'Your browser can’t read this picture. Choose a JPEG, PNG, or WebP.'],
  ] as const) {
    await choose(key);
    await expect(stage.getByText(reason)).toBeVisible();
    await expect(stage.getByText('Three hours.mp4')).toBeVisible();
  }

  // Depends on the hardware: HEVC is shown, or refused by name.
  await choose('hevc');
  await expect(
    stage.getByText('HEVC.mp4').or(stage.getByText('Your browser can’t read HEVC. Choose an H.264 copy or a still.')),
  ).toBeVisible();
});
