// Sound on cards (product.md DI-9): off until it is switched on, from the playhead, one at a time, and silent on leaving.
import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { resourcePath } from '#contract/paths.ts';
import { expect, test, untilTakenOver } from './journey.ts';
import { newSoundPacks, playing, recordMedia } from './stage-steps.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });
test.describe.configure({ mode: 'serial' });

type Sounds = Awaited<ReturnType<typeof newSoundPacks>>;
let sounds: Sounds;

test.beforeAll(async ({ browser, baseURL }) => {
  test.setTimeout(300_000);
  const context = await browser.newContext({ baseURL });
  sounds = await newSoundPacks(await context.newPage(), browser, baseURL);
  await context.close();
});

const open = async (page: Page): Promise<void> => {
  await recordMedia(page);
  await recordLevels(page);
  await page.goto(`/resources?search=${sounds.word}`);
  await untilTakenOver(page);
  await page.waitForLoadState('networkidle');
};

const switchOn = (page: Page): Locator => page.getByRole('switch', { name: 'Sound on cards' });
const cardOf = (page: Page, at: 0 | 1): Locator =>
  page.locator('.card').filter({ has: page.getByRole('link', { name: sounds.packs[at]?.title ?? '' }) });

/** On, and the code that plays sounds has arrived. */
const expectOn = async (page: Page): Promise<void> => {
  await expect(switchOn(page)).toBeChecked();
  await expect(switchOn(page)).toHaveAttribute('aria-busy', 'false');
};

const pointAt = async (page: Page, card: Locator, share: number): Promise<void> => {
  const box = await card.locator('.media').boundingBox();
  if (!box) throw new Error('the card is not visible');
  await page.mouse.move(box.x + box.width * share, box.y + box.height / 2);
};

type Heard = { analysers: AnalyserNode[]; level: () => number };

/** Records the meter of each sound, which hears what the speakers get. */
const recordLevels = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const analysers: AnalyserNode[] = [];
    const { createAnalyser } = AudioContext.prototype;
    AudioContext.prototype.createAnalyser = function (this: AudioContext) {
      const analyser = createAnalyser.call(this);
      analysers.push(analyser);
      return analyser;
    };
    const level = () => {
      let loudest = 0;
      for (const analyser of analysers) {
        const samples = new Float32Array(256);
        analyser.getFloatTimeDomainData(samples);
        for (const sample of samples) loudest = Math.max(loudest, Math.abs(sample));
      }
      return loudest;
    };
    Object.assign(window, { heard: { analysers, level } });
  });

const level = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { heard: Heard }).heard.level());

/** Time in seconds at which the only sound that plays is. */
const timeOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const all = [...(window as unknown as { playedMedia: Set<HTMLMediaElement> }).playedMedia];
    return all.find(({ paused }) => !paused)?.currentTime ?? -1;
  });

/** Time in seconds at which the only sound that plays began to. */
const beganAt = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const all = [...(window as unknown as { playedMedia: Set<HTMLMediaElement> }).playedMedia];
    return Number(all.find(({ paused }) => !paused)?.dataset.began ?? -1);
  });

const playsOnly = async (page: Page, at: 0 | 1): Promise<void> => {
  const answer = await page.request.get(`/api/resources/${sounds.packs[at]?.id}/stage`);
  const { file } = (await answer.json()) as { file: { preview: { url: string } } };
  await expect.poll(() => playing(page)).toEqual([new URL(file.preview.url, 'http://site').pathname]);
};

/** Notes whether everything is paused in the task after the next event of this type; read with `expectStopped`. */
const watchStop = (page: Page, type: string): Promise<void> =>
  page.evaluate((name) => {
    const { playedMedia } = window as unknown as { playedMedia: Set<HTMLMediaElement> };
    const look = (): void => {
      document.body.dataset.stopped = String([...playedMedia].every(({ paused }) => paused));
    };
    window.addEventListener(name, () => setTimeout(look), { capture: true, once: true });
  }, type);

/** Sound stops with the event, and not some time later; then the speakers get silence. */
const expectStopped = async (page: Page): Promise<void> => {
  await expect(page.locator('body')).toHaveAttribute('data-stopped', 'true');
  await expect.poll(() => level(page)).toBeLessThan(0.001);
};

test('a sound plays from the playhead, one at a time, until the pointer leaves', async ({ page }) => {
  await open(page);
  await switchOn(page).click();
  await expectOn(page);
  expect(await playing(page)).toEqual([]);
  const { violations } = await new AxeBuilder({ page }).include('.sound-switch').analyze();
  expect(violations).toEqual([]);

  const [first, second] = [cardOf(page, 0), cardOf(page, 1)];
  await pointAt(page, first, 0.5);
  await playsOnly(page, 0);
  await expect.poll(() => beganAt(page)).toBeGreaterThan(14.9);
  expect(await beganAt(page)).toBeLessThan(17);
  await expect.poll(() => level(page)).toBeGreaterThan(0.02);
  await expect(first.locator('.card-sound')).toHaveText(/^Tone_220 0:[12]\d\.\d$/);
  // The playhead follows the sound.
  const mark = () => first.locator('.scrub-mark').evaluate((one) => new DOMMatrix(getComputedStyle(one).transform).e);
  const before = await mark();
  await expect.poll(mark).toBeGreaterThan(before + 5);

  await pointAt(page, first, 0.1);
  await expect.poll(() => timeOf(page)).toBeLessThan(5);
  await pointAt(page, second, 0.25);
  await playsOnly(page, 1);
  expect(await timeOf(page)).toBeGreaterThan(7.4);

  await expect.poll(() => level(page)).toBeGreaterThan(0.02);
  await watchStop(page, 'pointerover');
  await page.mouse.move(2, 2);
  await expectStopped(page);
  expect(await playing(page)).toEqual([]);
  await expect(page.locator('.card-sound')).toHaveCount(0);
});

test('Space plays the sound of the focused card, and leaving it stops', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page);
  await switchOn(page).focus();
  await page.keyboard.press('Space');
  await expectOn(page);
  const link = cardOf(page, 0).getByRole('link');
  await link.focus();
  expect(await playing(page)).toEqual([]);
  await page.keyboard.press('Space');
  await playsOnly(page, 0);
  await page.keyboard.press('Space');
  await expect.poll(() => playing(page)).toEqual([]);
  await page.keyboard.press('Space');
  await playsOnly(page, 0);
  await expect.poll(() => level(page)).toBeGreaterThan(0.02);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await watchStop(page, 'focusout');
  await page.keyboard.press('Shift+Tab');
  await expectStopped(page);
});

test('the switch is kept, and pages without it are silent', async ({ page }) => {
  await open(page);
  await switchOn(page).click();
  await page.reload();
  await untilTakenOver(page);
  await expectOn(page);
  expect(await playing(page)).toEqual([]);
  await pointAt(page, cardOf(page, 0), 0.2);
  await page.keyboard.press('Shift');
  await playsOnly(page, 0);
  await page.mouse.down();
  await page.mouse.up();
  await expect(page).toHaveURL(new RegExp(resourcePath(sounds.packs[0]?.id ?? '')));
  await expect.poll(() => playing(page)).toEqual([]);
  await page.goBack();
  await switchOn(page).click();
  await pointAt(page, cardOf(page, 0), 0.3);
  await expect(cardOf(page, 0).locator('.scrub-mark')).toBeVisible();
  expect(await playing(page)).toEqual([]);
});
