// Judging a pack before downloading it (next.md DL-14, DL-15): the stage and the list of files, by mouse and keys.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { resourcePath } from '#contract/paths.ts';
import type { ResourceFile } from '#contract/resources/api.ts';
import { untilTrue } from '#test/harness/approval.ts';
import { listCards, listFiles } from '#test/harness/catalogue.ts';
import { expect, test } from './journey.ts';
import { expectPageWidth } from './journey-steps.ts';
import { colourAt, newPack, type Pack, played, playing, recordMedia } from './stage-steps.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

test.describe.configure({ mode: 'serial' });

let free: Pack;
let locked: Pack;

test.beforeAll(async ({ browser, baseURL }) => {
  test.setTimeout(300_000);
  const context = await browser.newContext({ baseURL });
  free = await newPack(await context.newPage(), browser, baseURL);
  await context.clearCookies();
  locked = await newPack(await context.newPage(), browser, baseURL, 'Premium');
  await context.close();
});

const partsOf = (page: Page) => {
  const stage = page.getByRole('region', { name: 'Preview' });
  const list = page.getByRole('region', { name: 'Files', exact: true });
  return {
    stage,
    list,
    status: stage.getByRole('status'),
    position: stage.getByRole('slider', { name: 'Position' }),
    row: (name: string) => list.getByRole('button', { name: new RegExp(`^(?:Play|Pause|Show|Read) ${name}$`) }),
  };
};

const expectClean = async (page: Page): Promise<void> => {
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
};

test('a clip with transparency plays after one click, over the chosen background', async ({ page, watch }) => {
  // Reading the canvas is slow, which matters only to this test.
  watch.allow(/GPU stall due to ReadPixels/);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await recordMedia(page);
  await page.goto(resourcePath(free.id));
  await page.waitForLoadState('networkidle');
  const { stage, position } = partsOf(page);
  expect(asked.filter((path) => /\.(?:mp4|m4a)$|player/.test(path))).toEqual([]);
  await expectClean(page);

  await stage.getByRole('button', { name: 'Play' }).click();
  await expect.poll(() => playing(page)).toHaveLength(1);
  await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(0.3);
  await expect.poll(async () => (await colourAt(page, 0.25, 0.5))[3]).toBeGreaterThan(252);
  const [red = 0, green = 0, blue = 0] = await colourAt(page, 0.25, 0.5);
  expect([red > 240, green < 12, blue < 12]).toEqual([true, true, true]);
  expect((await colourAt(page, 0.75, 0.5))[3]).toBeLessThan(3);
  await expectClean(page);

  await stage.getByRole('button', { name: 'White' }).click();
  await expect(stage.locator('.stage-view')).toHaveCSS('background-color', 'oklch(1 0 0)');
  await stage.getByRole('button', { name: 'Matte' }).click();
  await expect.poll(async () => (await colourAt(page, 0.25, 0.5))[1]).toBeGreaterThan(252);
  const [matte = 255, , , opaque = 0] = await colourAt(page, 0.75, 0.5);
  expect([matte < 3, opaque]).toEqual([true, 255]);
});

