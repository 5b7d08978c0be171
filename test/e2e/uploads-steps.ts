// Steps for journeys that upload.
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { OwnUpload, UploadLine } from '#contract/uploads/api.ts';
import { expect } from './journey.ts';

export const SUCCESS = 'Files uploaded successfully! Awaiting approval.';

/** A journey's own folder inside the temporary folder, deleted together with it. */
export type Disk = {
  folder: string;
  /** Writes a file with the given content, or with the given number of random bytes; returns its path. */
  write(path: string, content: string | number): string;
  /** Creates a sparse file of this size, which takes up no disk space; returns its path. */
  claim(path: string, bytes: number): string;
  remove(): void;
};

export function newDisk(): Disk {
  const folder = mkdtempSync(join(tmpdir(), 'helix-upload-'));
  const placeOf = (path: string): string => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    return join(folder, path);
  };
  return {
    folder,
    write(path, content) {
      writeFileSync(placeOf(path), typeof content === 'string' ? content : randomBytes(content));
      return placeOf(path);
    },
    claim(path, bytes) {
      writeFileSync(placeOf(path), '');
      truncateSync(placeOf(path), bytes);
      return placeOf(path);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The upload form on the leaker's page. */
export function formOf(page: Page): Locator {
  return page.getByRole('region', { name: /^(Upload New Resource|Uploading )/ });
}

export async function openForm(page: Page): Promise<void> {
  await page.goto('/leaker');
  await expect(page.getByRole('heading', { name: 'Upload New Resource' })).toBeVisible();
}

export function newTitle(what: string): string {
  return `${what} ${crypto.randomUUID().slice(0, 8)}`;
}

/** Fills in the required fields. */
export async function fillDetails(page: Page, title: string): Promise<void> {
  const form = formOf(page);
  await form.getByLabel('Title').fill(title);
  await form.getByLabel('Description').fill('Made for a journey.');
  await form.getByRole('combobox', { name: 'Type' }).selectOption('other');
  await form.getByRole('combobox', { name: 'Editor' }).fill('Blender');
  await form.getByRole('checkbox', { name: 'I made this or have the right to share it here' }).check();
}

export function chooseFiles(page: Page, ...paths: string[]): Promise<void> {
  return formOf(page).locator('input[type=file][multiple]:not([webkitdirectory])').setInputFiles(paths);
}

export function chooseFolder(page: Page, path: string): Promise<void> {
  return formOf(page).locator('input[webkitdirectory]').setInputFiles(path);
}

export function pressUpload(page: Page): Promise<void> {
  return formOf(page).getByRole('button', { name: 'Upload', exact: true }).click();
}

/** A file's row in the queue. */
export function lineOf(page: Page, name: string): Locator {
  return page.getByRole('region', { name: 'Files to upload' }).getByRole('listitem').filter({ hasText: name });
}

/** Text of a file's progress bar, which says how much of the file the server has acknowledged. */
export async function arrivedOf(page: Page, name: string): Promise<string> {
  return (await lineOf(page, name).getByRole('progressbar').getAttribute('aria-valuetext')) ?? '';
}

/** The upload with this title, as its leaker sees it. */
export async function ownUploadOf(page: Page, title: string): Promise<OwnUpload> {
  const list = await page.request.get('/api/leaker/uploads?limit=50');
  expect(list.status(), await list.text()).toBe(200);
  const { uploads } = (await list.json()) as { uploads: UploadLine[] };
  const line = uploads.find((one) => one.title === title);
  expect(line, `an upload ${title}`).toBeDefined();
  const answer = await page.request.get(`/api/uploads/${line?.id}`);
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()) as OwnUpload;
}

/** SHA-256 of an upload's files by path, once all checks are done. */
export async function filesOf(page: Page, id: string): Promise<Map<string, string>> {
  await expect
    .poll(
      async () => {
        const answer = await page.request.get(`/api/uploads/${id}/progress`);
        return ((await answer.json()) as { sessions: unknown[] }).sessions.length;
      },
      { message: 'the checks finish', timeout: 60_000 },
    )
    .toBe(0);
  const { files } = (await (await page.request.get(`/api/resources/${id}/files`)).json()) as {
    files: { name: string; sha256: string }[];
  };
  return new Map(files.map(({ name, sha256 }) => [name, sha256]));
}

export function sha256Of(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Limits the page's upload speed; null removes the limit. */
export async function throttle(page: Page, bytesPerSecond: number | null): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond ?? -1,
  });
}
