// A sound under the person's own clip (next.md LE-2): both in step, moved, made louder, and muted.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { resourcePath } from '#contract/paths.ts';
import { makeOwnClip, makeTone } from '#test/harness/stage-files.ts';
import { chooseFile, withoutFileHandles } from './footage-steps.ts';
import { expect, test } from './journey.ts';
import { newPack, type Pack, recordMedia } from './stage-steps.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const clip = { ...makeOwnClip('Ride.mp4', 'testsrc2=s=640x360:r=24:d=4'), mimeType: 'video/mp4' };
let pack: Pack;

test.beforeAll(async ({ browser, baseURL }) => {
  test.setTimeout(300_000);
  const context = await browser.newContext({ baseURL });
  pack = await newPack(await context.newPage(), browser, baseURL, 'Free', [makeTone('Bed.wav', 330, 5)]);
  await context.close();
});

/** How far the sound is from where it should be under the clip, in seconds; null unless both play. */
const apart = (page: Page, offset: number): Promise<number | null> =>
  page.evaluate((start) => {
    const video = document.querySelector<HTMLVideoElement>('.stage video');
    const { playedMedia } = window as unknown as { playedMedia: Set<HTMLMediaElement> };
    const sound = [...playedMedia].find((media) => media instanceof HTMLAudioElement);
    if (!video || !sound || video.paused || sound.paused) return null;
    return Math.abs(sound.currentTime - (video.currentTime - start));
  }, offset);

/** Whether both play, and no further apart than this. Seeking and decoding start later on a busy machine, so this is polled. */
const inStep = async (page: Page, offset: number): Promise<boolean> => {
  const seconds = await apart(page, offset);
  return seconds !== null && seconds < 0.1;
};

test('a sound plays under an own clip in step, is moved, and is as loud as it is set', async ({ page }) => {
  await withoutFileHandles(page);
  await recordMedia(page);
  await page.goto(`${resourcePath(pack.id)}?file=Bed.wav`);
  const stage = page.getByRole('region', { name: 'Preview' });
  await chooseFile(page, 'Use my footage', clip);
  await expect(stage.getByText('Ends 1.0 s after your clip')).toBeVisible();
  await stage.getByRole('button', { name: 'Loop', exact: true }).click();
  await stage.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => inStep(page, 0)).toBe(true);

  // Alt with an arrow moves the sound by one frame.
  const start = stage.getByRole('slider', { name: 'Start of the sound' });
  for (let frame = 0; frame < 24; frame += 1) await page.keyboard.press('Alt+ArrowRight');
  await expect(start).toHaveAttribute('aria-valuetext', '00:00:01:00');
  await expect(stage.getByText('Ends 2.0 s after your clip')).toBeVisible();
  await expect.poll(() => inStep(page, 1)).toBe(true);
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(start).toHaveAttribute('aria-valuetext', '00:00:00:23');

  const level = () =>
    stage.locator('.stage-meter').evaluate((meter) => Number((meter as HTMLElement).style.getPropertyValue('--level')));
  const gain = stage.getByRole('slider', { name: /^Sound/ });
  // The tone's peaks are at 0.125: 0.5 with 12 dB more, and below 0.01 with 24 dB less.
  await gain.fill('12');
  await expect.poll(level).toBeGreaterThan(0.3);
  await gain.fill('-24');
  await expect
    .poll(async () => (await inStep(page, 23 / 24)) && (await level()) > 0 && (await level()) < 0.03)
    .toBe(true);
  const volume = () => stage.locator('video').evaluate((video) => (video as HTMLVideoElement).volume);
  expect(await volume()).toBe(0);
  await stage.getByRole('slider', { name: /^Your clip/ }).fill('40');
  await expect.poll(volume).toBeCloseTo(0.4, 5);

  await stage.getByText('Markers', { exact: true }).click();
  await expect(stage.getByRole('combobox', { name: 'Frame rate' })).toHaveValue('24');
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);

  await stage.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect.poll(() => apart(page, 23 / 24)).toBeNull();
});
