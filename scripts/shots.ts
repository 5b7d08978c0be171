// `npm run shots`: takes screenshots of every screen at three widths in both themes, as files and as one contact sheet in
// .cache/shots. With names, it only takes those screens: `npm run shots -- home listing`.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from '@playwright/test';
import sharp from 'sharp';
import { chromiumPath, playwrightFlags } from '#test/harness/chromium.ts';
import { screens } from '#test/harness/screens.ts';
import { signInByCall } from '#test/harness/sign-in.ts';
import { startSite } from '#test/harness/site-process.ts';
import { addressOf, type Screen } from '#test/screens/screen.ts';

const folder = fileURLToPath(new URL('../.cache/shots/', import.meta.url));
const widths = [1440, 768, 360] as const;
const themes = ['dark', 'light'] as const;
const TILE = { width: 320, height: 420 };
const COLUMNS = widths.length * themes.length;

/** Captures one screen at one width in both themes. Switching themes only changes an attribute. */
const shoot = async (browser: Browser, url: string, screen: Screen, width: number): Promise<string[]> => {
  const context = await browser.newContext({ baseURL: url, viewport: { width, height: 900 }, reducedMotion: 'reduce' });
  await context.addCookies([{ name: 'theme', value: 'dark', url }]);
  const page = await context.newPage();
  if (screen.as) await signInByCall(context.request, screen.as);
  await screen.before?.(page);
  await page.goto(await addressOf(screen, page.request));
  // Wait until the page's scripts have run. Skip this for screens that keep a request open, because they never become idle.
  if (!screen.isHeld) await page.waitForLoadState('networkidle');
  await screen.prepare?.(page);
  // Browsers skip rendering rows that are not scrolled into view, but a full-page screenshot must include them.
  await page.locator('.file-rows > li').evaluateAll((rows) => {
    for (const row of rows) (row as HTMLElement).style.setProperty('content-visibility', 'visible');
  });
  const paths: string[] = [];
  for (const theme of themes) {
    await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
    const path = join(folder, `${screen.name}-${width}-${theme}.png`);
    await page.screenshot({ path, fullPage: true });
    paths.push(path);
  }
  await context.close();
  return paths;
};

const writeSheet = async (paths: string[]): Promise<string> => {
  const rows = Math.ceil(paths.length / COLUMNS);
  const tiles = await Promise.all(
    paths.map(async (path, index) => ({
      input: await sharp(path)
        .resize({ ...TILE, fit: 'cover', position: 'top' })
        .toBuffer(),
      left: (index % COLUMNS) * (TILE.width + 8),
      top: Math.floor(index / COLUMNS) * (TILE.height + 8),
    })),
  );
  const sheet = join(folder, 'sheet.webp');
  await sharp({
    create: {
      width: COLUMNS * (TILE.width + 8),
      height: rows * (TILE.height + 8),
      channels: 3,
      background: '#777777',
    },
  })
    .composite(tiles)
    .webp({ quality: 80 })
    .toFile(sheet);
  return sheet;
};

const only = process.argv.slice(2);
const wanted = only.length > 0 ? screens.filter((screen) => only.includes(screen.name)) : screens;
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const given = process.env.SITE_URL;
const site = given ? null : await startSite({ NODE_ENV: 'development' });
const browser = await chromium.launch({ executablePath: chromiumPath, args: playwrightFlags });
try {
  const paths: string[] = [];
  for (const screen of wanted) {
    for (const width of widths) paths.push(...(await shoot(browser, given ?? site?.url ?? '', screen, width)));
  }
  console.log(`${paths.length} screenshots, one sheet: ${await writeSheet(paths)}`);
} finally {
  await browser.close();
  await site?.stop();
}
