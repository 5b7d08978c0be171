// Uploads survive network failures, closed windows and changed files (product.md UP-3).
import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
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
/** Bytes a second: an upload takes longer than a few steps on a busy machine. */
const SLOW = 500_000;

let disk: Disk;
test.beforeEach(async ({ page }) => {
  disk = newDisk();
  await signInByCall(page.request, 'leaker');
});
test.afterEach(() => disk.remove());

/** Records the offsets (in bytes) that the server reports when uploads resume. */
const resumedOffsets = (page: Page): number[] => {
  const offsets: number[] = [];
  page.on('response', (response) => {
    if (response.request().method() !== 'HEAD' || !response.url().includes('/uploads/sessions/')) return;
    const offset = response.headers()['upload-offset'];
    if (offset !== undefined) offsets.push(Number(offset));
  });
  return offsets;
};

/** Starts uploading these files slowly, and waits until part of the first one has been sent. */
const beginSlowly = async (page: Page, title: string, ...paths: string[]): Promise<void> => {
  await openForm(page);
  await fillDetails(page, title);
  await chooseFiles(page, ...paths);
  await throttle(page, SLOW);
  await pressUpload(page);
  await expect(page.getByRole('heading', { name: `Uploading ${title}` })).toBeVisible();
  const first = paths[0]?.split('/').at(-1) ?? '';
  await expect(lineOf(page, first)).toContainText(/Uploading · [1-9]\d?%/, { timeout: 20_000 });
};

/**
 * The server may keep reading from an abandoned connection for a moment. Resuming then fails with "busy" or an offset conflict
 * and is retried; the browser logs each of these responses.
 */
const HELD_STILL = /status of (409|423) .*\/api\/uploads\/sessions\//;

test('a lost connection is reported, and the upload resumes where it stopped', async ({ page, context, watch }) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/, /ERR_NETWORK_CHANGED/, HELD_STILL);
  const offsets = resumedOffsets(page);
  const title = newTitle('Cut');
  const path = disk.write('cut.bin', FILE_BYTES);
  await beginSlowly(page, title, path);
  await context.setOffline(true);
  await expect(lineOf(page, 'cut.bin')).toContainText("Connection lost. The upload resumes when you're back online.");
  await context.setOffline(false);
  await throttle(page, null);
  await expect(formOf(page).getByText(SUCCESS)).toBeVisible({ timeout: 30_000 });
  expect(offsets.some((offset) => offset > 0)).toBe(true);
  const { id } = await ownUploadOf(page, title);
  expect((await filesOf(page, id)).get('cut.bin')).toBe(sha256Of(readFileSync(path)));
});

