// `npm run film`: records the stage for the README, as docs/pictures/stage.gif. Needs ffmpeg.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { resourcePath } from '#contract/paths.ts';
import type { ResourceCard, Stage } from '#contract/resources/api.ts';
import { chromiumPath, playwrightFlags } from '#test/harness/chromium.ts';
import { startSite } from '#test/harness/site-process.ts';

const SIZE = { width: 1280, height: 800 };
const GIF = { width: 720, rate: 10, colours: 96 };
const MOST_BYTES = 3_000_000;
const OVERLAYS = 'Candlelight Embers';
const LUTS = 'Night Bus LUTs';
const out = fileURLToPath(new URL('../docs/pictures/stage.gif', import.meta.url));

type Frame = { at: number; picture: Buffer };

/** Opens the page of a pack once its previews are made. */
const open = async (page: Page, site: string, title: string): Promise<void> => {
  const found = await page.request.get(`${site}/api/resources?search=${encodeURIComponent(title)}`);
  const [card] = ((await found.json()) as { resources: ResourceCard[] }).resources;
  if (!card) throw new Error(`the demo has no ${title}`);
  const isMade = async (): Promise<boolean> =>
    ((await (await page.request.get(`${site}/api/resources/${card.id}/stage`)).json()) as Stage).state === 'ready';
  while (!(await isMade())) await page.waitForTimeout(1000);
  await page.goto(site + resourcePath(card.id));
  await page.waitForLoadState('networkidle');
};

const showClip = async (page: Page): Promise<void> => {
  const stage = page.getByRole('region', { name: 'Preview' });
  await stage.getByRole('button', { name: 'Play' }).click();
  for (const background of ['Black', 'Sample shot', 'Matte']) {
    await page.waitForTimeout(1100);
    await stage.getByRole('button', { name: background }).click();
  }
  await page.waitForTimeout(900);
};

const showLut = async (page: Page): Promise<void> => {
  const wipe = page.getByRole('slider', { name: 'Before and after' });
  await page.getByRole('button', { name: 'Portrait' }).click();
  for (const steps of [-1, 1, -1]) {
    await wipe.focus();
    for (let step = 0; step < 5; step += 1) await page.keyboard.press(steps < 0 ? 'ArrowLeft' : 'ArrowRight');
    await page.waitForTimeout(350);
  }
  for (const plate of ['Night street', 'Dunes']) {
    await page.getByRole('button', { name: plate }).click();
    await page.waitForTimeout(700);
  }
};

/** The window's pictures while `act` runs; Chromium sends one whenever something has changed. */
const film = async (page: Page, act: () => Promise<void>): Promise<Frame[]> => {
  const frames: Frame[] = [];
  const session = await page.context().newCDPSession(page);
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ at: metadata.timestamp ?? 0, picture: Buffer.from(data, 'base64') });
    void session.send('Page.screencastFrameAck', { sessionId });
  });
  await session.send('Page.startScreencast', { format: 'png' });
  await act();
  await session.send('Page.stopScreencast');
  return frames;
};

const writeGif = (scenes: readonly Frame[][]): void => {
  const folder = mkdtempSync(join(tmpdir(), 'helix-film-'));
  const lines = scenes.flatMap((frames, scene) =>
    frames.flatMap(({ at, picture }, index) => {
      const name = join(folder, `${scene}-${index}.png`);
      writeFileSync(name, picture);
      return [`file '${name}'`, `duration ${((frames[index + 1]?.at ?? at + 0.5) - at).toFixed(3)}`];
    }),
  );
  const list = join(folder, 'list.txt');
  writeFileSync(list, lines.join('\n'));
  const palette = `split[a][b];[a]palettegen=max_colors=${GIF.colours}:stats_mode=diff[p];[b][p]paletteuse=dither=none:diff_mode=rectangle`;
  const picture = `fps=${GIF.rate},scale=${GIF.width}:-1:flags=lanczos,${palette}`;
  execFileSync('ffmpeg', [
    '-v',
    'error',
    '-y',
    '-f',
    'concat',
    '-safe',
    '0',
    '-i',
    list,
    '-t',
    '10',
    '-vf',
    picture,
    out,
  ]);
  rmSync(folder, { recursive: true });
};

const record = async (browser: Browser, site: string): Promise<void> => {
  const context = await browser.newContext({ viewport: SIZE, colorScheme: 'dark' });
  const page = await context.newPage();
  const scenes: Frame[][] = [];
  for (const [title, show] of [
    [OVERLAYS, showClip],
    [LUTS, showLut],
  ] as const) {
    await open(page, site, title);
    scenes.push(await film(page, () => show(page)));
  }
  writeGif(scenes);
  const { size } = statSync(out);
  console.log(`docs/pictures/stage.gif: ${(size / 1e6).toFixed(1)} MB`);
  if (size > MOST_BYTES) process.exitCode = 1;
};

const given = process.env.SITE_URL;
const site = given ? null : await startSite({ NODE_ENV: 'development' });
const browser = await chromium.launch({ executablePath: chromiumPath, args: playwrightFlags });
try {
  await record(browser, given ?? site?.url ?? '');
} finally {
  await browser.close();
  await site?.stop();
}
