// The person's own footage on stages (next.md LE-2): chosen, kept, switched off, removed, and never sent.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { resourcePath } from '#contract/paths.ts';
import { makeOwnClip, makeStageFiles } from '#test/harness/stage-files.ts';
import { chooseFile, withoutFileHandles } from './footage-steps.ts';
import { expect, test } from './journey.ts';
import { newPack, type Pack } from './stage-steps.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

test.describe.configure({ mode: 'serial' });

const clip = { ...makeOwnClip('Beach walk.mp4', 'testsrc2=s=640x360:r=24:d=2'), mimeType: 'video/mp4' };
let pack: Pack;

test.beforeAll(async ({ browser, baseURL }) => {
  test.setTimeout(300_000);
  const context = await browser.newContext({ baseURL });
  const files = (await makeStageFiles()).filter(({ name }) => /^(?:Alpha|Look|README)/.test(name));
  pack = await newPack(await context.newPage(), browser, baseURL, 'Free', files);
  await context.close();
});

const partsOf = (page: Page) => {
  const stage = page.getByRole('region', { name: 'Preview' });
  return {
    stage,
    badge: stage.getByText('Stays on this device'),
    mine: stage.getByRole('button', { name: 'My footage', exact: true }),
    offer: stage.getByRole('button', { name: 'Use my footage' }),
    name: stage.getByText('Beach walk.mp4'),
    rail: page.getByRole('heading', { name: 'Your footage' }).locator('..'),
  };
};

/** Everything the page sends, as method, path and number of bytes. `blob:` addresses are read within the browser. */
const watchSent = (page: Page) => {
  const sent: { method: string; url: string; body: Buffer }[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith('blob:')) return;
    sent.push({ method: request.method(), url: request.url(), body: request.postDataBuffer() ?? Buffer.alloc(0) });
  });
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) =>
      sent.push({ method: 'socket', url: socket.url(), body: Buffer.from(payload) }),
    ),
  );
  return sent;
};

test('footage is shown on every page, stays after a reload, and is off and gone with one click', async ({
  page,
  watch,
}) => {
  watch.allow(/GPU stall due to ReadPixels/);
  await withoutFileHandles(page);
  const sent = watchSent(page);
  await page.goto(resourcePath(pack.id));
  const { stage, badge, mine, offer, name, rail } = partsOf(page);
  await expect(stage.getByText('Nothing is uploaded.')).toBeVisible();
  await chooseFile(page, 'Use my footage', clip);
  await expect(badge).toBeVisible();
  await expect(name).toBeVisible();
  await expect(stage.getByText('640x360, 24 fps, 0:02')).toBeVisible();
  await expect(rail).toContainText('Kept in this browser until you remove it');
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);

  await page.reload();
  await expect(name).toBeVisible();
  await page.goto(`${resourcePath(pack.id)}?file=Look.cube`);
  await expect(name).toBeVisible();

  await mine.click();
  await expect(badge).toBeHidden();
  await page.reload();
  await expect(mine).toHaveAttribute('aria-pressed', 'false');
  await expect(badge).toBeHidden();
  await mine.click();
  await expect(name).toBeVisible();

  await stage.getByRole('button', { name: 'Remove' }).click();
  await expect(offer).toBeVisible();
  await expect(rail).toBeHidden();
  await page.reload();
  await expect(offer).toBeVisible();
  expect(await page.evaluate(async () => (await indexedDB.databases()).map((one) => one.name))).not.toContain(
    'helix-footage',
  );

  // The clip has 20 times as many bytes as everything the page sent, and none of its parts is among them.
  const bodies = Buffer.concat(sent.map(({ body }) => body));
  expect(bodies.length * 20).toBeLessThan(clip.buffer.length);
  for (let at = 0; at + 16 <= clip.buffer.length; at += 1024)
    expect(bodies.includes(clip.buffer.subarray(at, at + 16))).toBe(false);
  const own = new URL(page.url()).origin;
  expect(sent.filter(({ url }) => new URL(url).host !== new URL(own).host)).toEqual([]);
  expect(sent.filter(({ url }) => decodeURIComponent(url).includes('Beach'))).toEqual([]);
});

test('footage can be dropped, and a kept handle is asked for again', async ({ page }) => {
  // A real handle, to a file of the browser's own, stands for one from the disk.
  await page.addInitScript(() => {
    const picked = async () => {
      const root = await navigator.storage.getDirectory();
      return [await root.getFileHandle('Beach walk.mp4')];
    };
    Object.assign(window, { showOpenFilePicker: picked });
  });
  await page.goto(resourcePath(pack.id));
  const { stage, name, badge } = partsOf(page);
  const bytes = clip.buffer.toString('base64');
  await page.evaluate(async (encoded) => {
    const root = await navigator.storage.getDirectory();
    const handle = await root.getFileHandle('Beach walk.mp4', { create: true });
    const target = await handle.createWritable();
    await target.write(Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0)));
    await target.close();
  }, bytes);
  await stage.getByRole('button', { name: 'Use my footage' }).click();
  await expect(name).toBeVisible();
  await page.reload();
  await expect(name).toBeVisible();
  await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    await root.removeEntry('Beach walk.mp4');
  });
  await page.reload();
  await expect(stage.getByText('This file is no longer where it was. Choose it again.')).toBeVisible();

  await page.evaluate((encoded) => {
    const data = new DataTransfer();
    const content = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
    data.items.add(new File([content], 'Beach walk.mp4', { type: 'video/mp4' }));
    const target = document.querySelector('.stage-view');
    target?.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  }, bytes);
  await expect(badge).toBeVisible();
  await expect(name).toBeVisible();
});

test('a file that can’t be used says why, and earlier footage stays', async ({ page, watch }) => {
  watch.allow(/blob:/);
  await withoutFileHandles(page);
  await page.goto(resourcePath(pack.id));
  const { stage, name } = partsOf(page);
  await chooseFile(page, 'Use my footage', {
    name: 'Notes.mp4',
    mimeType: 'video/mp4',
    buffer: Buffer.from('no clip'),
  });
  await expect(
    stage.getByText('Your browser can’t read this file. Choose an H.264 clip, a picture, or a sound.'),
  ).toBeVisible();
  await chooseFile(page, 'Choose', clip);
  await expect(name).toBeVisible();
  await chooseFile(page, 'Replace', { name: 'Empty.mov', mimeType: 'video/quicktime', buffer: Buffer.alloc(0) });
  await expect(stage.getByText('This file is empty.')).toBeVisible();
  await expect(name).toBeVisible();
});
