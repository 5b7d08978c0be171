// The most important steps in three browser engines: search, the stage, login, a reply and an upload. The pixels of a clip with
// transparency and of a LUT are the same in all of them.
import { writeFileSync } from 'node:fs';
import { expect as plainExpect, test } from '@playwright/test';
import { resourcePath } from '#contract/paths.ts';
import { type EncodingName, platePath } from '#contract/resources/luts.ts';
import { parseCube } from '#server/kit/media/luts/cube-file.ts';
import { type Engine, type EngineName, engines, startEngine } from '#test/harness/engines.ts';
import { gradePixels } from '#test/harness/grade-pixels.ts';
import { makeOwnClip, makeStageFiles, makeTone } from '#test/harness/stage-files.ts';
import { beginThread } from './forum-writing-steps.ts';
import { adminOf, newLeaker } from './leaker-steps.ts';
import { newPack, type Pack } from './stage-steps.ts';
import { filesOf, newDisk, ownUploadOf, SUCCESS } from './uploads-steps.ts';

// Firefox and WebKit draw everything on the processor, which other journeys need too.
const expect = plainExpect.configure({ timeout: 60_000 });
test.describe.configure({ mode: 'serial', timeout: 300_000 });

/** The pixels that each engine showed, as red, green, blue and alpha. */
const shown: Record<'clip' | 'lut', Map<EngineName, number[]>> = { clip: new Map(), lut: new Map() };
const files = [
  ...(await makeStageFiles()).filter(({ name }) => /^(?:Alpha|Look)/.test(name)),
  makeTone('Tone.wav', 330, 8),
];
const own = makeOwnClip('Own.mp4', 'color=0x0000ff:s=320x180:r=24:d=2');
/** H.264 and the colour conversions of the engines change solid colours by some codes. */
const CODED = 16;
let pack: Pack;

test.beforeAll(async ({ browser, baseURL }) => {
  test.setTimeout(300_000);
  const context = await browser.newContext({ baseURL });
  pack = await newPack(await context.newPage(), browser, baseURL, 'Free', files);
  await context.close();
});

const named = (element: string, name: string): string =>
  `//main//${element}[normalize-space()=${JSON.stringify(name)} or @aria-label=${JSON.stringify(name)}]`;

/** Every 50th pixel of the stage's canvas and of a picture, as red, green, blue and alpha. */
const pixelsOf = (engine: Engine, picture: string | null): Promise<number[][]> =>
  engine.run(async (address: string | null) => {
    const canvas = document.querySelector<HTMLCanvasElement>('.stage-view canvas:not(.stage-hidden)');
    if (!canvas) return [[], []];
    const read = (source: CanvasImageSource): number[] => {
      const copy = document.createElement('canvas');
      Object.assign(copy, { width: canvas.width, height: canvas.height });
      const pen = copy.getContext('2d');
      pen?.drawImage(source, 0, 0);
      const data = pen?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      return [...data].filter((_, at) => at % 200 < 4);
    };
    if (!address) return [read(canvas), []];
    const image = new Image();
    image.src = address;
    await image.decode();
    return [read(canvas), read(image)];
  }, picture);

const largestDifference = (some: readonly number[], others: readonly number[]): number =>
  some.length === others.length && some.length > 0
    ? Math.max(...some.map((value, at) => Math.abs(value - (others[at] ?? 999))))
    : 999;

const withoutAlpha = (pixels: readonly number[]): number[] => pixels.filter((_, at) => at % 4 < 3);

