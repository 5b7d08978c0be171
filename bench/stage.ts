/**
 * Measures in a browser how soon the stage answers: from pressing Play to the first frame, and from the arrow key to the next
 * sound. The references are a page with nothing but a `<video>`, and sounds that are already loaded. `SIZE=small` is a trial run.
 */
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { resourcePath } from '#contract/paths.ts';
import type { FileListing, ResourceCard, Stage } from '#contract/resources/api.ts';
import { chromiumPath, playwrightFlags } from '#test/harness/chromium.ts';
import { startSite } from '#test/harness/site-process.ts';
import { median, spreadOf } from './measure/load.ts';
import { isSmall, type Row, rowOf, saveResult } from './saved.ts';

const ROUNDS = isSmall ? 1 : 9;
const MOST_SPREAD_PERCENT = 40;
/** The previews of the elements are made after the start. */
const PREVIEWS_MS = 600_000;

type Timed = { pressed: number; begun: number };

/** Notes the time of the last click or key, and the time of the first frame or sound after it. */
const watchMedia = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const timed: Timed = { pressed: 0, begun: 0 };
    Object.assign(window, { timed });
    for (const type of ['click', 'keydown'])
      window.addEventListener(type, () => Object.assign(timed, { pressed: performance.now(), begun: 0 }), true);
    const begin = (): void => {
      timed.begun ||= performance.now();
    };
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      if (this instanceof HTMLVideoElement) this.requestVideoFrameCallback(begin);
      else this.addEventListener('playing', begin, { once: true });
      return play.call(this);
    };
  });

/** @returns milliseconds from the click or key to the first frame or sound */
const timeOf = async (page: Page, act: () => Promise<void>): Promise<number> => {
  await act();
  const handle = await page.waitForFunction(() => {
    const { timed } = window as unknown as { timed: Timed };
    return timed.begun > 0 && timed.begun - timed.pressed;
  });
  return Number(await handle.jsonValue());
};

const read = async <T>(site: string, path: string): Promise<T> => (await (await fetch(site + path)).json()) as T;

/** Waits until no preview is being made, because that would slow down everything. */
const waitForPreviews = async (site: string, ids: readonly string[]): Promise<void> => {
  const end = performance.now() + PREVIEWS_MS;
  for (const id of ids) {
    while ((await read<Stage>(site, `/api/resources/${id}/stage`)).state === 'making') {
      if (performance.now() > end) throw new Error('the previews of the elements are not finished');
      await sleep(2000);
    }
  }
};

/** A free resource whose first file on the stage is of a kind, with the URLs of its previews. */
const findPack = async (site: string, ids: readonly string[], kind: 'clip' | 'sound') => {
  for (const id of ids) {
    const { file } = await read<Stage>(site, `/api/resources/${id}/stage`);
    if (file?.preview?.kind !== kind) continue;
    const folder = file.name.split('/').slice(0, -1).join('/');
    const { files } = await read<FileListing>(site, `/api/resources/${id}/files?folder=${encodeURIComponent(folder)}`);
    const urls = files.flatMap(({ preview }) => (preview?.kind === kind ? [preview.url] : []));
    if (kind === 'clip' || urls.length > 3) return { id, name: file.name, urls };
  }
  throw new Error(`the elements have no ${kind}`);
};

/** A page of the site's origin with nothing but this script. */
const openBare = async (page: Page, site: string, script: string): Promise<void> => {
  await page.route(`${site}/bare`, (route) =>
    route.fulfill({ contentType: 'text/html', body: `<button>Play</button><script>${script}</script>` }),
  );
  await page.goto(`${site}/bare`);
};

if (!existsSync(chromiumPath)) {
  console.log('Missing: chromium. Install with: apt-get install chromium');
  process.exit(process.env.CI === 'true' ? 1 : 0);
}
const site = await startSite({ NODE_ENV: 'production', DEMO: 'off' });
const browser = await chromium.launch({ executablePath: chromiumPath, args: playwrightFlags });
try {
  const { resources } = await read<{ resources: ResourceCard[] }>(site.url, '/api/resources?category=free&limit=100');
  const ids = resources.map(({ id }) => id);
  await waitForPreviews(site.url, ids);
  const clip = await findPack(site.url, ids, 'clip');
  const sounds = await findPack(site.url, ids, 'sound');

  const ours = { frame: [] as number[], sound: [] as number[] };
  const theirs = { frame: [] as number[], sound: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    // Each in a browser without a cache, like a first visit.
    const fresh = async (use: (page: Page) => Promise<void>): Promise<void> => {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      const page = await context.newPage();
      await watchMedia(page);
      await use(page);
      await context.close();
    };
    await fresh(async (page) => {
      await page.goto(site.url + resourcePath(clip.id));
      await page.waitForLoadState('networkidle');
      const play = page.getByRole('region', { name: 'Preview' }).getByRole('button', { name: 'Play' });
      // People point at a button before they press it.
      await play.hover();
      await sleep(150);
      ours.frame.push(await timeOf(page, () => play.click()));
    });
    await fresh(async (page) => {
      const show = `const video = document.createElement('video'); video.src = '${clip.urls[0]}'; document.body.append(video); video.play()`;
      await openBare(page, site.url, `document.querySelector('button').onclick = () => { ${show} }`);
      theirs.frame.push(await timeOf(page, () => page.click('button')));
    });
    await fresh(async (page) => {
      await page.goto(`${site.url}${resourcePath(sounds.id)}?file=${encodeURIComponent(sounds.name)}`);
      await page.waitForLoadState('networkidle');
      const stage = page.getByRole('region', { name: 'Preview' });
      await timeOf(page, () => stage.getByRole('button', { name: 'Play' }).click());
      // The neighbours are loaded while the first one plays.
      await page.waitForLoadState('networkidle');
      await sleep(500);
      ours.sound.push(await timeOf(page, () => page.keyboard.press('ArrowDown')));
    });
    await fresh(async (page) => {
      const load = `const [one, two] = ${JSON.stringify(sounds.urls.slice(0, 2))}.map((url) => Object.assign(new Audio(url), { preload: 'auto' }))`;
      await openBare(
        page,
        site.url,
        `${load}; onkeydown = () => { one.pause(); two.play() }; onclick = () => one.play()`,
      );
      await timeOf(page, () => page.click('button'));
      await sleep(500);
      theirs.sound.push(await timeOf(page, () => page.keyboard.press('ArrowDown')));
    });
  }
  const row = (name: Row['name'], reference: string, kind: keyof typeof ours): Row =>
    rowOf(
      { name, reference, unit: 'ms', better: 'less' },
      {
        ours: median(ours[kind]),
        theirs: median(theirs[kind]),
        isDisturbed: spreadOf(ours[kind]) > MOST_SPREAD_PERCENT,
      },
    );
  const rows = [
    row('first frame of a clip', 'a page with nothing but the clip', 'frame'),
    row('next sound by key', 'a page with nothing but two loaded sounds', 'sound'),
  ];
  console.table(rows);
  saveResult('stage', { ours, theirs, rows });
} finally {
  await browser.close();
  await site.stop();
}