test('keys step by frames, loop a part, and change the speed', async ({ page, watch }) => {
  watch.allow(/GPU stall due to ReadPixels/);
  await page.goto(resourcePath(free.id));
  const { stage, position } = partsOf(page);
  await stage.getByRole('button', { name: 'Play' }).click();
  await expect(stage.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.keyboard.press('k');
  await expect(stage.getByRole('button', { name: 'Play' })).toBeVisible();
  await page.keyboard.press('Home');
  for (const frame of ['01', '02', '03']) {
    await page.keyboard.press('.');
    await expect(position).toHaveAttribute('aria-valuetext', new RegExp(`^00:00:00:${frame} of 00:00:02:00$`));
  }
  await page.keyboard.press(',');
  await expect(position).toHaveAttribute('aria-valuetext', /^00:00:00:02 of/);
  await page.keyboard.press('i');
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('.');
  await page.keyboard.press('o');
  await page.keyboard.press('j');
  await expect(stage.getByRole('combobox', { name: 'Speed' })).toHaveValue('0.5');
  await page.keyboard.press('l');
  await page.keyboard.press('k');
  // A third of a second goes round and round.
  for (let look = 0; look < 8; look += 1) {
    await page.waitForTimeout(120);
    expect(Number(await position.inputValue())).toBeLessThan(0.5);
  }
  // Its ends have grips.
  const start = stage.getByRole('slider', { name: 'Start of the loop' });
  const end = stage.getByRole('slider', { name: 'End of the loop' });
  await expect(start).toHaveAttribute('aria-valuetext', '00:00:00:02');
  await end.focus();
  await page.keyboard.press('ArrowRight');
  await expect(end).toHaveAttribute('aria-valuetext', '00:00:00:09');
  const bar = await stage.locator('.seek-picture').boundingBox();
  if (!bar) throw new Error('the seek bar is not visible');
  const at = (seconds: number) => [bar.x + (seconds / 2) * bar.width, bar.y + bar.height / 2] as const;
  await page.mouse.move(...at(9 / 24));
  await page.mouse.down();
  await page.mouse.move(...at(1), { steps: 4 });
  await page.mouse.up();
  await expect(end).toHaveAttribute('aria-valuetext', /^00:00:0(1:0[01]|0:23)$/);
  await start.focus();
  await page.keyboard.press('End');
  expect(Number(await start.inputValue())).toBeLessThan(Number(await end.inputValue()));
  await expectClean(page);

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await expectClean(page);
  await page.getByRole('checkbox', { name: /single letters/ }).uncheck();
  await page.keyboard.press('Escape');
  const toggle = stage.getByRole('button', { name: /^(?:Play|Pause)$/ });
  await toggle.focus();
  const before = (await toggle.getAttribute('aria-label')) ?? '';
  await page.keyboard.press('k');
  await expect(toggle).toHaveAttribute('aria-label', before);
});

test('sounds are auditioned by arrow keys, one at a time, and can be heard', async ({ page }) => {
  await recordMedia(page);
  await page.goto(resourcePath(free.id));
  const files = await listFiles(page.request, free.id);
  const urlOf = (name: string) => {
    const preview = files.find((file) => file.name === name)?.preview;
    return preview?.kind === 'sound' ? preview.url : '';
  };
  const { stage, list, status, row } = partsOf(page);
  await row('Beep_1.wav').focus();
  await page.keyboard.press('Space');
  await expect(status).toHaveText('Playing Beep_1.wav');
  await expect.poll(() => playing(page)).toEqual([urlOf('Beep_1.wav')]);
  const level = () =>
    stage.locator('.stage-meter').evaluate((meter) => Number((meter as HTMLElement).style.getPropertyValue('--level')));
  await expect.poll(level).toBeGreaterThan(0.02);
  await expect.poll(() => playing(page)).toEqual([]);
  // It has ended, and the next one still plays.
  await page.keyboard.press('ArrowDown');
  await expect(row('Beep_2.wav')).toBeFocused();
  await expect.poll(() => playing(page)).toEqual([urlOf('Beep_2.wav')]);
  await expect(page).toHaveURL(/file=Beep_2\.wav/);
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => playing(page)).toEqual([urlOf('Beep_1.wav')]);
  await expectClean(page);
  await page.keyboard.press('x');
  await expect(list.getByRole('checkbox', { name: 'Select Beep_1.wav' })).toBeChecked();
  await page.keyboard.press('Space');
  await expect.poll(() => playing(page)).toEqual([]);
  await expect(list.getByRole('listitem').filter({ hasText: 'Beep_1.wav' })).toContainText('48 kHz stereo');
});

test('sounds in a folder are auditioned from the stage while the list shows all folders', async ({ page }) => {
  // The previews of a site that has just started come after those of uploads.
  test.setTimeout(300_000);
  const [sounds] = await listCards(page.request, { search: 'Whoosh Sound Effects' });
  const id = sounds?.id ?? '';
  let files: ResourceFile[] = [];
  await untilTrue('the previews of clicks', async () => {
    files = (await listFiles(page.request, id)).filter(({ name }) => /^Clicks\/Click_0[123]/.test(name));
    return files.every(({ preview }) => preview?.kind === 'sound');
  });
  const urls = files.map(({ preview }) => (preview?.kind === 'sound' ? preview.url : ''));
  expect(urls).toHaveLength(3);
  await recordMedia(page);
  // Those who want less motion or data get no sounds in advance.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(resourcePath(id));
  const { stage, list, status } = partsOf(page);
  await expect(list.getByRole('link', { name: /Clicks/ }).first()).toBeVisible();
  const prepared = page.waitForRequest((request) => new URL(request.url()).pathname === urls[1]);
  await stage.getByRole('button', { name: 'Play' }).click();
  await expect.poll(() => played(page)).toEqual(urls.slice(0, 1));
  await prepared;
  await expect(status).toHaveText('Click_01.wav is on the stage');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => played(page)).toEqual(urls.slice(0, 2));
  await expect(page).toHaveURL(/file=Clicks%2FClick_02\.wav/);
  await stage.getByRole('button', { name: 'Next file' }).click();
  await expect.poll(() => played(page)).toEqual(urls);
  await expect(list.getByRole('link', { name: /Clicks/ }).first()).toBeVisible();
});

test('pictures and texts show on the stage', async ({ page }) => {
  await page.goto(resourcePath(free.id));
  const { stage, row } = partsOf(page);
  await row('Plate.png').click();
  await expect(stage.getByRole('img', { name: 'Plate.png' })).toHaveJSProperty('naturalWidth', 640);
  await row('README.txt').click();
  await expect(stage.getByText('Put the clip above your own.')).toBeVisible();
  await expectClean(page);
});

