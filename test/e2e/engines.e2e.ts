// The same site in Firefox and WebKit: finding, judging, signing in, posting and uploading, with pixels compared with Chromium's.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { resourcePath } from '#contract/paths.ts';
import { type Engine, type EngineName, missingFor, startEngine } from '#test/harness/engines.ts';
import { PASSWORD, signInByCall } from '#test/harness/sign-in.ts';
import { beginThread, postsOf } from './forum-writing-steps.ts';
import { expect, test } from './journey.ts';
import { newPack, type Pack } from './stage-steps.ts';
import { filesOf, newTitle, ownUploadOf, SUCCESS, sha256Of } from './uploads-steps.ts';

const WAIT_MS = 30_000;
/** Largest difference of a colour between two engines, which decode videos and pictures with other code. */
const TOLERANCE = 4;

let pack: Pack;
let reference: { clip: number[][]; lut: number[][] };
let thread: string;

const siteOf = (): string => test.info().project.use.baseURL ?? '';

/** What a person can read on the page, not the data in its scripts. */
// biome-ignore lint/performance/useDomNodeTextContent: textContent includes scripts and hidden parts.
const shownText = (): string => document.body.innerText;

/** Whether React has taken over the page that the server sent, so that buttons do something. */
const isTakenOver = (): boolean =>
  Object.keys(document.getElementById('app') ?? {}).some((key) => key.startsWith('__reactContainer'));

/** Calls a function in the page until its result is true or anything else but nothing. */
const until = async <Given, Result>(
  engine: Engine,
  what: string,
  run: (given: Given) => Result | Promise<Result>,
  given: Given,
): Promise<NonNullable<Result>> => {
  const end = performance.now() + WAIT_MS;
  for (;;) {
    // A page that is just being left has no answer.
    const result = (await engine.evaluate(isTakenOver, null).catch(() => false))
      ? await engine.evaluate(run, given).catch(() => null)
      : null;
    if (result) return result;
    if (performance.now() > end) {
      const shown = await engine.evaluate(shownText, null);
      throw new Error(`${what}: not within ${WAIT_MS / 1000} s. The page shows: ${shown}`);
    }
    await sleep(100);
  }
};

const sees = (engine: Engine, text: string) =>
  until(
    engine,
    `“${text}” is shown`,
    // biome-ignore lint/performance/useDomNodeTextContent: textContent includes scripts and hidden parts.
    (words) => document.body.innerText.toLowerCase().includes(words),
    text.toLowerCase(),
  );

/** Presses a button or link by its accessible name. */
const press = (engine: Engine, name: string, within = 'body') =>
  until(
    engine,
    `“${name}” is pressed`,
    ({ label, place }) => {
      const found = [...document.querySelectorAll<HTMLElement>(`${place} :is(button, a, [role=radio])`)].find(
        (one) => (one.ariaLabel ?? one.textContent.trim()) === label && one.offsetParent !== null,
      );
      if (!found || (found as HTMLButtonElement).disabled) return false;
      found.click();
      return true;
    },
    { label: name, place: within },
  );

/** Types into a field, chooses in it, or ticks it, found by the beginning of its label. */
const fill = (engine: Engine, label: string, value: string | true) =>
  until(
    engine,
    `“${label}” is filled in`,
    ({ start, text }) => {
      const fields = [...document.querySelectorAll<HTMLInputElement>('main :is(input, textarea, select)')];
      const field = fields.find(
        (one) =>
          one.offsetParent !== null &&
          [one.ariaLabel, ...[...(one.labels ?? [])].map(({ textContent }) => textContent)].some((words) =>
            words?.trim().startsWith(start),
          ),
      );
      if (!field) return false;
      field.focus();
      if (text === true) field.click();
      else {
        // As the browser does it: React listens to the event and compares with the value that it set.
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
        for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
        field.blur();
      }
      return true;
    },
    { start: label, text: value },
  );

/** Colours with alpha at places of the stage's canvas (shares of its size); null until it shows something. */
const readCanvas = (places: readonly (readonly [number, number])[]): number[][] | null => {
  const canvas = document.querySelector<HTMLCanvasElement>('.stage-view canvas:not(.stage-hidden)');
  if (!canvas) return null;
  const copy = document.createElement('canvas');
  copy.width = canvas.width;
  copy.height = canvas.height;
  const context = copy.getContext('2d');
  context?.drawImage(canvas, 0, 0);
  return places.map(([x, y]) => [
    ...(context?.getImageData(Math.floor(x * copy.width), Math.floor(y * copy.height), 1, 1).data ?? []),
  ]);
};

const CLIP_PLACES = [
  [0.1, 0.5],
  [0.4, 0.2],
  [0.6, 0.8],
  [0.9, 0.5],
] as const;
const LUT_PLACES = Array.from(
  { length: 84 },
  (_, i) => [((i % 12) + 0.5) / 12, (Math.floor(i / 12) + 0.5) / 7] as const,
);

const difference = (a: readonly number[][], b: readonly number[][]): number =>
  Math.max(...a.flatMap((colour, i) => colour.map((value, c) => Math.abs(value - (b[i]?.[c] ?? 999)))));

const asEngine = (page: Page, site: string): Engine => ({
  open: async (url) => void (await page.goto(new URL(url, site).href)),
  evaluate: async (run, given) => (await page.evaluate(run as never, given as never)) as never,
  end: async () => {},
});

