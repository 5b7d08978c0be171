// How pages use the window: header, footer, listing controls and columns. Also tests the checks in sizes.ts.
import type { Locator } from '@playwright/test';
import { expect, test } from './journey.ts';
import { smallTargets, tinyText } from './sizes.ts';

const boxOf = async (locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> =>
  (await locator.boundingBox()) ?? { x: NaN, y: NaN, width: NaN, height: NaN };

test('the size check finds text under 12 px anywhere', async ({ page }) => {
  await page.setContent(`
    <style>.dot::before { content: 'new'; font-size: 9px }</style>
    <p style="font-size: 12px">fine</p>
    <p style="font-size: 11px">small</p>
    <span style="font-size: 10px; position: absolute; clip-path: inset(50%)">for screen readers</span>
    <span class="dot"></span>
    <input style="font-size: 10px" placeholder="typed">
    <svg viewBox="0 0 100 100" width="50" height="50"><text y="50" font-size="14">half</text></svg>`);
  const found = await tinyText(page);
  for (const text of ['small', 'new', 'typed', 'half']) expect(found.join('\n')).toContain(`"${text}"`);
  expect(found).toHaveLength(4);
});

test('the size check finds targets under 24 px, except isolated ones and links in a sentence', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const square = (name: string, px: number, left: number) =>
    `<button aria-label="${name}" style="position:absolute;top:0;left:${left}px;width:${px}px;height:${px}px;padding:0;border:0"></button>`;
  await page.setContent(`
    ${square('tight', 20, 0)}${square('beside', 24, 21)}${square('roomy', 20, 200)}
    <p style="margin-top:60px;font:12px/14px sans-serif">Words with <a href="#1">one</a> <a href="#2">two</a> inside.</p>
    <label style="display:inline-block;padding:10px"><input type="checkbox" aria-label="labelled"></label>
    <div class="file-row"><button aria-label="row" style="width:36px;height:36px"></button></div>`);
  expect((await smallTargets(page)).map((line) => /"(.*?)"/.exec(line)?.[1])).toEqual(['tight', 'row']);
});

for (const width of [390, 360])
  test(`at ${width} px the listing labels its filters and sort order`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/resources');
    const main = page.getByRole('main');
    for (const word of [main.getByText('Filters', { exact: true }), main.getByText('Sort', { exact: true })]) {
      await expect(word).toBeInViewport({ ratio: 1 });
      expect((await boxOf(word)).width).toBeGreaterThan(20);
    }
    const sort = page.getByLabel('Sort');
    expect((await boxOf(sort)).width).toBeGreaterThan(120);
    await sort.selectOption({ label: 'Oldest First' });
    await expect(page).toHaveURL(/sort=oldest/);
  });

test('from 768 px up the header shows its links in a row', async ({ page }) => {
  for (const path of ['/', '/community']) {
    await page.setViewportSize({ width: 768, height: 900 });
    await page.goto(path);
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    await expect(links).toHaveText(['Elements', 'Community', 'Request', 'Premium', 'Wiki']);
    await expect(links.last()).toBeInViewport({ ratio: 1 });
    await expect(page.locator('summary[aria-label=Menu]')).toBeHidden();
    await page.setViewportSize({ width: 767, height: 900 });
    await expect(page.locator('summary[aria-label=Menu]')).toBeVisible();
  }
});

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const)
  test(`a window of ${width} by ${height} px shows types and a whole picture of an asset on home`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/');
    await expect(page.getByRole('navigation', { name: 'Asset types' }).getByRole('link').first()).toBeInViewport({
      ratio: 1,
    });
    const cards = page.getByRole('region', { name: 'Featured' }).getByRole('article');
    const picture = cards.nth(width > 900 ? 1 : 0).locator('.media');
    await expect(picture).toBeInViewport({ ratio: 1 });
  });

test('the types are one row from 1200 px and a row that scrolls on phones', async ({ page }) => {
  await page.goto('/resources');
  const tiles = page.getByRole('navigation', { name: 'Asset types' });
  const scrolls = () => tiles.evaluate((row) => row.scrollWidth > row.clientWidth);
  for (const width of [1200, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(scrolls, `at ${width} px`).toBe(false);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(scrolls).toBe(true);
  const last = tiles.getByRole('link').last();
  await last.focus();
  await expect(last).toBeInViewport({ ratio: 1 });
});

test('at 768 px the first featured card leaves room for others', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await page.goto('/');
  const cards = page.getByRole('region', { name: 'Featured' }).getByRole('article');
  await expect(async () => {
    const lead = await boxOf(cards.first());
    const second = await boxOf(cards.nth(1));
    const last = await boxOf(cards.last());
    expect(lead.height).toBeLessThan(400);
    expect(second.y).toBe(lead.y);
    expect(last.y + last.height - lead.y).toBeLessThan(900);
  }).toPass({ timeout: 20_000 });
});

for (const path of ['/login', '/forgot-password', '/ad-page', '/report', '/nothing/here', '/nobody-by-this-name'])
  test(`below ${path} the footer is one line at the bottom`, async ({ page }) => {
    await page.goto(path);
    await expect(async () => {
      const footer = await boxOf(page.getByRole('contentinfo'));
      expect(footer.height).toBeLessThan(90);
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      expect(Math.round(footer.y + footer.height)).toBe(height);
    }).toPass({ timeout: 20_000 });
  });

test('no page leaves more than 100 px empty above the full footer', async ({ page }) => {
  for (const path of ['/', '/resources', '/community', '/premium', '/wiki', '/mira', '/elements', '/faq']) {
    await page.goto(path);
    const footer = page.getByRole('contentinfo');
    await expect(footer.getByRole('navigation')).toHaveCount(4);
    const gap = () =>
      page.evaluate(() => {
        const drawn = [...document.querySelectorAll('main *')].filter(
          (one) =>
            one.checkVisibility() && (one.childElementCount === 0 || getComputedStyle(one).borderBottomWidth !== '0px'),
        );
        const lowest = Math.max(...drawn.map((one) => one.getBoundingClientRect().bottom));
        return (document.querySelector('footer')?.getBoundingClientRect().top ?? NaN) - lowest;
      });
    await expect(async () => {
      const height = await gap();
      expect(height, path).toBeLessThanOrEqual(100);
      expect(height, path).toBeGreaterThanOrEqual(24);
    }).toPass({ timeout: 20_000 });
  }
});

test('wide windows get more columns, up to a page width of 2000 px', async ({ page }) => {
  await page.goto('/resources');
  const grid = page.getByRole('main').getByRole('article').first().locator('xpath=ancestor::ul');
  for (const [width, columns] of [
    [1440, 3],
    [1700, 4],
    [2200, 5],
    [2560, 5],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const tracks = () => grid.evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length);
    await expect.poll(tracks, `at ${width} px`).toBe(columns);
    const { x, width: wide } = await boxOf(grid);
    expect(wide).toBeLessThanOrEqual(2000);
    // The header is aligned with the edges of the page.
    expect(Math.abs((await boxOf(page.getByRole('banner').getByRole('link').first())).x - x)).toBeLessThan(2);
  }
});
