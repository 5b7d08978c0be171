// Library check (spec row LE-5): a folder is hashed in the browser, only hashes leave after consent, and what is missing is saved.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { APIRequestContext, Page } from '@playwright/test';
import { LIBRARY_PATH, ownUploadPath } from '#contract/paths.ts';
import { decide, requireOk, waitForPreviews } from '#test/harness/approval.ts';
import { type Found, freeResourceAt } from '#test/harness/catalogue.ts';
import { signInByCall } from '#test/harness/sign-in.ts';
import { sendPack } from '#test/harness/stage-pack.ts';
import { expect, test, untilTakenOver, watchPage } from './journey.ts';
import { adminOf, newLeaker, newPicture, newTitle } from './leaker-steps.ts';
import { registerByCall } from './people.ts';

/** Index of a resource that no other journey downloads. */
const PLACE = 30;

const bytesOf = async (api: APIRequestContext, { card }: Found, file: string): Promise<Buffer> => {
  const query = new URLSearchParams({ file });
  const { directUrl } = await (await api.get(`/api/resources/${card.id}/premium-file-download?${query}`)).json();
  return await (await api.get(directUrl)).body();
};

/**
 * Answers the folder picker, which can't be driven by a test, with a folder of the origin private file system. It has the same handles,
 * permissions and streams as a folder on the disk.
 */
const pickOwnFolder = (page: Page) =>
  page.addInitScript(() => {
    const picked = async () => (await navigator.storage.getDirectory()).getDirectoryHandle('Footage', { create: true });
    Object.assign(window, { showDirectoryPicker: picked });
  });

const writeLocal = (page: Page, path: string, bytes: Buffer) =>
  page.evaluate(
    async ([parts, text]) => {
      let folder = await navigator.storage.getDirectory();
      for (const part of parts.slice(0, -1)) folder = await folder.getDirectoryHandle(part, { create: true });
      const file = await (await folder.getFileHandle(parts.at(-1) ?? '', { create: true })).createWritable();
      await file.write(Uint8Array.from(atob(text), (char) => char.charCodeAt(0)));
      await file.close();
    },
    [`Footage/${path}`.split('/'), bytes.toString('base64')] as const,
  );

/** SHA-256 of every file in the folder, by path. */
const hashesOf = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(async () => {
    const found: Record<string, string> = {};
    type Handles = { values(): AsyncIterable<FileSystemFileHandle | FileSystemDirectoryHandle> };
    const walk = async (folder: FileSystemDirectoryHandle, above: string): Promise<void> => {
      for await (const entry of (folder as unknown as Handles).values()) {
        if (entry.kind === 'directory') await walk(entry, `${above}${entry.name}/`);
        else {
          const bytes = await (await entry.getFile()).arrayBuffer();
          const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
          found[above + entry.name] = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
        }
      }
    };
    await walk(await (await navigator.storage.getDirectory()).getDirectoryHandle('Footage'), '');
    return found;
  });

const check = async (page: Page, files: number): Promise<void> => {
  await page.getByRole('button', { name: `Check ${files} files` }).click();
  await expect(page.getByText(new RegExp(`of ${files} files in \\w+ comes? from`))).toBeVisible();
};

test('a folder is checked, completed with what is missing, and remembered', async ({ page }) => {
  await signInByCall(page.request, 'premium');
  await pickOwnFolder(page);
  const found = await freeResourceAt(page.request, PLACE);
  const { card, files } = found;
  const [first = files[0]] = files.filter(({ name }) => name.includes('/'));
  const name = first?.name ?? '';
  await page.goto(LIBRARY_PATH);
  await page.waitForLoadState('networkidle');
  await writeLocal(page, `Packs/Mine/${name}`, await bytesOf(page.request, found, name));
  await writeLocal(page, 'holiday.mov', Buffer.from('my own film'));

  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.postData() ?? '');
  });
  await page.getByRole('button', { name: 'Choose a folder' }).click();
  await expect(page.getByText('File names and contents stay on this device.')).toBeVisible();
  expect(sent).toEqual([]);
  await check(page, 2);
  const hashes = await hashesOf(page);
  expect(sent.map((body) => JSON.parse(body))).toEqual([{ hashes: expect.any(Array) }]);
  expect((JSON.parse(sent[0] ?? '') as { hashes: string[] }).hashes.toSorted()).toEqual(
    Object.values(hashes).toSorted(),
  );

  const row = page
    .getByRole('list', { name: 'Assets in your folder' })
    .getByRole('listitem')
    .filter({ hasText: card.title });
  await expect(row.first()).toContainText(`1 of ${files.length} files`);
  await expect(row.first()).toContainText('Licence:');
  await row.getByRole('button', { name: `Compare ${card.title}` }).click();
  const lacking = files.length - 1;
  await expect(row.getByText(`Missing: ${lacking}`)).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await row.getByRole('button', { name: `Save ${lacking} files into the folder` }).click();
  await expect(row.getByText(`Complete: ${files.length} files, up to date.`)).toBeVisible();
  expect(await hashesOf(page)).toEqual({
    ...hashes,
    ...Object.fromEntries(files.map((file) => [`Packs/Mine/${file.name}`, file.sha256])),
  });

  // After the tab was closed, the folder is still known. A file that was edited stays, and the original is saved beside it.
  await writeLocal(page, `Packs/Mine/${name}`, Buffer.from('edited'));
  await page.reload();
  await page.getByRole('button', { name: 'Check Footage again' }).click();
  await check(page, files.length + 1);
  await row.getByRole('button', { name: `Compare ${card.title}` }).click();
  await expect(row.getByText('Different here from the current version: 1')).toBeVisible();
  await row.getByRole('button', { name: 'Save 1 file into the folder' }).click();
  await expect(row.getByText('Complete:')).toBeVisible();
  const after = await hashesOf(page);
  expect(Object.keys(after)).toHaveLength(files.length + 2);
  const beside = `Packs/Mine/${name}`.replace(/(\.\w+)$/, ' (new)$1');
  expect(after[beside]).toBe(first?.sha256);
});

