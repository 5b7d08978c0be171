// Screens of the stage, with a file of every kind on it.
import type { Page } from '@playwright/test';
import { resourcePath } from '#contract/paths.ts';
import { makeOwnClip } from '#test/harness/stage-files.ts';
import { EVERY_KIND, everyKindOf } from '#test/harness/stage-pack.ts';
import { type Screen, untilKeysWork } from './screen.ts';

const stageOf = (page: Page) => page.getByRole('region', { name: 'Preview' });

/** A file on the stage, once the part of its viewer that matches is there. */
const shows = (name: string, file: string, part: string): Screen => ({
  name: `stage-${name}`,
  path: async (api) => `${resourcePath(await everyKindOf(api))}?file=${encodeURIComponent(file)}`,
  prepare: (page) => stageOf(page).locator(part).first().waitFor(),
  // A slow machine reports how it draws clips, LUTs and models.
  complaint: /GPU stall due to ReadPixels/,
});

/** The same, once the file is pressed: its viewer sends a request, which nothing may do while a page loads. */
const presses = (name: string, file: string, verb: string, part: string): Screen => ({
  ...shows(name, file, part),
  path: async (api) => resourcePath(await everyKindOf(api)),
  prepare: async (page) => {
    await page.getByRole('button', { name: `${verb} ${file}` }).click();
    await stageOf(page).locator(part).first().waitFor();
  },
});

let ownClip: ReturnType<typeof makeOwnClip> | undefined;

/** Screens share a page: what an earlier one has chosen is forgotten, and files are asked for by an input, which can be driven. */
const beginAnew = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    Reflect.deleteProperty(window, 'showOpenFilePicker');
    if (location.protocol.startsWith('http'))
      for (const key of ['helix_footage', 'helix_compare']) localStorage.removeItem(key);
  });

/** A screen of a file, which is then tried on one's own clip. */
const tried = (shown: Screen, name: string, part: string): Screen => ({
  ...shown,
  name: `stage-on-footage-${name}`,
  before: beginAnew,
  prepare: async (page) => {
    await shown.prepare?.(page);
    const chooser = page.waitForEvent('filechooser');
    await stageOf(page).getByRole('button', { name: 'Use my footage' }).click();
    ownClip ??= makeOwnClip('Beach walk.mp4', 'testsrc2=s=640x360:r=24:d=4');
    await (await chooser).setFiles({ ...ownClip, mimeType: 'video/mp4' });
    await stageOf(page).getByText(ownClip.name).waitFor();
    await stageOf(page).locator(part).first().waitFor();
  },
});

const DRAWN = '.stage-view canvas:not(.stage-hidden)';

export const stageScreens: Screen[] = [
  { name: 'stage', path: async (api) => resourcePath(await everyKindOf(api)) },
  shows('clip', 'Waves.mp4', 'video'),
  shows('alpha', 'Alpha.mov', DRAWN),
  shows('sound', 'Beep_1.wav', '.stage-wave'),
  presses('lut', 'Look.cube', 'Show', DRAWN),
  shows('picture', 'Plate.png', 'img[alt="Plate.png"]'),
  shows('svg', 'Logo.svg', 'img[alt="Logo.svg"]'),
  shows('psd', 'Flat.psd', 'img[alt="Flat.psd"]'),
  shows('font', 'Squares.ttf', 'img[alt="Specimen of Squares.ttf"]'),
  shows('lottie', 'Moves.json', 'svg path'),
  presses('text', 'README.txt', 'Read', 'pre'),
  shows('pdf', 'Guide.pdf', 'img[alt="Page 1 of Guide.pdf"]'),
  shows('archive', 'Pack.zip', '[aria-label="Contents of Pack.zip"]'),
  shows('model', 'Cube.glb', '.model-canvas:not(.stage-hidden)'),
  shows('sequence', 'Smoke_0001.png', DRAWN),
  tried(shows('alpha', 'Alpha.mov', DRAWN), 'clip', DRAWN),
  tried(presses('lut', 'Look.cube', 'Show', DRAWN), 'lut', DRAWN),
  tried(shows('sound', 'Beep_1.wav', '.stage-wave'), 'sound', '.sound-bar'),
  tried(shows('lottie', 'Moves.json', 'svg path'), 'lottie', DRAWN),
  {
    ...shows('compare', 'Alpha.mov', DRAWN),
    before: beginAnew,
    prepare: async (page) => {
      for (const file of ['Alpha.mov', 'Look.cube', 'Beep_1.wav']) {
        await page.getByRole('button', { name: new RegExp(`(?:Play|Show) ${file}$`) }).click();
        await stageOf(page).getByRole('button', { name: 'Add to compare' }).click();
        await page.getByRole('button', { name: `Remove ${file.split('.')[0]}` }).waitFor();
      }
    },
  },
  {
    ...shows('markers', 'Beep_1.wav', '.stage-wave'),
    prepare: async (page) => {
      await stageOf(page).getByText('Markers', { exact: true }).click();
      await stageOf(page).getByRole('button', { name: 'Add marker' }).click();
    },
  },
  shows('unreadable', 'Locked.pdf', '.stage-note'),
  {
    name: 'stage-making',
    path: async (api) => {
      await everyKindOf(api);
      return `/resources?search=${encodeURIComponent(EVERY_KIND)}`;
    },
    before: (page) =>
      page.route(/\/api\/resources\/[^/]+\/stage/, (route) =>
        route.fulfill({ json: { file: null, state: 'making', reason: null } }),
      ),
    prepare: async (page) => {
      await page.getByRole('main').getByRole('link', { name: EVERY_KIND }).first().click();
      await stageOf(page).getByText('A preview is being made').waitFor();
    },
  },
  {
    ...shows('keys', 'Waves.mp4', 'video'),
    prepare: async (page) => {
      await stageOf(page).locator('video').waitFor();
      await untilKeysWork(page);
      await stageOf(page).focus();
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    },
  },
];
