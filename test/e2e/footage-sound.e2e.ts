// A sound under the person's own clip (next.md LE-2): both in step, moved, made louder, and muted; markers of both.
import { readFileSync } from 'node:fs';
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

/** Whether the sound under the clip is paused or muted. */
const soundState = (page: Page): Promise<{ paused: boolean; muted: boolean } | null> =>
  page.evaluate(() => {
    const { playedMedia } = window as unknown as { playedMedia: Set<HTMLMediaElement> };
    const sound = [...playedMedia].find((media) => media instanceof HTMLAudioElement);
    return sound ? { paused: sound.paused, muted: sound.muted } : null;
  });

/** Sounds whose markers the browser keeps. */
const keptMarkers = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('helix-markers');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const asking = opening.result.transaction('sounds').objectStore('sounds').getAllKeys();
          asking.onsuccess = () => resolve(asking.result.map(String));
          opening.result.close();
        };
      }),
  );

const openClip = async (page: Page) => {
  await withoutFileHandles(page);
  await recordMedia(page);
  await page.goto(`${resourcePath(pack.id)}?file=Bed.wav`);
  await chooseFile(page, 'Use my footage', clip);
  const stage = page.getByRole('region', { name: 'Preview' });
  await expect(stage.getByText('Ends 1.0 s after your clip')).toBeVisible();
  return stage;
};

test('a sound plays under an own clip in step, is moved, and is as loud as it is set', async ({ page }) => {
  const stage = await openClip(page);
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
  const isClipMuted = () => stage.locator('video').evaluate((video) => (video as HTMLVideoElement).muted);
  expect(await volume()).toBe(0);
  expect(await isClipMuted()).toBe(true);
  await stage.getByRole('slider', { name: /^Your clip/ }).fill('40');
  await expect.poll(volume).toBeCloseTo(0.4, 5);
  expect(await isClipMuted()).toBe(false);
  await page.keyboard.press('m');
  await expect.poll(() => soundState(page)).toEqual({ paused: false, muted: true });
  await stage.getByRole('button', { name: 'Unmute', exact: true }).click();
  await expect.poll(() => soundState(page)).toEqual({ paused: false, muted: false });

  await stage.getByText('Markers', { exact: true }).click();
  await expect(stage.getByRole('combobox', { name: 'Frame rate' })).toHaveValue('24');
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);

  await stage.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect.poll(() => soundState(page)).toEqual({ paused: true, muted: false });
});

test('the clip and the sound have markers of their own, exported from where each begins', async ({ page }) => {
  const stage = await openClip(page);
  const partOf = (summary: string) => {
    const part = stage.locator('.markers').filter({ has: page.getByText(summary, { exact: true }) });
    const press = (name: string) => part.getByRole('button', { name, exact: true });
    return {
      part,
      press,
      open: () => part.getByText(summary, { exact: true }).click(),
      rows: part.getByRole('listbox').getByRole('option'),
    };
  };
  const [ofSound, ofClip] = [partOf('Markers'), partOf('Markers of your clip')];
  await ofSound.open();
  await expect(ofSound.press('Add marker')).toBeEnabled();
  await ofClip.open();
  await expect(ofClip.press('Add marker')).toBeEnabled();

  const position = stage.getByRole('slider', { name: 'Position' });
  const start = stage.getByRole('slider', { name: 'Start of the sound' });
  await position.focus();
  await page.keyboard.press('Alt+Shift+ArrowRight');
  await expect(start).toHaveAttribute('aria-valuetext', '00:00:01:00');
  // In text fields, these keys move the cursor.
  await ofClip.part.getByRole('textbox', { name: 'Timeline starts at' }).press('Alt+ArrowLeft');
  await expect(start).toHaveAttribute('aria-valuetext', '00:00:01:00');

  await position.press('t');
  await expect(ofSound.part.getByRole('status')).toHaveText('The playhead is not over the sound.');
  await ofClip.press('Find cues').press('t');
  await expect(ofClip.rows).toHaveCount(1);
  await expect(ofSound.rows).toHaveCount(0);
  await position.fill('1.5');
  await position.press('t');
  await expect(ofSound.rows).toHaveText([/^01:00:00:12/]);
  await expect(ofClip.rows).toHaveText([/^01:00:00:00/]);
  for (const [{ press }, seconds] of [[ofSound, '0.500'] as const, [ofClip, '0.000'] as const]) {
    const coming = page.waitForEvent('download');
    await press('CSV').click();
    expect(readFileSync(await (await coming).path(), 'utf8').split('\r\n')[1]).toContain(seconds);
  }

  // Undo takes the list with the focus away.
  await ofSound.part.getByRole('listbox').press('Control+z');
  await expect(ofSound.rows).toHaveCount(0);
  await expect(ofSound.press('Find beats')).toBeFocused();
  // An empty list is not kept, and markers of own files are not kept longer than these.
  await expect.poll(() => keptMarkers(page)).toEqual([`own/Ride.mp4/${clip.buffer.length}`]);
  await stage.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.poll(() => keptMarkers(page)).toEqual([]);
});
