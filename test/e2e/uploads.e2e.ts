// Submitting a new upload with the form on the leaker's page (product.md UP-2, UP-3; specification, sections 2, 5 and 8).
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator } from '@playwright/test';
import sharp from 'sharp';
import { signInByCall } from '#test/harness/sign-in.ts';
import { expect, test } from './journey.ts';
import {
  chooseFiles,
  chooseFolder,
  type Disk,
  filesOf,
  fillDetails,
  formOf,
  lineOf,
  newDisk,
  newTitle,
  openForm,
  ownUploadOf,
  pressUpload,
  SUCCESS,
  sha256Of,
} from './uploads-steps.ts';

/** Exchanges red and blue. */
const CUBE = `LUT_3D_SIZE 2\n${[0, 1].flatMap((b) => [0, 1].flatMap((g) => [0, 1].map((r) => `${b} ${g} ${r}`))).join('\n')}\n`;

const svg = (colour: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"><path fill="${colour}" d="M0 0h16v9z"/></svg>`;

/** Makes a clip or sound with ffmpeg. A different comment each time, because the site stores equal files once. */
const makeMedia = (path: string, source: string, codec: string[] = []): string => {
  const comment = `comment=${crypto.randomUUID()}`;
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', source, ...codec, '-metadata', comment, path]);
  return path;
};

let disk: Disk;
test.beforeEach(async ({ page }) => {
  disk = newDisk();
  await signInByCall(page.request, 'leaker');
});
test.afterEach(() => disk.remove());

test('two files and a folder arrive intact and await approval, and the form resets', async ({ page }) => {
  const title = newTitle('Warm loops');
  const big = disk.write('take one.bin', 3_000_000);
  const odd = disk.write('日本語 🎬.txt', 'A note.');
  disk.write('pack/deep/a.txt', 'a');
  disk.write('pack/b.txt', '');
  for (let index = 0; index < 30; index += 1) disk.write(`many/${index}.txt`, `number ${index}`);

  await openForm(page);
  const form = formOf(page);
  const send = form.getByRole('button', { name: 'Upload', exact: true });
  await expect(form.getByText('up to 15GB per file')).toBeVisible();
  await expect(send).toBeDisabled();
  await fillDetails(page, title);
  await expect(send).toBeDisabled();
  await chooseFiles(page, big, odd);
  await expect(send).toBeEnabled();
  await chooseFolder(page, `${disk.folder}/pack`);
  await chooseFolder(page, `${disk.folder}/many`);
  await expect(lineOf(page, 'Small files, part 1 (30 from many)')).toBeVisible();
  const tag = form.getByLabel('Tags', { exact: true });
  for (const word of [' Grain ', 'grain', '   ']) {
    await tag.fill(word);
    await tag.press('Enter');
  }
  await tag.fill('Film');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(form.getByRole('list', { name: 'Chosen tags' }).getByRole('listitem')).toHaveText(['grain', 'film']);

  await send.click();
  await expect(form.getByText(SUCCESS)).toBeVisible({ timeout: 30_000 });
  await expect(form.getByLabel('Title')).toHaveValue('');
  await expect(form.getByLabel('Description')).toHaveValue('');
  await expect(form.getByRole('list', { name: 'Chosen tags' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Files to upload' })).toHaveCount(0);
  await expect(send).toBeDisabled();

  const upload = await ownUploadOf(page, title);
  expect(upload).toMatchObject({ status: 'PENDING', tags: ['grain', 'film'], rightsDeclared: true });
  expect(upload.submittedAt).not.toBeNull();
  const files = await filesOf(page, upload.id);
  expect([...files.keys()].filter((name) => !name.startsWith('many/')).sort()).toEqual(
    ['pack/b.txt', 'pack/deep/a.txt', 'take one.bin', '日本語 🎬.txt'].sort(),
  );
  expect(files.get('take one.bin')).toBe(sha256Of(readFileSync(big)));
  expect(files.size).toBe(34);
  expect(files.get('many/17.txt')).toBe(sha256Of('number 17'));
  // Browser storage contains only the keys listed in the specification.
  const keys = await page.evaluate(() => Object.keys(localStorage));
  expect(keys.filter((key) => /tus|upload/i.test(key))).toEqual([]);
});

test('suggestions from the files follow them until the person chooses', async ({ page }) => {
  await openForm(page);
  const form = formOf(page);
  const type = form.getByRole('combobox', { name: 'Type' });
  const editor = form.getByRole('combobox', { name: 'Editor' });
  const note = form.getByText("Suggested based on your files. Change it if it's wrong.");
  await expect(type).toHaveValue('');
  await expect(editor).toHaveValue('');
  await chooseFiles(page, disk.write('Night.cube', 'LUT_3D_SIZE 2'));
  await expect(type).toHaveValue('LUT');
  await expect(editor).toHaveValue('DaVinci Resolve');
  await expect(note).toHaveCount(4);

  // When files are removed, the suggested type and editor change; when all files are removed, the suggestions are cleared.
  await page.getByRole('button', { name: 'Remove Night.cube' }).click();
  await expect(type).toHaveValue('');
  await expect(editor).toHaveValue('');
  await expect(note).toHaveCount(0);
  await chooseFiles(page, disk.write('Whoosh.wav', 'no sound'));
  await expect(type).toHaveValue('sound effect');
  await expect(editor).toHaveValue('Any editor');

  await type.selectOption('music');
  await page.getByRole('button', { name: 'Remove Whoosh.wav' }).click();
  await chooseFiles(page, disk.write('Title.mogrt', 'a template'));
  await expect(editor).toHaveValue('Premiere Pro');
  await expect(type).toHaveValue('music');
  await expect(note).toHaveCount(1);
});

test('an upload that cannot start without a connection says so, and nothing typed is lost', async ({ page, watch }) => {
  watch.allow(/api\/uploads/);
  const title = newTitle('Nobody there');
  await openForm(page);
  await fillDetails(page, title);
  await chooseFiles(page, disk.write('a.txt', title));
  await page.route('**/api/uploads', (route) => route.abort('connectionrefused'));
  await pressUpload(page);
  await expect(formOf(page).getByText('Network error')).toBeVisible();
  await expect(formOf(page).getByLabel('Title')).toHaveValue(title);
});

test('a thumbnail previews immediately and must be an image, in the browser and on the server', async ({
  page,
  watch,
}) => {
  watch.allow(/resource\/image/, /status of 400/);
  const title = newTitle('Faces');
  await openForm(page);
  const form = formOf(page);
  const thumbnail = form.getByRole('group', { name: 'Thumbnail' });
  await thumbnail.locator('input[type=file]').setInputFiles(disk.write('notes.txt', 'no picture'));
  await expect(thumbnail.getByRole('alert')).toHaveText('Please upload an image file for the thumbnail');
  await expect(thumbnail.locator('img')).toHaveCount(0);

  // The file is named like an image but is not one, which only the server can detect.
  await thumbnail.locator('input[type=file]').setInputFiles(disk.write('fake.png', 'no picture either'));
  await expect(thumbnail.getByText('fake.png')).toBeVisible();
  await fillDetails(page, title);
  await chooseFiles(page, disk.write('a.txt', title));
  await pressUpload(page);
  await expect(form.getByText('Failed to upload image')).toBeVisible();
  await expect(thumbnail.getByRole('alert')).toHaveText('Please upload an image file');

  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  await thumbnail
    .locator('input[type=file]')
    .setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') });
  await expect(thumbnail.locator('img')).toHaveAttribute('src', /^blob:/);
  await pressUpload(page);
  await expect(form.getByText(SUCCESS)).toBeVisible({ timeout: 30_000 });
  // The second click reused the draft created by the first.
  const list = await page.request.get('/api/leaker/uploads?limit=50');
  const { uploads } = (await list.json()) as { uploads: { title: string }[] };
  expect(uploads.filter((one) => one.title === title)).toHaveLength(1);
});

test('invalid details show errors at their fields, and files that do not fit before a byte is sent', async ({
  page,
  watch,
}) => {
  await openForm(page);
  const form = formOf(page);
  await form.getByLabel('Title').fill('Rules');
  await chooseFiles(page, disk.write('a.txt', 'a'));
  await form.getByRole('radio', { name: /^CC BY-NC 4\.0/ }).check();
  await expect(form.getByText(/CC BY-NC 4\.0 can't be used for Free or Premium/)).toBeVisible();
  await form.getByLabel('Category').selectOption('3D Premium');
  watch.reset();
  await pressUpload(page);
  await expect(form.getByText('Please fill this in.')).toBeVisible();
  await expect(form.getByText('Choose a type.')).toBeVisible();
  await expect(form.getByText('Choose an editor or type one.')).toBeVisible();
  await expect(form.getByText('Please confirm that you have the right to share it here.')).toBeVisible();
  await expect(form.getByText('Premium assets require your permission to charge for access.')).toBeVisible();
  expect(watch.calls().filter((call) => call.startsWith('POST'))).toEqual([]);

  await chooseFiles(page, disk.claim('vast.mov', 16 * 1024 ** 3));
  await expect(lineOf(page, 'vast.mov')).toContainText('Too large: the limit is 15.00 GB per file.');
  for (let index = 1; index <= 4; index += 1) await chooseFiles(page, disk.claim(`long ${index}.mov`, 14 * 1024 ** 3));
  await expect(lineOf(page, 'long 4.mov')).toContainText(/Not enough storage: .* left\./);
  await expect(form.getByRole('button', { name: 'Upload', exact: true })).toBeDisabled();
  await page.getByRole('button', { name: 'Remove vast.mov' }).click();
  await page.getByRole('button', { name: 'Remove long 1.mov' }).click();
  // There is now enough space for the file that did not fit before.
  await expect(lineOf(page, 'long 4.mov')).not.toContainText('Not enough storage');
  await expect(form.getByRole('button', { name: 'Upload', exact: true })).toBeEnabled();
  expect(watch.calls().filter((call) => call.includes('sessions'))).toEqual([]);
});

test('an upload is completed by keyboard alone', async ({ page }) => {
  const title = newTitle('By hand');
  await openForm(page);
  const form = formOf(page);
  const tabTo = async (control: Locator): Promise<void> => {
    for (let presses = 0; presses < 20; presses += 1) {
      if (await control.evaluate((part) => part === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
  };
  await form.focus();
  // Start waiting before the key press, because the browser needs a moment to prepare for the file chooser.
  const chooser = page.waitForEvent('filechooser');
  await page.keyboard.press('Tab');
  await expect(form.getByRole('button', { name: 'Choose files' })).toBeFocused();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles([
    disk.write('one.txt', title),
    disk.write('two.txt', `${title} 2`),
    disk.write('one.svg', svg('#c00')),
    disk.write('two.svg', svg('#0c0')),
  ]);
  await expect(page.getByRole('button', { name: 'Remove one.txt' })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Remove one.txt' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(lineOf(page, 'one.txt')).toHaveCount(0);
  await tabTo(form.getByLabel('Title'));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(title);
  await page.keyboard.press('Tab');
  await page.keyboard.type('Typed, not clicked.');
  await page.keyboard.press('Tab');
  await expect(form.getByRole('button', { name: 'Choose a thumbnail' })).toBeFocused();
  await expect(form.getByRole('radio', { name: /\.svg$/ })).toHaveCount(2);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await expect(form.getByRole('radio', { name: 'two.svg' })).toBeChecked();
  await tabTo(form.getByLabel('Tags', { exact: true }));
  await page.keyboard.type('typed');
  await page.keyboard.press('Enter');
  await expect(form.getByRole('listitem').filter({ hasText: 'typed' })).toBeVisible();
  await tabTo(form.getByRole('combobox', { name: 'Type' }));
  await page.keyboard.type('Over');
  await tabTo(form.getByRole('combobox', { name: 'Editor' }));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('CapCut');
  const declared = form.getByRole('checkbox', { name: /I made this/ });
  await tabTo(declared);
  await page.keyboard.press('Space');
  await expect(declared).toBeChecked();
  await page.keyboard.press('Tab');
  await expect(form.getByRole('button', { name: 'Upload', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(form.getByText(SUCCESS)).toBeVisible({ timeout: 30_000 });
  await expect(form).toBeFocused();
});

test('a dropped folder fills in the form, and one of its frames becomes the thumbnail', async ({ page }) => {
  const word = crypto.randomUUID().replaceAll(/[^a-f]/g, '');
  const pack = `Neon_Overlays_${word}`;
  disk.write(`${pack}/README.txt`, word);
  for (const [index, colour] of ['red', 'blue'].entries())
    makeMedia(disk.write(`${pack}/Light_Leak_0${index + 1}.mp4`, ''), `color=${colour}:s=640x360:r=24:d=3`);
  await openForm(page);
  const form = formOf(page);
  // The drop zone comes before all fields.
  const first = await form.evaluate(
    (part) => part.querySelector('form :is(input, button, select, textarea)')?.textContent,
  );
  expect(first).toBe('Choose files');
  await form.getByLabel('Description').fill('Made for a journey.');
  await chooseFolder(page, `${disk.folder}/${pack}`);
  const title = `Neon Overlays ${word}`;
  await expect(form.getByLabel('Title')).toHaveValue(title);
  await expect(form.getByLabel('Description')).toHaveValue('Made for a journey.');
  await expect(form.getByRole('combobox', { name: 'Type' })).toHaveValue('overlay');
  await expect(form.getByRole('combobox', { name: 'Editor' })).toHaveValue('Any editor');
  const tags = form.getByRole('list', { name: 'Chosen tags' }).getByRole('listitem');
  await expect(tags).toHaveText(['overlays', 'light leaks', 'neon', word]);

  const choices = form.getByRole('radiogroup', { name: 'Thumbnails from your files' });
  await expect(choices).toHaveAttribute('aria-busy', 'false', { timeout: 20_000 });
  await expect(choices.getByRole('radio')).toHaveCount(4);
  await expect(choices.getByRole('radio', { checked: true })).toHaveCount(0);
  const card = form.getByRole('complementary', { name: 'Card preview' });
  await expect(card).toContainText(title);
  await expect(card).toContainText("You haven't chosen a thumbnail");
  await choices.getByRole('radio', { name: 'Frame of Light_Leak_02.mp4 at 40%' }).check();
  await expect(card).not.toContainText("You haven't chosen a thumbnail");
  await expect(card.locator('img[src^="blob:"]')).toBeVisible();

  // A suggestion never replaces what the person has changed.
  await form.getByRole('button', { name: `Remove tag ${word}` }).click();
  await form.getByLabel('Title').fill(`${title} by hand`);
  await expect(card).toContainText(`${title} by hand`);
  await chooseFiles(page, disk.write('Whoosh.wav', 'no sound'));
  await expect(lineOf(page, 'Whoosh.wav')).toBeVisible();
  await expect(form.getByLabel('Title')).toHaveValue(`${title} by hand`);
  await expect(tags).toHaveText(['overlays', 'light leaks', 'neon']);
  await expect(choices.getByRole('radio', { name: 'Frame of Light_Leak_02.mp4 at 40%' })).toBeChecked();
  const { violations } = await new AxeBuilder({ page }).include('#upload').analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);

  await form.getByRole('checkbox', { name: 'I made this or have the right to share it here' }).check();
  await pressUpload(page);
  await expect(form.getByText(SUCCESS)).toBeVisible({ timeout: 30_000 });
  await expect(choices).toHaveCount(0);
  const { thumbnailUrl, ...upload } = await ownUploadOf(page, `${title} by hand`);
  expect(upload).toMatchObject({ type: 'overlay', editor: 'Any editor', tags: ['overlays', 'light leaks', 'neon'] });
  const picture = await (await page.request.get(thumbnailUrl)).body();
  const { dominant } = await sharp(picture).stats();
  expect(dominant.b).toBeGreaterThan(200);
  expect(dominant.r).toBeLessThan(60);
});

test('thumbnails come from sounds and LUTs too, and never from what the browser cannot open', async ({ page }) => {
  await openForm(page);
  const form = formOf(page);
  const choices = form.getByRole('radiogroup', { name: 'Thumbnails from your files' });
  const type = form.getByRole('combobox', { name: 'Type' });
  const remove = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: `Remove ${name}` }).click();
    await expect(choices).toHaveCount(0);
    await expect(type).toHaveValue('');
  };
  await chooseFiles(page, makeMedia(disk.write('1.wav', ''), 'sine=f=330:r=48000:d=2'));
  await expect(choices.getByRole('radio', { name: 'Waveform of 1.wav' })).toBeVisible();
  // The name says nothing, the duration does.
  await expect(type).toHaveValue('sound effect');
  await expect(form.getByLabel('Title')).toHaveValue('');
  await remove('1.wav');

  await chooseFiles(page, disk.write('Night.cube', CUBE));
  const look = choices.getByRole('radio', { name: 'Night.cube on a sample picture' });
  await look.check();
  await expect(form.getByRole('button', { name: 'Remove thumbnail' })).toBeVisible();
  await remove('Night.cube');
  // The picture goes with its file.
  await expect(form.getByRole('button', { name: 'Remove thumbnail' })).toHaveCount(0);

  const alpha = ['-pix_fmt', 'yuva444p10le', '-c:v', 'prores_ks', '-profile:v', '4444'];
  await chooseFiles(
    page,
    makeMedia(disk.write('1.mov', ''), 'color=red@0.5:s=320x180:r=24:d=1,format=yuva444p10le', alpha),
  );
  await expect(type).toHaveValue('overlay');
  await expect(choices).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove 1.mov' }).click();

  await chooseFiles(
    page,
    disk.write('damaged.mp4', 5000),
    disk.write('damaged.png', 5000),
    disk.write('damaged.cube', 5000),
  );
  await expect(lineOf(page, 'damaged.png')).toBeVisible();
  await expect(choices).toHaveCount(0);
  await expect(form.getByRole('button', { name: 'Choose a thumbnail' })).toBeEnabled();
});

for (const scheme of ['dark', 'light'] as const) {
  test(`the form is accessible and fits a narrow screen in ${scheme} mode`, async ({ page, context, baseURL }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    await context.addCookies([{ name: 'theme', value: scheme, url: baseURL ?? '' }]);
    await openForm(page);
    await expect(page.locator('html')).toHaveAttribute('data-theme', scheme);
    await chooseFiles(
      page,
      disk.write(`a name that is longer than the page is wide ${'and longer '.repeat(9)}.txt`, 'a'),
    );
    await chooseFiles(page, disk.claim('vast.mov', 16 * 1024 ** 3));
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
      .analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(360);
  });
}