/** What the stage shows of a clip with transparency, and of a LUT on the skin chart. */
const readStage = async (engine: Engine, site: string): Promise<typeof reference> => {
  await engine.open(`${site}${resourcePath(pack.id)}?file=Alpha.mov`);
  await press(engine, 'Play', '.stage');
  await until(
    engine,
    'the clip plays',
    () => (document.querySelector<HTMLVideoElement>('.stage video')?.currentTime ?? 0) > 0.2,
    null,
  );
  const clip = await until(engine, 'the clip is drawn', readCanvas, CLIP_PLACES);
  await engine.open(`${site}${resourcePath(pack.id)}?file=Look.cube`);
  await until(engine, 'the LUT is drawn', readCanvas, LUT_PLACES);
  await press(engine, 'Skin chart', '.lut-plates');
  await press(engine, 'After', '.stage-choice');
  // The colours of the chart: its first sphere is brighter than the backdrop, and its greys end in white.
  await until(
    engine,
    'the chart is drawn',
    () => document.querySelector('.lut-plates [aria-pressed=true]')?.textContent === 'Skin chart',
    null,
  );
  let lut = await until(engine, 'the LUT is drawn', readCanvas, LUT_PLACES);
  for (let same = 0; same < 5; ) {
    await sleep(200);
    const again = await until(engine, 'the LUT is drawn', readCanvas, LUT_PLACES);
    same = difference(lut, again) === 0 ? same + 1 : 0;
    lut = again;
  }
  return { clip, lut };
};

test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000);
  const baseURL = siteOf();
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  pack = await newPack(page, browser, baseURL);
  thread = await beginThread(page.request, 'Which browser do you grade in?', 'I am curious.');
  await context.clearCookies();
  reference = await readStage(asEngine(page, baseURL), baseURL);
  await context.close();
});

test('Chromium draws what the files contain', () => {
  const [left = [], , , right = []] = reference.clip;
  expect([left[0] ?? 0, left[3]]).toEqual([expect.closeTo(255, -1), 255]);
  expect(right[3]).toBe(0);
  expect(new Set(reference.lut.map(String)).size).toBeGreaterThan(20);
});

const judgeAndTakePart = async (engine: Engine, site: string, page: Page): Promise<void> => {
  await engine.open(site);
  await sees(engine, 'Assets by editors');
  await engine.open(`${site}/resources?search=${encodeURIComponent(pack.title)}`);
  await sees(engine, pack.title);

  const shown = await readStage(engine, site);
  expect(difference(shown.clip, reference.clip), 'the clip').toBeLessThanOrEqual(TOLERANCE);
  expect(difference(shown.lut, reference.lut), 'the LUT').toBeLessThanOrEqual(TOLERANCE);
  await engine.open(`${site}${resourcePath(pack.id)}?file=Beep_1.wav`);
  await press(engine, 'Play', '.stage');
  await until(
    engine,
    'the sound plays',
    () => Number(document.querySelector<HTMLInputElement>('.stage [aria-label=Position]')?.value) > 0.2,
    null,
  );

  await engine.open(`${site}/login?next=${encodeURIComponent(thread)}`);
  await fill(engine, 'Email', 'leaker@demo.example');
  await fill(engine, 'Password', PASSWORD);
  await press(engine, 'Log in', 'main');
  const words = newTitle('Graded here');
  await fill(engine, 'Post a Reply', words);
  await press(engine, 'Post reply', 'main');
  await expect.poll(async () => (await postsOf(page.request, thread)).map(({ content }) => content)).toContain(words);

  const title = newTitle('Sent from elsewhere');
  await engine.open(`${site}/leaker`);
  await sees(engine, 'Upload New Resource');
  await until(
    engine,
    'a file is chosen',
    (content) => {
      const field = document.querySelector<HTMLInputElement>('input[type=file][multiple]:not([webkitdirectory])');
      if (!field) return false;
      const files = new DataTransfer();
      files.items.add(new File([content], 'a note.txt'));
      field.files = files.files;
      field.dispatchEvent(new Event('change', { bubbles: true }));
      return true;
    },
    title,
  );
  await fill(engine, 'Title', title);
  await fill(engine, 'Description', 'Made for a journey.');
  await fill(engine, 'Type', 'other');
  await fill(engine, 'Editor', 'Blender');
  await fill(engine, 'I made this', true);
  await press(engine, 'Upload', 'main');
  await sees(engine, SUCCESS);
  await signInByCall(page.request, 'leaker');
  const { id } = await ownUploadOf(page, title);
  expect((await filesOf(page, id)).get('a note.txt')).toBe(sha256Of(title));
};

for (const [name, label] of [
  ['firefox', 'Firefox'],
  ['webkit', 'WebKit'],
] as const satisfies readonly (readonly [EngineName, string])[]) {
  test(`${label} shows the same, and people take part with it`, async ({ page }) => {
    test.setTimeout(180_000);
    const missing = missingFor(name);
    test.skip(process.env.CI !== 'true' && missing.length > 0, `missing: ${missing.join(', ')}`);
    const engine = await startEngine(name);
    try {
      await judgeAndTakePart(engine, siteOf(), page);
    } finally {
      await engine.end();
    }
  });
}