test('an upload waits while the site is briefly unavailable', async ({ page, watch }) => {
  watch.allow(/uploads\/sessions/);
  const title = newTitle('Away');
  await openForm(page);
  await fillDetails(page, title);
  await chooseFiles(page, disk.write('away.bin', 300_000));
  await page.route('**/api/uploads/sessions', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
  await pressUpload(page);
  await expect(lineOf(page, 'away.bin')).toContainText("The site isn't responding. We'll keep trying.");

  // Other pages of the site still show the upload, with a link back. Leaving the site asks for confirmation.
  await page.getByRole('banner').getByRole('link', { name: 'Wiki' }).click();
  await expect(page).toHaveURL('/wiki');
  const running = page.getByRole('list', { name: 'Uploads' });
  await expect(running.getByRole('progressbar', { name: `Uploading ${title}` })).toHaveAttribute('aria-valuenow', '0');
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

test('a file is paused, resumed and cancelled while the others continue', async ({ page, watch }) => {
  watch.allow(HELD_STILL);
  const title = newTitle('Steps');
  const paths = ['first.bin', 'second.bin', 'third.bin'].map((name) => disk.write(name, FILE_BYTES));
  await beginSlowly(page, title, ...paths);
  await expect
    .poll(async () => (await ownUploadOf(page, title)).sessions.find(({ path }) => path === 'first.bin')?.received)
    .toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Pause first.bin' }).click();
  await expect(page.getByRole('button', { name: 'Resume first.bin' })).toBeFocused();
  // The row shows how much has arrived instead of starting at zero.
  await expect(lineOf(page, 'first.bin')).toContainText(/Paused at [1-9]/);
  await expect(lineOf(page, 'second.bin')).toContainText(/Uploading · [1-9]\d?%/, { timeout: 20_000 });
  await page.getByRole('button', { name: 'Cancel second.bin' }).click();
  await expect(lineOf(page, 'second.bin')).toHaveCount(0);
  await throttle(page, null);
  await expect(lineOf(page, 'third.bin')).toContainText('Uploaded', { timeout: 20_000 });
  // Nothing is submitted while a file is paused.
  expect((await ownUploadOf(page, title)).submittedAt).toBeNull();
  await page.getByRole('button', { name: 'Resume first.bin' }).click();
  await expect(formOf(page).getByText(SUCCESS)).toBeVisible({ timeout: 30_000 });
  const { id } = await ownUploadOf(page, title);
  const files = await filesOf(page, id);
  expect([...files.keys()].sort()).toEqual(['first.bin', 'third.bin']);
  expect(files.get('first.bin')).toBe(sha256Of(readFileSync(paths[0] ?? '')));
});

test('other pages of the site can be opened during an upload; leaving the site asks first', async ({ page }) => {
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

test('an indicator follows an upload on every page and stays until the person has looked at it', async ({ page }) => {
  const title = newTitle('Followed');
  await beginSlowly(page, title, disk.write('long.bin', FILE_BYTES));
  await throttle(page, 100_000);
  const running = page.getByRole('list', { name: 'Uploads', exact: true });
  // The upload is on the screen.
  await expect(running).toHaveCount(0);
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(running.getByRole('progressbar', { name: `Uploading ${title}` })).toBeVisible();
  await running.getByRole('link', { name: title }).click();
  await expect(page.getByRole('region', { name: 'Files to upload' })).toBeInViewport();
  await expect(running).toHaveCount(0);

  await page.getByRole('banner').getByRole('link', { name: 'Wiki' }).click();
  await expect(running).toContainText(/Uploading\s*\d+%/);
  const { violations } = await new AxeBuilder({ page }).include('[aria-label=Uploads]').analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  await throttle(page, null);
  await expect(running).toContainText('Uploaded', { timeout: 30_000 });
  await expect(page.getByRole('status').filter({ hasText: `Uploaded: ${title}.` })).toBeAttached();
  await running.getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Elements', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toHaveCount(0);
  await expect(running).toHaveCount(0);
});

test('after closing the window the same files resume, and a changed one starts over', async ({ page, context }) => {
  const title = newTitle('Closed');
  const same = disk.write('same.bin', FILE_BYTES);
  await beginSlowly(page, title, same);
  await expect.poll(() => arrivedOf(page, 'same.bin')).toMatch(/^[2-9]\d%/);
  await page.close();

  const later = await context.newPage();
  const offsets = resumedOffsets(later);
  const { id } = await ownUploadOf(later, title);
  await later.goto(ownUploadPath(id));
  const unfinished = later.getByRole('list', { name: 'Unfinished files' });
  await expect(unfinished.getByText('same.bin')).toBeVisible();
  const chooser = later.locator('input[type=file][multiple]:not([webkitdirectory])');
  await chooser.setInputFiles(same);
  await expect.poll(async () => (await ownUploadOf(later, title)).fileCount, { timeout: 30_000 }).toBe(1);
  expect(offsets.some((offset) => offset > 0)).toBe(true);
  await expect(unfinished).toHaveCount(0);
  expect((await filesOf(later, id)).get('same.bin')).toBe(sha256Of(readFileSync(same)));

  // If a selected file has the same name and size as before but new content, it counts as a different file.
  const changed = disk.write('changed.bin', FILE_BYTES);
  await throttle(later, SLOW);
  await chooser.setInputFiles(changed);
  await expect.poll(() => arrivedOf(later, 'changed.bin'), { timeout: 20_000 }).toMatch(/^[2-9]\d%/);
  await later.close();
  disk.write('changed.bin', FILE_BYTES);
  const last = await context.newPage();
  await last.goto(ownUploadPath(id));
  await expect(last.getByRole('list', { name: 'Unfinished files' })).toContainText('changed.bin');
  await throttle(last, SLOW);
  await last.locator('input[type=file][multiple]:not([webkitdirectory])').setInputFiles(changed);
  await expect(lineOf(last, 'changed.bin')).toContainText('Starting over: the file has changed since last time.');
  await throttle(last, null);
  await expect.poll(async () => (await ownUploadOf(last, title)).fileCount, { timeout: 30_000 }).toBe(2);
  expect((await filesOf(last, id)).get('changed.bin')).toBe(sha256Of(readFileSync(changed)));
});

test('a file from a folder resumes when it is chosen on its own', async ({ page, context }) => {
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
    await later.getByRole('button', { name: 'Resume pack/clips/deep.bin' }).click();
    await (await chooser).setFiles(file);
  };
  await pointAt(disk.write('other.bin', FILE_BYTES));
  await expect(later.getByText('This is not the same file, or it has changed: pack/clips/deep.bin')).toBeVisible();
  await pointAt(path);
  await expect.poll(async () => (await ownUploadOf(later, title)).fileCount, { timeout: 30_000 }).toBe(1);
  expect(offsets.some((offset) => offset > 0)).toBe(true);
  expect([...(await filesOf(later, id))]).toEqual([['pack/clips/deep.bin', sha256Of(readFileSync(path))]]);
});

test('a file that changes during the upload is reported, and the others continue', async ({ page, watch }) => {
  watch.allow(/ERR_UPLOAD_FILE_CHANGED/, HELD_STILL);
  const title = newTitle('Moving');
  const moving = disk.write('moving.bin', FILE_BYTES);
  await beginSlowly(page, title, moving, disk.write('still.bin', 1000));
  await page.getByRole('button', { name: 'Pause moving.bin' }).click();
  const resume = page.getByRole('button', { name: 'Resume moving.bin' });
  await resume.waitFor();
  disk.write('moving.bin', FILE_BYTES + 5);
  await resume.click();
  await expect(lineOf(page, 'moving.bin')).toContainText(
    'Failed to upload file moving.bin. This file changed on your disk during the upload. Choose it again.',
    { timeout: 20_000 },
  );
  await throttle(page, null);
  await expect(lineOf(page, 'still.bin')).toContainText('Uploaded');
  await page.getByRole('button', { name: 'Skip failed files' }).click();
  await expect(formOf(page).getByText(SUCCESS)).toBeVisible({ timeout: 30_000 });
  const { id } = await ownUploadOf(page, title);
  expect([...(await filesOf(page, id)).keys()]).toEqual(['still.bin']);
});

test('a session that expires asks to log in again, and the upload continues', async ({ page, context, watch }) => {
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

test('a whole upload can be cancelled', async ({ page }) => {
  const title = newTitle('Given up');
  await beginSlowly(page, title, disk.write('vain.bin', FILE_BYTES));
  await page.getByRole('button', { name: 'Cancel upload' }).click();
  await expect(page.getByRole('button', { name: 'Keep uploading' })).toBeFocused();
  await page.getByRole('button', { name: 'Yes, cancel' }).click();
  await expect(page.getByRole('heading', { name: 'Upload New Resource' })).toBeVisible();
  const titles = async () => {
    const list = await page.request.get('/api/leaker/uploads?limit=50');
    return ((await list.json()) as { uploads: { title: string }[] }).uploads.map((one) => one.title);
  };
  await expect.poll(titles).not.toContain(title);
});