for (const name of engines) {
  test.describe(name, () => {
    test.describe.configure({ mode: 'serial' });
    let engine: Engine;
    let site: string;

    test.beforeAll(async ({ baseURL }) => {
      // A browser may have to be started twice.
      test.setTimeout(420_000);
      site = baseURL ?? '';
      engine = await startEngine(name);
    });
    test.afterAll(() => engine?.close());

    /** Opens a page and waits until React has taken it over. */
    const open = async (path: string): Promise<void> => {
      await engine.open(site + path);
      await expect
        .poll(() =>
          engine.run(() =>
            Object.keys(document.getElementById('app')?.lastElementChild ?? {}).some((key) =>
              key.startsWith('__reactFiber'),
            ),
          ),
        )
        .toBe(true);
    };
    const expectPath = (path: string) =>
      expect.poll(() => engine.run(() => location.pathname + location.search)).toBe(path);
    const count = (selector: string): Promise<number> =>
      engine.run((asked: string) => document.querySelectorAll(asked).length, selector);

    test('finds, plays and looks into a pack', async () => {
      await open('/');
      await engine.type("//main//input[@type='search']", pack.title);
      await engine.click("//main//form[@role='search']//button[@type='submit']");
      await expectPath(`/resources?search=${pack.title.replaceAll(' ', '+')}`);
      await expect.poll(() => count('main article')).toBe(1);
      await engine.click("//main//article//a[starts-with(@href, '/resources/')]");
      await expectPath(resourcePath(pack.id));

      await engine.click(named('button', 'Play'));
      const time = () =>
        engine.run(() => Number(document.querySelector<HTMLInputElement>('.stage input[type=range]')?.value ?? 0));
      await expect.poll(time).toBeGreaterThan(0.3);
      await expect.poll(async () => (await pixelsOf(engine, null))[0]?.length ?? 0).toBeGreaterThan(0);
      await engine.click(named('button', 'Pause'));
      shown.clip.set(name, (await pixelsOf(engine, null))[0] ?? []);

      await open(`${resourcePath(pack.id)}?file=Tone.wav`);
      await engine.click(named('button', 'Play'));
      const level = () =>
        engine.run(() =>
          Number(document.querySelector<HTMLElement>('.stage-meter')?.style.getPropertyValue('--level') ?? 0),
        );
      await expect.poll(level).toBeGreaterThan(0.02);

      await open(`${resourcePath(pack.id)}?file=Look.cube`);
      await engine.click(named('button', 'After'));
      await engine.click(named('button', 'Skin chart'));
      const encoding = await engine.run(() => document.querySelector<HTMLSelectElement>('.lut-encoding select')?.value);
      const plate = platePath('chart', encoding as EncodingName);
      const cube = parseCube(files.find((file) => file.name === 'Look.cube')?.buffer ?? Buffer.alloc(0));
      await expect
        .poll(async () => {
          const [drawn = [], shot = []] = await pixelsOf(engine, plate);
          shown.lut.set(name, drawn);
          return largestDifference(withoutAlpha(drawn), [...gradePixels(cube, Buffer.from(withoutAlpha(shot)))]);
        })
        .toBeLessThanOrEqual(2);
    });

    test('shows own footage under a clip, and keeps it if it can', async () => {
      await open(`${resourcePath(pack.id)}?file=Alpha.mov`);
      // Dropped, because the dialogs of two engines can't be driven.
      await expect.poll(() => count('.stage-mine')).toBe(1);
      await engine.run((encoded: string) => {
        const data = new DataTransfer();
        const content = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
        data.items.add(new File([content], 'Own.mp4', { type: 'video/mp4' }));
        const target = document.querySelector('.stage-view');
        target?.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
      }, own.buffer.toString('base64'));
      /** Whether the clip's red is on the left, and the footage's blue where the clip is transparent. */
      const isShown = (): Promise<boolean> =>
        engine.run((most: number) => {
          const canvas = document.querySelector<HTMLCanvasElement>('.stage-view canvas');
          const pen = Object.assign(document.createElement('canvas'), { width: 8, height: 8 }).getContext('2d');
          if (!canvas || !pen || !document.querySelector('.footage-bar')) return false;
          pen.drawImage(canvas, 0, 0, 8, 8);
          const at = (x: number): number[] => [...pen.getImageData(x, 4, 1, 1).data].slice(0, 3);
          const isNear = (found: number[], wanted: number[]): boolean =>
            wanted.every((value, channel) => Math.abs(value - (found[channel] ?? 999)) <= most);
          return isNear(at(1), [255, 0, 0]) && isNear(at(6), [0, 0, 255]);
        }, CODED);
      await expect.poll(isShown).toBe(true);
      const says = (words: string): Promise<boolean> =>
        engine.run((text: string) => document.querySelector('.stage')?.textContent.includes(text) ?? false, words);
      // WebDriver's windows of WebKit are private, and those keep no files.
      if (name === 'WebKit') {
        await expect.poll(() => says('You can use it until you close this page.')).toBe(true);
      } else {
        await expect
          .poll(() => engine.run(() => document.body.textContent.includes('Kept in this browser until you remove it')))
          .toBe(true);
        await open(`${resourcePath(pack.id)}?file=Alpha.mov`);
        await expect.poll(isShown).toBe(true);
      }
      await engine.click("//main//button[normalize-space()='Remove']");
      await expect.poll(() => count('.footage-bar')).toBe(0);
    });

    test('logs in, replies and uploads', async ({ page, browser, baseURL }) => {
      const leaker = await newLeaker(page, await adminOf(browser, baseURL));
      const path = await beginThread(page.request, `Seen in ${name}`, 'Does it play for you?');
      await open('/login');
      await engine.type("//main//input[@name='email']", leaker.email);
      await engine.type("//main//input[@name='password']", leaker.password);
      await engine.click(named('button', 'Log in'));
      await expect.poll(() => engine.run(() => location.pathname)).not.toBe('/login');

      await open(path);
      await engine.type('//main//textarea', `It plays in ${name}.`);
      await engine.click(named('button', 'Post reply'));
      await expect.poll(() => count('main article')).toBe(2);

      const disk = newDisk();
      const sound = disk.write('Warm_Tone.wav', '');
      writeFileSync(sound, makeTone('tone.wav', 440, 1).buffer);
      await open('/leaker');
      await engine.choose("//main//input[@type='file' and @multiple and not(@webkitdirectory)]", sound);
      await engine.type('//main//textarea', 'A tone.');
      const fieldOf = (selector: string): Promise<string | undefined> =>
        engine.run((asked: string) => document.querySelector<HTMLInputElement>(asked)?.value, selector);
      // The title, the type and the editor are suggested once the file has been looked into.
      for (const field of ['title', 'type', 'editor'])
        await expect.poll(() => fieldOf(`main [name=${field}]`), field).toBeTruthy();
      const title = await fieldOf('main [name=title]');
      await engine.click("//main//label[contains(., 'I made this')]");
      await engine.click(named('button', 'Upload'));
      await expect
        .poll(() => engine.run((text: string) => document.querySelector('main')?.textContent.includes(text), SUCCESS))
        .toBe(true);
      const { id } = await ownUploadOf(page, title ?? '');
      expect([...(await filesOf(page, id)).keys()]).toEqual(['Warm_Tone.wav']);
      disk.remove();
    });
  });
}

test('the engines show the same pixels', () => {
  for (const [kind, most] of [
    // Each engine pauses at a frame of its own, and compression makes frames differ.
    ['clip', 16],
    ['lut', 2],
  ] as const) {
    const [chromium = [], ...others] = engines.map((name) => shown[kind].get(name) ?? []);
    for (const pixels of others) expect(largestDifference(pixels, chromium), kind).toBeLessThanOrEqual(most);
  }
});
