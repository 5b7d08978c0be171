// Packs with a file of every kind that the stage shows, uploaded by a leaker.
import type { Browser, Page } from '@playwright/test';
import { decide, waitForPreviews } from '#test/harness/approval.ts';
import { makeStageFiles, makeTone, type NewFile } from '#test/harness/stage-files.ts';
import { type Pack as Given, sendPack, untilShown } from '#test/harness/stage-pack.ts';
import { adminOf, newLeaker, newTitle } from './leaker-steps.ts';

export type Pack = Pick<Given, 'id' | 'title'>;

/** Uploads and approves packs, and waits until each of their files but the texts has a preview; in Premium packs, also but the animation. */
const addPacks = async (page: Page, browser: Browser, baseURL: string | undefined, packs: Given[]) => {
  const admin = await adminOf(browser, baseURL);
  const leaker = await newLeaker(page, admin);
  for (const pack of packs) await sendPack(page.request, leaker.account.username, pack);
  for (const { id, files, category } of packs) {
    const unshown = category === 'Premium' ? /\.(?:txt|csv|json)$/ : /\.(?:txt|csv)$/;
    await waitForPreviews(page.request, id);
    await decide(admin, id, { status: 'APPROVED' });
    await untilShown(page.request, id, files.filter(({ name }) => !unshown.test(name)).length);
  }
};

export async function newPack(
  page: Page,
  browser: Browser,
  baseURL: string | undefined,
  category = 'Free',
  files?: NewFile[],
  type = 'overlay',
): Promise<Pack> {
  const pack = { id: crypto.randomUUID(), title: newTitle() };
  await addPacks(page, browser, baseURL, [{ ...pack, files: files ?? (await makeStageFiles()), type, category }]);
  return pack;
}

/** Two packs with one sound of 30 seconds each. Searching for `word` finds them. */
export async function newSoundPacks(page: Page, browser: Browser, baseURL: string | undefined) {
  const word = `Tone${crypto.randomUUID().slice(0, 8)}`;
  const packs = [220, 330].map((frequency) => ({
    id: crypto.randomUUID(),
    title: `${word} ${frequency}`,
    files: [makeTone(`Tone_${frequency}.wav`, frequency, 30)],
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
      if (!all.has(this))
        this.addEventListener('playing', () => Object.assign(this.dataset, { began: `${this.currentTime}` }));
      all.add(this);
      return play.call(this);
    };
  });
}

/** Addresses of what plays at this moment. */
export function playing(page: Page): Promise<string[]> {
  return pathsOf(page, 'now');
}

/** Addresses of what has been played, in the order of its first time. */
export function played(page: Page): Promise<string[]> {
  return pathsOf(page, 'ever');
}

function pathsOf(page: Page, when: 'now' | 'ever'): Promise<string[]> {
  return page.evaluate(
    (since) =>
      [...(window as unknown as { playedMedia: Set<HTMLMediaElement> }).playedMedia]
        .filter(({ paused }) => since === 'ever' || !paused)
        .map(({ src }) => new URL(src).pathname),
    when,
  );
}
