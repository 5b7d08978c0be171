// Uploads through what happens to networks, windows and files (product.md UP-3).
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { ownUploadPath } from '#contract/paths.ts';
import { signInByCall } from '#test/harness/sign-in.ts';
import { expect, test } from './journey.ts';
import {
  arrivedOf,
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
  throttle,
} from './uploads-steps.ts';

const FILE_BYTES = 6_000_000;
const SLOW = 1_000_000;

let disk: Disk;
test.beforeEach(async ({ page }) => {
  disk = newDisk();
  await signInByCall(page.request, 'leaker');
});
test.afterEach(() => disk.remove());

/** Bytes that the server said to have when an upload was taken up again. */
const resumedOffsets = (page: Page): number[] => {
  const offsets: number[] = [];
  page.on('response', (response) => {
    if (response.request().method() !== 'HEAD' || !response.url().includes('/uploads/sessions/')) return;
    const offset = response.headers()['upload-offset'];
    if (offset !== undefined) offsets.push(Number(offset));
  });
  return offsets;
};

/** Begins to send these files slowly, and waits until some of the first has left. */
const beginSlowly = async (page: Page, title: string, ...paths: string[]): Promise<void> => {
  await openForm(page);
  await fillDetails(page, title);
  await chooseFiles(page, ...paths);
  await throttle(page, SLOW);
  await pressUpload(page);
  await expect(page.getByRole('heading', { name: `Uploading ${title}` })).toBeVisible();
  const first = paths[0]?.split('/').at(-1) ?? '';
  await expect(lineOf(page, first)).toContainText(/Sending · [1-9]\d?%/, { timeout: 20_000 });
};

/**
 * For a moment the server may still read a connection that was given up: whoever goes on meanwhile is told that it is busy,
 * or that more has arrived, and asks again. The browser writes down every such answer.
 */
const HELD_STILL = /status of (409|423) .*\/api\/uploads\/sessions\//;

test('a lost network is told, and the upload goes on behind what had arrived', async ({ page, context, watch }) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/, /ERR_NETWORK_CHANGED/, HELD_STILL);
  const offsets = resumedOffsets(page);
  const title = newTitle('Cut');
  const path = disk.write('cut.bin', FILE_BYTES);
  await beginSlowly(page, title, path);
  await context.setOffline(true);
  await expect(lineOf(page, 'cut.bin')).toContainText('Connection lost. It goes on by itself as soon as it is back.');
  await context.setOffline(false);
  await throttle(page, null);
  await expect(formOf(page).getByText(SUCCESS)).toBeVisible({ timeout: 30_000 });
  expect(offsets.some((offset) => offset > 0)).toBe(true);
  const { id } = await ownUploadOf(page, title);
  expect((await filesOf(page, id)).get('cut.bin')).toBe(sha256Of(readFileSync(path)));
});