test('without access to folders, a folder is read, and missing files are an ordinary download', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showDirectoryPicker'));
  await registerByCall(page.request);
  const found = await freeResourceAt(page.request, PLACE);
  const { card, files } = found;
  const folder = join(test.info().outputPath('Footage'));
  mkdirSync(folder, { recursive: true });
  const owner = await (await page.context().browser())?.newContext({ baseURL: test.info().project.use.baseURL });
  if (!owner) throw new Error('no browser');
  await signInByCall(owner.request, 'premium');
  const name = files[0]?.name ?? '';
  writeFileSync(join(folder, 'renamed.bin'), await bytesOf(owner.request, found, name));
  writeFileSync(join(folder, 'other.txt'), 'mine');
  await owner.close();

  await page.goto(`${LIBRARY_PATH}?asset=${card.id}`);
  await expect(page.getByRole('link', { name: card.title })).toBeVisible();
  await page.getByLabel('Choose a folder').setInputFiles(folder);
  await check(page, 2);
  const row = page
    .getByRole('list', { name: 'Assets in your folder' })
    .getByRole('listitem')
    .filter({ hasText: card.title });
  await row.getByRole('button', { name: `Compare ${card.title}` }).click();
  const opened = page.waitForEvent('popup');
  await row.getByRole('button', { name: `Download ${files.length - 1} files` }).click();
  await expect(await opened).toHaveURL(/\/ad-page\?/);
});

const textFile = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

test('files of an earlier version are found, and all assets are updated together', async ({
  page,
  browser,
  baseURL,
}) => {
  const admin = await adminOf(browser, baseURL);
  const workshop = await (await browser.newContext({ baseURL })).newPage();
  await watchPage(workshop);
  const { account } = await newLeaker(workshop, admin);
  const pack = { id: crypto.randomUUID(), title: newTitle(), type: 'overlay', category: 'Free' };
  const [kept, cut] = [await newPicture(), textFile('cut.txt', `first cut ${pack.id}`)];
  await sendPack(workshop.request, account.username, { ...pack, files: [kept, cut] });
  await waitForPreviews(workshop.request, pack.id);
  await decide(admin, pack.id, { status: 'APPROVED' });
  const started = await workshop.request.post(`/api/uploads/${pack.id}/versions`, { data: { note: 'A new cut.' } });
  const { id: versionId } = await started.json();
  await workshop.goto(ownUploadPath(versionId));
  await untilTakenOver(workshop);
  const newCut = textFile('cut.txt', `second cut ${pack.id}`);
  await workshop.getByLabel('Choose files').first().setInputFiles(newCut);
  await expect(workshop.getByRole('list', { name: 'Changed files' })).toContainText('cut.txt');
  await waitForPreviews(workshop.request, versionId);
  await requireOk(await workshop.request.post(`/api/uploads/${versionId}/submit`));
  await decide(admin, versionId, { status: 'APPROVED' });

  await signInByCall(page.request, 'premium');
  await pickOwnFolder(page);
  await page.goto(LIBRARY_PATH);
  await page.waitForLoadState('networkidle');
  await writeLocal(page, `Old/${kept.name}`, kept.buffer);
  await writeLocal(page, 'Old/cut.txt', cut.buffer);
  await page.getByRole('button', { name: 'Choose a folder' }).click();
  await check(page, 2);
  const row = page.getByRole('list', { name: 'Assets in your folder' }).getByRole('listitem');
  await expect(row).toContainText(pack.title);
  await expect(row).toContainText('Version 2 is available. You have files of version 1.');
  await page.getByRole('button', { name: 'Update all' }).click();
  await expect(page.getByText('1 asset updated.')).toBeVisible();
  await expect(row).not.toContainText('is available');
  await expect(row).toContainText('2 of 2 files');
  await expect(page.getByRole('button', { name: 'Update all' })).toHaveCount(0);
  const texts = await page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('Footage');
    const old = await folder.getDirectoryHandle('Old');
    const read = async (name: string) => (await (await old.getFileHandle(name)).getFile()).text();
    return [await read('cut.txt'), await read('cut (new).txt')];
  });
  expect(texts).toEqual([cut, newCut].map(({ buffer }) => buffer.toString()));
});
