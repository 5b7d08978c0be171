// The person's own footage on stages (next.md LE-2): chosen, switched off, removed, and never sent.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page, Request } from '@playwright/test';
import { resourcePath } from '#contract/paths.ts';
import { makeOwnClip, makeStageFiles } from '#test/harness/stage-files.ts';
import { chooseFile, untilKept, withoutFileHandles } from './footage-steps.ts';
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

/** Drops the clip onto the stage, under a name. */
const dropClip = (page: Page, as: string, content = clip.buffer): Promise<void> =>
  page.evaluate(
    ([encoded, title]) => {
      const data = new DataTransfer();
      const bytes = Uint8Array.from(atob(encoded ?? ''), (letter) => letter.charCodeAt(0));
      data.items.add(new File([bytes], title ?? '', { type: 'video/mp4' }));
      const target = document.querySelector('.stage-view');
      target?.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    [content.toString('base64'), as],
  );

const partsOf = (page: Page) => {
  const stage = page.getByRole('region', { name: 'Preview' });
  return {
    stage,
    badge: stage.getByText('Stays on this device'),
    mine: stage.getByRole('button', { name: 'Show my footage' }),
    offer: stage.getByRole('button', { name: 'Use my footage' }),
    name: stage.getByText('Beach walk.mp4', { exact: true }),
    rail: page.getByRole('heading', { name: 'Your footage' }).locator('..'),
  };
};

/** Everything the page sends. `blob:` addresses are read within the browser. */
const watchSent = (page: Page) => {
  const requests: Request[] = [];
  const frames: { url: string; bytes: number }[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith('blob:')) requests.push(request);
  });
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => frames.push({ url: socket.url(), bytes: Buffer.byteLength(payload) })),
  );
  return {
    urls: (): string[] => [...requests.map((request) => request.url()), ...frames.map(({ url }) => url)],
    /**
     * Bytes of all bodies and messages. Bodies are counted by their header, because browsers don't show the contents of files that are sent;
     * a body without a length counts as endless.
     */
    bytes: async (): Promise<number> => {
      const bodies = requests.map(async (request) => {
        if (['GET', 'HEAD'].includes(request.method())) return 0;
        return Number((await request.allHeaders())['content-length'] ?? Number.POSITIVE_INFINITY);
      });
      const sizes = [...(await Promise.all(bodies)), ...frames.map(({ bytes }) => bytes)];
      return sizes.reduce((sum, size) => sum + size, 0);
    },
  };
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
  await untilKept(page);
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
  const stores = () => page.evaluate(async () => (await indexedDB.databases()).map((one) => one.name));
  await expect.poll(stores).not.toContain('helix-footage');
  await page.reload();
  await expect(offer).toBeVisible();
  expect(await stores()).not.toContain('helix-footage');

  // The clip has 20 times as many bytes as everything the page sent.
  expect((await sent.bytes()) * 20).toBeLessThan(clip.buffer.length);
  const { host } = new URL(page.url());
  expect(sent.urls().filter((url) => new URL(url).host !== host || decodeURIComponent(url).includes('Beach'))).toEqual(
    [],
  );
  // The same count finds a file that is sent.
  watch.allow(/nowhere/, /Failed to load resource/);
  await page.evaluate(async (size) => {
    await fetch('/api/nowhere', { method: 'POST', body: new File([new Uint8Array(size)], 'Beach walk.mp4') });
  }, clip.buffer.length);
  expect(await sent.bytes()).toBeGreaterThanOrEqual(clip.buffer.length);
});

test('a clip that is dropped while kept footage is off takes its place', async ({ page }) => {
  await withoutFileHandles(page);
  await page.goto(resourcePath(pack.id));
  const { stage, mine, name } = partsOf(page);
  await chooseFile(page, 'Use my footage', clip);
  await expect(name).toBeVisible();
  await untilKept(page);
  await mine.click();
  await page.reload();
  await expect(mine).toHaveAttribute('aria-pressed', 'false');
  await dropClip(page, 'Newer.mp4');
  await expect(stage.getByText('Newer.mp4')).toBeVisible();
  await untilKept(page);
  await page.reload();
  await expect(stage.getByText('Newer.mp4')).toBeVisible();
  await expect(name).toBeHidden();
});

test('footage can be dropped, and a kept handle is asked for again', async ({ page, watch }) => {
  // The file is deleted while the player may still be reading it.
  watch.allow(/blob:/);
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
  await untilKept(page);
  await page.reload();
  await expect(name).toBeVisible();

  // After a restart, browsers ask first. The handle of the browser's own file is always allowed, so the answers are given here.
  await page.addInitScript(() => {
    const answers = { queryPermission: async () => 'prompt', requestPermission: async () => 'granted' };
    Object.assign(FileSystemHandle.prototype, answers);
  });
  await page.reload();
  const again = stage.getByRole('button', { name: 'Use Beach walk.mp4 again' });
  await expect(again).toBeVisible();
  await expect(name).toBeHidden();
  await again.click();
  await expect(name).toBeVisible();

  await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    await root.removeEntry('Beach walk.mp4');
  });
  await page.reload();
  await again.click();
  await expect(stage.getByText('This file is no longer where it was. Choose it again.')).toBeVisible();

  await dropClip(page, 'Beach walk.mp4');
  await expect(badge).toBeVisible();
  await expect(name).toBeVisible();
});

test('a file that can’t be used says why, and earlier footage stays', async ({ page, watch }) => {
  watch.allow(/blob:/);
  await withoutFileHandles(page);
  await page.goto(resourcePath(pack.id));
  const { stage, mine, name } = partsOf(page);
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

  // Also if the kept footage is off, and so not opened yet.
  await untilKept(page);
  await mine.click();
  await page.reload();
  await expect(mine).toHaveAttribute('aria-pressed', 'false');
  await dropClip(page, 'Empty.mov', Buffer.alloc(0));
  await expect(stage.getByText('This file is empty.')).toBeVisible();
  await expect(name).toBeVisible();
});
