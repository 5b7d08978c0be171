/**
 * Measures a LUT on a person's own 1080p clip with scopes open, beside a page with nothing but the clip: frames each second, and time
 * from a key to the second animation frame after it. Measures memory after half an hour of 1080p was opened, played and sought 20 and
 * 80 times, beside a page that draws the clip into a canvas: Chromium keeps up to 512 MiB of what is drawn while the processor draws.
 * `GPU=on` lets the browser use the graphics card; otherwise it draws with the processor. `SIZE=small` is a trial run.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { resourcePath } from '#contract/paths.ts';
import type { ResourceCard, Stage } from '#contract/resources/api.ts';
import { chromiumPath, playwrightFlags } from '#test/harness/chromium.ts';
import { startSite } from '#test/harness/site-process.ts';
import { isSmall, saveResult } from '../saved.ts';

const PLAYED_MS = isSmall ? 2000 : 10_000;
const KEYS = isSmall ? 4 : 20;
const SEEKS = isSmall ? 4 : 20;
const MORE_SEEKS = isSmall ? 4 : 60;
const LONG_PARTS = isSmall ? 6 : 180;
const PREVIEWS_MS = 600_000;
const hasGpu = process.env.GPU === 'on';

if (!existsSync(chromiumPath)) {
  console.log('Missing: chromium. Install with: apt-get install chromium');
  process.exit(process.env.CI === 'true' ? 1 : 0);
}

/** Ten seconds of 1080p at 24 frames per second, and the same repeated for half an hour. */
const makeClips = (folder: string) => {
  const [short, long] = [join(folder, 'Short.mp4'), join(folder, 'Long.mp4')];
  const source = ['-f', 'lavfi', '-i', 'testsrc2=s=1920x1080:r=24:d=10'];
  const words = ['-c:v', 'libx264', '-preset', 'veryfast', '-b:v', '1500k', '-g', '48', '-pix_fmt', 'yuv420p'];
  execFileSync('ffmpeg', ['-v', 'error', ...source, ...words, short]);
  const repeated = ['-stream_loop', String(LONG_PARTS - 1), '-i', short, '-c', 'copy', '-movflags', '+faststart'];
  execFileSync('ffmpeg', ['-v', 'error', ...repeated, long]);
  return { short, long };
};

type Counted = { frames: number; waits: number[] };

/** Counts the frames that are drawn with WebGL or shown by a bare clip, and times keys until the second animation frame, when what they change is drawn. */
const watchFrames = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    Reflect.deleteProperty(window, 'showOpenFilePicker');
    const counted: Counted = { frames: 0, waits: [] };
    Object.assign(window, { counted });
    const { texImage2D } = WebGL2RenderingContext.prototype;
    WebGL2RenderingContext.prototype.texImage2D = function (this: WebGL2RenderingContext, ...given: unknown[]) {
      const source = given.at(-1);
      // The processor gets a smaller copy of the frame.
      if (source instanceof HTMLVideoElement || source instanceof HTMLCanvasElement) counted.frames += 1;
      return Reflect.apply(texImage2D, this, given);
    } as typeof texImage2D;
    addEventListener(
      'keydown',
      ({ timeStamp }) =>
        requestAnimationFrame(() => requestAnimationFrame((shown) => counted.waits.push(shown - timeStamp))),
      true,
    );
  });

const BARE = `<input type="file" aria-label="File"><video muted loop width="772" height="434"></video><script>
const video = document.querySelector('video');
const pen = location.hash === '#drawn' && document.createElement('canvas').getContext('2d');
const count = () => {
  counted.frames += 1;
  if (pen) pen.drawImage(video, 0, 0, 300, 150);
  video.requestVideoFrameCallback(count);
};
document.querySelector('input').onchange = ({ target }) => {
  video.src = URL.createObjectURL(target.files[0]);
  video.requestVideoFrameCallback(count);
};
onkeydown = ({ key }) => { if (key === ' ') video.play(); };
</script>`;

type Opened = { page: Page; session: CDPSession; choose(path: string): Promise<void> };

const openPage = async (browser: Browser, prepare: (page: Page) => Promise<Opened['choose']>): Promise<Opened> => {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await watchFrames(page);
  const choose = await prepare(page);
  return { page, session: await page.context().newCDPSession(page), choose };
};

/** A page with the clip, which `drawn` draws into a canvas too. */
const openBare = (browser: Browser, site: string, hash: '' | '#drawn' = '') =>
  openPage(browser, async (page) => {
    await page.route(`${site}/bare`, (route) => route.fulfill({ contentType: 'text/html', body: BARE }));
    await page.goto(`${site}/bare${hash}`);
    return (path) => page.getByLabel('File').setInputFiles(path);
  });

const openOurs = (browser: Browser, address: string) =>
  openPage(browser, async (page) => {
    await page.goto(address);
    const stage = page.getByRole('region', { name: 'Preview' });
    return async (path) => {
      const chooser = page.waitForEvent('filechooser');
      await stage.getByRole('button', { name: 'Use my footage' }).click();
      await (await chooser).setFiles(path);
      await stage.locator('.lut-frame video').waitFor({ state: 'attached' });
      await stage.getByText('Scopes').click();
      await stage.getByText(/^Red \d+ to/).waitFor();
      await stage.focus();
    };
  });

const counted = (page: Page): Promise<Counted> =>
  page.evaluate(() => (window as unknown as { counted: Counted }).counted);