test('a site that is away for a moment is waited for', async ({ page, watch }) => {
  watch.allow(/uploads\/sessions/);
  const title = newTitle('Away');
  await openForm(page);
  await fillDetails(page, title);
  await chooseFiles(page, disk.write('away.bin', 300_000));
  await page.route('**/api/uploads/sessions', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
  await pressUpload(page);
  await expect(lineOf(page, 'away.bin')).toContainText(
    'The site does not answer right now. It goes on by itself as soon as it does.',
  );

  // On another page of the site it is still seen, with the way back; leaving the site asks first.
  await page.getByRole('banner').getByRole('link', { name: 'Wiki' }).click();
  const running = page.getByRole('list', { name: 'Uploads' });
  await expect(running.getByRole('progressbar', { name: `Upload of ${title}` })).toHaveAttribute('aria-valuenow', '0');
  const isAsked = await page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
  expect(isAsked).toBe(true);
  await running.getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(running).toHaveCount(0);
  await page.goBack();
  await page.goBack();
  await page.unrouteAll();
  await expect(formOf(page).getByText(SUCCESS)).toBeVisible({ timeout: 30_000 });
});

test('a file is paused, resumed and cancelled while the others go on', async ({ page, watch }) => {
  watch.allow(HELD_STILL);
  const title = newTitle('Steps');
  const paths = ['first.bin', 'second.bin', 'third.bin'].map((name) => disk.write(name, FILE_BYTES));
  await beginSlowly(page, title, ...paths);
  await expect
    .poll(async () => (await ownUploadOf(page, title)).sessions.find(({ path }) => path === 'first.bin')?.received)
    .toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Pause first.bin' }).click();
  await expect(page.getByRole('button', { name: 'Resume first.bin' })).toBeFocused();
  // What has arrived of it is told, not that it begins with nothing.
  await expect(lineOf(page, 'first.bin')).toContainText(/Paused at [1-9]/);
  await expect(lineOf(page, 'second.bin')).toContainText(/Sending · [1-9]\d?%/, { timeout: 20_000 });
  await page.getByRole('button', { name: 'Cancel second.bin' }).click();
  await expect(lineOf(page, 'second.bin')).toHaveCount(0);
  await throttle(page, null);
  await expect(lineOf(page, 'third.bin')).toContainText('Arrived', { timeout: 20_000 });
  // Nothing is handed in while something stands still.
  expect((await ownUploadOf(page, title)).submittedAt).toBeNull();
  await page.getByRole('button', { name: 'Resume first.bin' }).click();
  await expect(formOf(page).getByText(SUCCESS)).toBeVisible({ timeout: 30_000 });
  const { id } = await ownUploadOf(page, title);
  const files = await filesOf(page, id);
  expect([...files.keys()].sort()).toEqual(['first.bin', 'third.bin']);
  expect(files.get('first.bin')).toBe(sha256Of(readFileSync(paths[0] ?? '')));
});

test('another page of the site may be opened meanwhile; leaving the site is asked about', async ({ page }) => {
  const title = newTitle('Elsewhere');
  await beginSlowly(page, title, disk.write('far.bin', FILE_BYTES));
  await page.getByRole('banner').getByRole('link', { name: 'Elements', exact: true }).click();
  await expect(page).toHaveURL('/resources');
  const asked = page.waitForEvent('dialog');
  const reload = page.reload({ timeout: 5000 }).catch(() => null);
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await reload;
  await throttle(page, null);
  await page.goBack();
  await expect(formOf(page).getByText(SUCCESS)).toBeVisible({ timeout: 30_000 });
});

test('after a closed window the same files go on, and a changed one begins anew', async ({ page, context }) => {
  const title = newTitle('Closed');
  const same = disk.write('same.bin', FILE_BYTES);
  await beginSlowly(page, title, same);
  await expect.poll(() => arrivedOf(page, 'same.bin')).toMatch(/^[2-9]\d%/);
  await page.close();

  const later = await context.newPage();
  const offsets = resumedOffsets(later);
  const { id } = await ownUploadOf(later, title);
  await later.goto(ownUploadPath(id));
  const unfinished = later.getByRole('list', { name: 'Files that have not arrived completely' });
  await expect(unfinished.getByText('same.bin')).toBeVisible();
  const chooser = later.locator('input[type=file][multiple]:not([webkitdirectory])');
  await chooser.setInputFiles(same);
  await expect.poll(async () => (await ownUploadOf(later, title)).fileCount, { timeout: 30_000 }).toBe(1);
  expect(offsets.some((offset) => offset > 0)).toBe(true);
  await expect(unfinished).toHaveCount(0);
  expect((await filesOf(later, id)).get('same.bin')).toBe(sha256Of(readFileSync(same)));

  // Another file, cut in the same way, is another one when it is chosen again.
  const changed = disk.write('changed.bin', FILE_BYTES);
  await throttle(later, SLOW);
  await chooser.setInputFiles(changed);
  await expect.poll(() => arrivedOf(later, 'changed.bin'), { timeout: 20_000 }).toMatch(/^[2-9]\d%/);
  await later.close();
  disk.write('changed.bin', FILE_BYTES);
  const last = await context.newPage();
  await last.goto(ownUploadPath(id));
  await expect(last.getByRole('list', { name: 'Files that have not arrived completely' })).toContainText('changed.bin');
  await throttle(last, SLOW);
  await last.locator('input[type=file][multiple]:not([webkitdirectory])').setInputFiles(changed);
  await expect(lineOf(last, 'changed.bin')).toContainText('It begins anew: the file has changed since the last time.');
  await throttle(last, null);
  await expect.poll(async () => (await ownUploadOf(last, title)).fileCount, { timeout: 30_000 }).toBe(2);
  expect((await filesOf(last, id)).get('changed.bin')).toBe(sha256Of(readFileSync(changed)));
});

test('a file that came with its folder goes on when it is pointed at alone', async ({ page, context }) => {
  const title = newTitle('Pointed at');
  const path = disk.write('pack/clips/deep.bin', FILE_BYTES);
  await openForm(page);
  await fillDetails(page, title);
  await chooseFolder(page, `${disk.folder}/pack`);
  await throttle(page, SLOW);
  await pressUpload(page);
  await expect.poll(() => arrivedOf(page, 'deep.bin'), { timeout: 20_000 }).toMatch(/^[2-9]\d%/);
  await page.close();

  const later = await context.newPage();
  const offsets = resumedOffsets(later);
  const { id } = await ownUploadOf(later, title);
  await later.goto(ownUploadPath(id));
  const pointAt = async (file: string): Promise<void> => {
    const chooser = later.waitForEvent('filechooser');
    await later.getByRole('button', { name: 'Go on with pack/clips/deep.bin' }).click();
    await (await chooser).setFiles(file);
  };
  await pointAt(disk.write('other.bin', FILE_BYTES));
  await expect(later.getByText('This is not the same file, or it has changed: pack/clips/deep.bin')).toBeVisible();
  await pointAt(path);
  await expect.poll(async () => (await ownUploadOf(later, title)).fileCount, { timeout: 30_000 }).toBe(1);
  expect(offsets.some((offset) => offset > 0)).toBe(true);
  expect([...(await filesOf(later, id))]).toEqual([['pack/clips/deep.bin', sha256Of(readFileSync(path))]]);
});

test('a file that changes while it is sent is told, and the others go on', async ({ page, watch }) => {
  watch.allow(/ERR_UPLOAD_FILE_CHANGED/, HELD_STILL);
  const title = newTitle('Moving');
  const moving = disk.write('moving.bin', FILE_BYTES);
  await beginSlowly(page, title, moving, disk.write('still.bin', 1000));
  disk.write('moving.bin', FILE_BYTES + 5);
  await page.getByRole('button', { name: 'Pause moving.bin' }).click();
  await page.getByRole('button', { name: 'Resume moving.bin' }).click();
  await expect(lineOf(page, 'moving.bin')).toContainText(
    'Failed to upload file moving.bin. This file changed on your disk while it was being sent. Choose it again.',
    { timeout: 20_000 },
  );
  await throttle(page, null);
  await expect(lineOf(page, 'still.bin')).toContainText('Arrived');
  await page.getByRole('button', { name: 'Go on without what failed' }).click();
  await expect(formOf(page).getByText(SUCCESS)).toBeVisible({ timeout: 30_000 });
  const { id } = await ownUploadOf(page, title);
  expect([...(await filesOf(page, id)).keys()]).toEqual(['still.bin']);
});

test('a session that ends meanwhile asks to log in again, and the upload goes on', async ({ page, context, watch }) => {
  watch.allow(/status of 401/, HELD_STILL);
  const title = newTitle('Signed out');
  const path = disk.write('long.bin', FILE_BYTES);
  await beginSlowly(page, title, path);
  await context.clearCookies();
  await throttle(page, null);
  const dialog = page.getByRole('dialog', { name: 'Log in again' });
  await dialog.getByLabel('Password').fill('helix-demo-2026', { timeout: 20_000 });
  await page.keyboard.press('Enter');
  await expect(formOf(page).getByText(SUCCESS)).toBeVisible({ timeout: 30_000 });
  const { id } = await ownUploadOf(page, title);
  expect((await filesOf(page, id)).get('long.bin')).toBe(sha256Of(readFileSync(path)));
});

test('an upload can be given up as a whole', async ({ page }) => {
  const title = newTitle('Given up');
  await beginSlowly(page, title, disk.write('vain.bin', FILE_BYTES));
  await page.getByRole('button', { name: 'Cancel upload' }).click();
  await expect(page.getByRole('button', { name: 'Keep uploading' })).toBeFocused();
  await page.getByRole('button', { name: 'Cancel it all' }).click();
  await expect(page.getByRole('heading', { name: 'Upload New Resource' })).toBeVisible();
  const list = await page.request.get('/api/leaker/uploads?limit=50');
  expect(((await list.json()) as { uploads: { title: string }[] }).uploads.map((one) => one.title)).not.toContain(
    title,
  );
});