test('drawings, layered pictures, fonts and animations show on the stage', async ({ page }) => {
  await page.goto(resourcePath(free.id));
  const { stage, list, row } = partsOf(page);
  await row('Logo.svg').click();
  await expect(stage.getByRole('img', { name: 'Logo.svg' })).toHaveJSProperty('naturalWidth', 1600);
  await row('Flat.psd').click();
  await expect(stage.getByRole('img', { name: 'Flat.psd' })).toHaveJSProperty('naturalWidth', 64);
  await row('notes.csv').click();
  await expect(stage.getByText('scene,take')).toBeVisible();

  await row('Squares.ttf').click();
  await expect(stage.getByRole('img', { name: 'Specimen of Squares.ttf' })).toHaveJSProperty('naturalWidth', 1280);
  await expect(list.getByRole('listitem').filter({ hasText: 'Squares.ttf' })).toContainText('96 glyphs');
  await expectClean(page);
  await stage.getByRole('textbox', { name: 'Your words' }).fill('kd xl?');
  await expect(stage.getByRole('img', { name: 'kd xl?' })).toHaveJSProperty('naturalWidth', 1280);
  await stage.getByRole('button', { name: 'Light on dark' }).click();
  await expect(stage.locator('.stage-view')).toHaveCSS('background-color', 'oklch(0 0 0)');
  await expectClean(page);

  await row('Moves.json').click();
  const square = stage.getByRole('img', { name: 'Moves.json' }).locator('path');
  const position = stage.getByRole('slider', { name: 'Position' });
  await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(0.3);
  await page.keyboard.press('k');
  await expect(stage.getByRole('button', { name: 'Play' })).toBeVisible();
  await page.keyboard.press('Home');
  await expect(position).toHaveAttribute('aria-valuetext', '00:00:00:00 of 00:00:02:00');
  const left = async () => (await square.boundingBox())?.x ?? 0;
  const start = await left();
  await page.keyboard.press('.');
  await expect(position).toHaveAttribute('aria-valuetext', '00:00:00:01 of 00:00:02:00');
  for (let step = 0; step < 9; step += 1) await page.keyboard.press('.');
  await expect(position).toHaveAttribute('aria-valuetext', '00:00:00:10 of 00:00:02:00');
  await expect.poll(left).toBeGreaterThan(start + 20);
  await expectClean(page);
});

test('a link to a file opens it, and a pack on the phone fits', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${resourcePath(free.id)}?file=Beep_2.wav`);
  const { stage, status } = partsOf(page);
  await expect(status).toHaveText('Beep_2.wav is on the stage');
  await stage.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(status).toHaveText('Playing Beep_2.wav');
  await expectPageWidth(page, 360);
  await expectClean(page);
});

test('everybody can judge a Premium pack, but not take it', async ({ page, watch }) => {
  // A slow machine reports how it draws the clip.
  watch.allow(/GPU stall due to ReadPixels/);
  await recordMedia(page);
  await page.goto(resourcePath(locked.id));
  const { stage, row, list } = partsOf(page);
  await stage.getByRole('button', { name: 'Play' }).click();
  await expect.poll(() => playing(page)).toHaveLength(1);
  await row('README.txt').click();
  await expect(stage.getByText('Put the clip above your own.')).toBeVisible();
  await expect(list.getByRole('listitem').filter({ hasText: 'Alpha.mov' })).toContainText('Premium only');
  // A text may be the asset itself, and an animation is.
  await expect(row('notes.csv')).toHaveCount(0);
  await expect(row('Moves.json')).toHaveCount(0);
  await expect(list.getByRole('listitem').filter({ hasText: 'Moves.json' })).toContainText('200x100');
  const sound = (await listFiles(page.request, locked.id)).find(({ name }) => name === 'Beep_1.wav')?.preview;
  const open = (await listFiles(page.request, free.id)).find(({ name }) => name === 'Beep_1.wav')?.preview;
  const sizes = await Promise.all(
    [sound, open].map(async (preview) => {
      const answer = await page.request.get(preview?.kind === 'sound' ? preview.url : '');
      expect(answer.headers()['content-type']).toBe('audio/mp4');
      return (await answer.body()).length;
    }),
  );
  expect(sizes[0]).toBeLessThan((sizes[1] ?? 0) * 0.7);
});

test('a preview that does not load says so, and loads when asked again', async ({ page, watch }) => {
  watch.allow(/-clip\.mp4/);
  let isAway = true;
  await page.route('**/public/previews/**.mp4', (route) =>
    isAway ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await page.goto(resourcePath(free.id));
  const { stage, position } = partsOf(page);
  await stage.getByRole('button', { name: 'Play' }).click();
  await expect(stage.getByRole('alert')).toContainText('This preview didn’t load');
  isAway = false;
  await stage.getByRole('button', { name: 'Try again' }).click();
  await expect(position).toHaveAttribute('aria-valuetext', /of 00:00:02:00$/);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('the browser’s own controls play a sound', async ({ page }) => {
    await page.goto(`${resourcePath(free.id)}?file=Beep_1.wav`);
    await expect(page.locator('.stage audio[controls]')).toHaveAttribute('src', /-sound\.m4a$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(free.title);
  });
});