/** Plays a clip. @returns frames each second, and the longest time from an arrow key to the second animation frame in milliseconds */
const play = async ({ page, choose }: Opened, path: string) => {
  await choose(path);
  await page.keyboard.press(' ');
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.5);
  const before = await counted(page);
  const begun = performance.now();
  await sleep(PLAYED_MS);
  const after = await counted(page);
  const frames = ((after.frames - before.frames) / (performance.now() - begun)) * 1000;
  for (let i = 0; i < KEYS; i++) {
    await page.keyboard.press(i % 2 === 0 ? 'ArrowLeft' : 'ArrowRight');
    await sleep(150);
  }
  return { frames, wait: Math.max(...(await counted(page)).waits.slice(-KEYS)) };
};

/** Memory of all processes of the browser, shared pages divided among them, in MiB. */
const browserMib = (): number => {
  const parents = new Map<number, number>();
  for (const entry of readdirSync('/proc')) {
    try {
      if (/^\d+$/.test(entry))
        parents.set(Number(entry), Number(/PPid:\s+(\d+)/.exec(readFileSync(`/proc/${entry}/status`, 'utf8'))?.[1]));
    } catch {
      // It has exited.
    }
  }
  const isOurs = (pid: number): boolean => pid === process.pid || (parents.has(pid) && isOurs(parents.get(pid) ?? 0));
  const kib = [...parents.keys()]
    .filter((pid) => pid !== process.pid && isOurs(pid))
    .map((pid) => {
      try {
        const isBrowser = readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('chrom');
        return isBrowser ? Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) : 0;
      } catch {
        return 0;
      }
    });
  return kib.reduce((sum, one) => sum + one, 0) / 1024;
};

/** What a clip costs, in MiB: the renderer's heap of objects, and all processes of the browser. */
const memoryOf = async ({ page, session, choose }: Opened, path: string) => {
  const read = async () => {
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return { heap: usedSize / 2 ** 20, processes: browserMib() };
  };
  const before = await read();
  await choose(path);
  await page.keyboard.press(' ');
  await sleep(PLAYED_MS / 2);
  const seek = async (times: number): Promise<void> => {
    for (let i = 0; i < times; i++) {
      await page.evaluate(
        (share) =>
          new Promise((done) => {
            const video = document.querySelector('video') as HTMLVideoElement;
            video.addEventListener('seeked', done, { once: true });
            video.currentTime = share * video.duration;
          }),
        (i * 0.37) % 1,
      );
    }
  };
  await seek(SEEKS);
  const after = await read();
  await seek(MORE_SEEKS);
  const later = await read();
  return {
    before,
    after,
    later,
    added: { heap: after.heap - before.heap, processes: after.processes - before.processes },
  };
};

const read = async <T>(site: string, path: string): Promise<T> => (await (await fetch(site + path)).json()) as T;

/** Page of a free LUT. */
const findLut = async (site: string): Promise<string> => {
  const { resources } = await read<{ resources: ResourceCard[] }>(
    site,
    '/api/resources?category=free&limit=100&type=LUT',
  );
  const end = performance.now() + PREVIEWS_MS;
  for (const { id } of resources) {
    for (;;) {
      const { state, file } = await read<Stage>(site, `/api/resources/${id}/stage`);
      if (file?.preview?.kind === 'look') return `${site}${resourcePath(id)}?file=${encodeURIComponent(file.name)}`;
      if (state !== 'making' || performance.now() > end) break;
      await sleep(2000);
    }
  }
  throw new Error('the elements have no LUT');
};

const folder = mkdtempSync(join(tmpdir(), 'helix-footage-'));
const site = await startSite({ NODE_ENV: 'production', DEMO: 'off' });
const args = hasGpu ? playwrightFlags.filter((flag) => !/disable-gpu|swiftshader/.test(flag)) : playwrightFlags;
/** In a browser of its own, because processes keep memory. */
const fresh = async <T>(use: (browser: Browser) => Promise<T>): Promise<T> => {
  const browser = await chromium.launch({ executablePath: chromiumPath, args });
  try {
    return await use(browser);
  } finally {
    await browser.close();
  }
};
try {
  const clips = makeClips(folder);
  const address = await findLut(site.url);
  const playing = {
    theirs: await fresh(async (browser) => play(await openBare(browser, site.url), clips.short)),
    ours: await fresh(async (browser) => play(await openOurs(browser, address), clips.short)),
  };
  const memory = {
    theirs: await fresh(async (browser) => memoryOf(await openBare(browser, site.url), clips.long)),
    drawn: await fresh(async (browser) => memoryOf(await openBare(browser, site.url, '#drawn'), clips.long)),
    ours: await fresh(async (browser) => memoryOf(await openOurs(browser, address), clips.long)),
  };
  const ratios = {
    frames: playing.ours.frames / playing.theirs.frames,
    wait: playing.ours.wait / playing.theirs.wait,
    processes: memory.ours.after.processes / memory.drawn.after.processes,
    seeks: memory.ours.later.processes / memory.ours.after.processes,
  };
  console.log(JSON.stringify({ drawnBy: hasGpu ? 'graphics card' : 'processor', playing, memory, ratios }, null, 2));
  saveResult('footage-luts', { drawnBy: hasGpu ? 'graphics card' : 'processor', playing, memory, ratios });
} finally {
  await site.stop();
  rmSync(folder, { recursive: true });
}
