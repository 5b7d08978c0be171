// 3D models on the stage (next.md DL-14).
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { resourcePath } from '#contract/paths.ts';
import { makeGlb } from '#test/harness/model.ts';
import { expect, test } from './journey.ts';
import { colourAt, newPack, type Pack } from './stage-steps.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

test.describe.configure({ mode: 'serial' });

let free: Pack;

test.beforeAll(async ({ browser, baseURL }) => {
  test.setTimeout(400_000);
  const context = await browser.newContext({ baseURL });
  const files = [{ name: 'Cube.glb', buffer: await makeGlb({ isAnimated: true, note: crypto.randomUUID() }) }];
  free = await newPack(await context.newPage(), browser, baseURL, 'Free', files);
  await context.close();
});

const expectClean = async (page: Page): Promise<void> => {
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
};

test('a 3D model turns by keys and pointer, and its code is loaded with it', async ({ page, watch }) => {
  test.setTimeout(180_000);
  watch.allow(/GPU stall due to ReadPixels/);
  const asked: URL[] = [];
  page.on('request', (request) => asked.push(new URL(request.url())));
  await page.goto(resourcePath(free.id));
  await page.waitForLoadState('networkidle');
  const scripts = () => asked.filter(({ pathname }) => /model-(?:viewer|scene)|\.glb$/.test(pathname));
  expect(scripts()).toEqual([]);
  const stage = page.getByRole('region', { name: 'Preview' });
  const status = stage.getByRole('status');
  const list = page.getByRole('region', { name: 'Files', exact: true });
  await expect(list.getByRole('listitem').filter({ hasText: 'Cube.glb' })).toContainText('12 tris');
  await list.getByRole('button', { name: 'Show Cube.glb' }).click();
  const model = stage.getByRole('application', { name: /^Cube\.glb/ });
  await expect(model).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => scripts().length).toBeGreaterThan(2);
  const look = () => model.evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
  // The tests' browser asks for less motion, so nothing starts without a press.
  await expect(status).toHaveText('Cube.glb is on the stage');
  await model.focus();
  /** Whether the middle of the model has this colour somewhere. */
  const has = async (channel: 0 | 2) => {
    for (let x = 0.3; x < 0.7; x += 0.02) {
      const colour = await colourAt(page, x, 0.5);
      if ((colour[channel] ?? 0) > 110 && (colour[2 - channel] ?? 255) < 90) return true;
    }
    return false;
  };
  await expect.poll(async () => [await has(0), await has(2)]).toEqual([true, true]);
  const still = await look();
  await page.keyboard.press('Space');
  await expect(status).toHaveText('Playing Cube.glb');
  await expect.poll(look).not.toBe(still);
  await page.keyboard.press('Space');
  await expect(status).toHaveText('Cube.glb is on the stage');
  for (const key of ['ArrowRight', 'ArrowUp', '+', '0']) {
    const before = await look();
    await page.keyboard.press(key);
    await expect.poll(look, key).not.toBe(before);
  }
  await expect(page).toHaveURL(/file=Cube\.glb/);
  const box = await model.boundingBox();
  if (!box) throw new Error('the model is not visible');
  const turned = await look();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 3, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect.poll(look).not.toBe(turned);
  for (const name of ['Clay', 'Normals', 'Wireframe', 'Textured']) {
    const before = await look();
    await stage.getByRole('button', { name }).click();
    await expect.poll(look, name).not.toBe(before);
  }
  await stage.getByRole('button', { name: 'Person, 1.8 m' }).click();
  await stage.getByRole('button', { name: 'White background' }).click();
  await expectClean(page);
  const { origin } = new URL(page.url());
  expect(asked.filter((url) => /^http/.test(url.protocol) && url.origin !== origin)).toEqual([]);
});

test('a 3D model is a picture where WebGL is missing', async ({ page }) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await page.goto(`${resourcePath(free.id)}?file=Cube.glb`);
  const stage = page.getByRole('region', { name: 'Preview' });
  await expect(stage.getByText('This is a picture from the server.')).toBeVisible();
  await expect(stage.getByRole('img', { name: 'Cube.glb' })).toBeVisible();
  await expect(stage.locator('canvas')).toHaveCount(0);
});
