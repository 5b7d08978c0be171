// A pack with a file of every kind that the stage shows, made by ffmpeg and sharp and uploaded by a leaker.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIRequestContext, Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { listFiles } from '#test/harness/catalogue.ts';
import { makeFont } from '#test/harness/font.ts';
import { makeLottie } from '#test/harness/lottie.ts';
import { makePhotoshop } from '#test/harness/photoshop.ts';
import { expect } from './journey.ts';
import { adminOf, decide, newLeaker, newTitle, waitForPreviews } from './leaker-steps.ts';

export type Pack = { id: string; title: string };

/** Red on the left, transparent on the right: ProRes 4444, 24 frames per second, two seconds. */
const ALPHA_CLIP = [
  ...['-f', 'lavfi', '-i', 'color=red:s=320x180:r=24:d=2'],
  ...['-f', 'lavfi', '-i', 'color=black:s=320x180:r=24:d=2,drawbox=0:0:160:180:white:fill'],
  ...['-filter_complex', '[1]format=gray[a];[0][a]alphamerge', '-c:v', 'prores_ks', '-profile:v', '4444'],
  ...['-pix_fmt', 'yuva444p10le'],
];
const beep = (frequency: number, seconds = 1.5): string[] => [
  ...['-f', 'lavfi', '-i', `sine=f=${frequency}:r=48000:d=${seconds}`, '-ac', '2', '-c:a', 'pcm_s24le'],
];
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><script>alert(1)</script><circle cx="20" cy="10" r="9" fill="red"/></svg>';
/** Exchanges red and blue. */
const CUBE = `TITLE "Swap"\nLUT_3D_SIZE 2\n${[0, 1].flatMap((b) => [0, 1].flatMap((g) => [0, 1].map((r) => `${b} ${g} ${r}`))).join('\n')}\n`;

type NewFile = { name: string; buffer: Buffer };

const made = (name: string, words: string[]): NewFile => {
  const folder = mkdtempSync(join(tmpdir(), 'helix-stage-'));
  try {
    const path = join(folder, name);
    // A different comment in each run, because the site stores equal files once.
    execFileSync('ffmpeg', ['-v', 'error', ...words, '-metadata', `comment=${crypto.randomUUID()}`, path]);
    return { name, buffer: readFileSync(path) };
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const makeFiles = async (): Promise<NewFile[]> => {
  const picture = sharp({
    create: { width: 640, height: 360, channels: 4, background: { r: 0, g: 200, b: 80, alpha: 0.5 } },
  });
  return [
    made('Alpha.mov', ALPHA_CLIP),
    ...[220, 330, 440].map((frequency, at) => made(`Beep_${at + 1}.wav`, beep(frequency))),
    { name: 'Look.cube', buffer: Buffer.from(`# ${crypto.randomUUID()}\n${CUBE}`) },
    {
      name: 'Plate.png',
      buffer: await picture
        .withExif({ IFD0: { ImageDescription: crypto.randomUUID() } })
        .png()
        .toBuffer(),
    },
    {
      name: 'Flat.psd',
      buffer: Buffer.concat([makePhotoshop({ colour: [0, 90, 255] }), Buffer.from(crypto.randomUUID())]),
    },
    { name: 'Logo.svg', buffer: Buffer.from(`<!-- ${crypto.randomUUID()} -->${LOGO}`) },
    { name: 'Moves.json', buffer: Buffer.from(makeLottie({ nm: crypto.randomUUID() })) },
    { name: 'Squares.ttf', buffer: makeFont({ family: crypto.randomUUID() }) },
    { name: 'notes.csv', buffer: Buffer.from(`scene,take\n1,${crypto.randomUUID()}\n`) },
    { name: 'README.txt', buffer: Buffer.from('Put the clip above your own.\n') },
  ];
};

type Given = { files: NewFile[]; type: string; category: string };

const sendFiles = async (
  api: APIRequestContext,
  username: string,
  { id, title }: Pack,
  { files, type, category }: Given,
) => {
  for (const file of files) {
    const answer = await api.post(`/api/uploads/${username}/${id}/file`, {
      multipart: {
        file: { ...file, mimeType: 'application/octet-stream' },
        ...{ title, category, description: 'Made by a journey.', tags: 'stage', licence: 'CC0', type },
        ...{ editor: 'After Effects', rightsDeclared: 'true', saleDeclared: String(category === 'Premium') },
      },
    });
    expect(answer.status(), await answer.text()).toBe(200);
  }
};

/** Uploads and approves packs, and waits until each of their files but the texts has a preview; in Premium packs, also but the animation. */
const addPacks = async (page: Page, browser: Browser, baseURL: string | undefined, packs: (Pack & Given)[]) => {
  const admin = await adminOf(browser, baseURL);
  const leaker = await newLeaker(page, admin);
  for (const pack of packs) await sendFiles(page.request, leaker.account.username, pack, pack);
  for (const { id, files, category } of packs) {
    const unshown = category === 'Premium' ? /\.(?:txt|csv|json)$/ : /\.(?:txt|csv)$/;
    await waitForPreviews(page.request, id);
    await decide(admin, id, { status: 'APPROVED' });
    const most = files.filter(({ name }) => !unshown.test(name)).length;
    await expect
      .poll(async () => (await listFiles(page.request, id)).filter(({ preview }) => preview).length, {
        message: 'previews of single files',
        timeout: 120_000,
      })
      .toBe(most);
  }
};

export async function newPack(
  page: Page,
  browser: Browser,
  baseURL: string | undefined,
  category = 'Free',
  files?: NewFile[],
): Promise<Pack> {
  const pack = { id: crypto.randomUUID(), title: newTitle() };
  await addPacks(page, browser, baseURL, [{ ...pack, files: files ?? (await makeFiles()), type: 'overlay', category }]);
  return pack;
}

/** Two packs with one sound of eight seconds each. Searching for `word` finds them. */
export async function newSoundPacks(page: Page, browser: Browser, baseURL: string | undefined) {
  const word = `Tone${crypto.randomUUID().slice(0, 8)}`;
  const packs = [220, 330].map((frequency) => ({
    id: crypto.randomUUID(),
    title: `${word} ${frequency}`,
    files: [made(`Tone_${frequency}.wav`, beep(frequency, 8))],
    ...{ type: 'sound effect', category: 'Free' },
  }));
  await addPacks(page, browser, baseURL, packs);
  return { word, packs };
}

/** Colour of a place on the canvas, with its alpha. The places are shares of its width and height. */
export function colourAt(page: Page, x: number, y: number): Promise<number[]> {
  return page.locator('.stage canvas').evaluate(
    (canvas, place) => {
      const { width, height } = canvas as HTMLCanvasElement;
      const copy = new OffscreenCanvas(width, height).getContext('2d');
      copy?.drawImage(canvas as HTMLCanvasElement, 0, 0);
      return [...(copy?.getImageData(place.x * width, place.y * height, 1, 1).data ?? [])];
    },
    { x, y },
  );
}

/** Records every sound and clip that plays, also those that are not in the document. */
export async function recordMedia(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const all = new Set<HTMLMediaElement>();
    Object.assign(window, { playedMedia: all });
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      all.add(this);
      return play.call(this);
    };
  });
}

/** Addresses of what plays at this moment. */
export function playing(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...(window as unknown as { playedMedia: Set<HTMLMediaElement> }).playedMedia]
      .filter(({ paused }) => !paused)
      .map(({ src }) => new URL(src).pathname),
  );
}
