// Draws thumbnails from chosen files in the browser, in short steps, so that the page stays responsive.
import sampleUrl from '#client/ui/media/sample-shot.webp';
import { type CubeTable, readCube, withCube } from './cube-table.ts';
import { keyOfPlan, PICTURES, type PicturePlan } from './picture-plans.ts';
import { breath } from './steps.ts';

export type DrawnPicture = { key: string; file: File; url: string; label: string };

/** Size of the server's thumbnails. */
const WIDTH = 1280;
const HEIGHT = 720;
/** Files that were tried in vain before giving up, and the time for each step of one. */
const MOST_FAILURES = 6;
const STEP_MS = 5000;

/** Bytes of a sound to decode: about a minute. */
const SOUND_BYTES = { plain: 12 * 1024 * 1024, packed: 1536 * 1024 };
const BARS = 104;
const MOST_PIXELS = 60_000_000;

type Canvas = { element: HTMLCanvasElement; pen: CanvasRenderingContext2D };

const newCanvas = (): Canvas => {
  const element = document.createElement('canvas');
  element.width = WIDTH;
  element.height = HEIGHT;
  const pen = element.getContext('2d', { willReadFrequently: true });
  if (!pen) throw new Error('no canvas');
  pen.fillStyle = '#141418';
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  return { element, pen };
};

/** Fills the canvas with a picture, or centres a drawing that has no fixed size on it. */
const place = ({ pen }: Canvas, source: CanvasImageSource, width: number, height: number, isDrawing = false): void => {
  if (width === 0 || height === 0 || width * height > MOST_PIXELS) throw new Error('no picture');
  const scale = isDrawing
    ? Math.min((WIDTH * 0.6) / width, (HEIGHT * 0.7) / height)
    : Math.max(WIDTH / width, HEIGHT / height);
  const [w, h] = [width * scale, height * scale];
  pen.drawImage(source, (WIDTH - w) / 2, (HEIGHT - h) / 2, w, h);
};

/** Resolves with the event. @throws if it fails, takes too long or is aborted */
const once = (target: EventTarget, name: string, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const fail = (): void => reject(new Error(name));
    target.addEventListener(name, () => resolve(), { once: true });
    target.addEventListener('error', fail, { once: true });
    AbortSignal.any([signal, AbortSignal.timeout(STEP_MS)]).addEventListener('abort', fail, { once: true });
  });

/** Stops loading, so that nothing asks for the URL after it is revoked. */
const closeClip = (video: HTMLVideoElement): void => {
  video.removeAttribute('src');
  video.load();
};

const openClip = async (url: string, signal: AbortSignal): Promise<HTMLVideoElement> => {
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.preload = 'auto';
  const isLoaded = once(video, 'loadeddata', signal);
  video.src = url;
  try {
    await isLoaded;
    return video;
  } catch (error) {
    closeClip(video);
    throw error;
  }
};

const openPicture = async (url: string): Promise<HTMLImageElement> => {
  const image = new Image();
  image.src = url;
  await image.decode();
  return image;
};

const drawLook = async (canvas: Canvas, table: CubeTable, signal: AbortSignal): Promise<void> => {
  const sample = await openPicture(sampleUrl);
  place(canvas, sample, sample.naturalWidth, sample.naturalHeight);
  const pixels = canvas.pen.getImageData(0, 0, WIDTH, HEIGHT);
  await withCube(table, pixels.data, signal);
  canvas.pen.putImageData(pixels, 0, 0);
};

/** The loudest level in each of `BARS` parts, compared with the loudest of all. */
const levelsOf = (samples: Float32Array): number[] => {
  const step = samples.length / BARS;
  const levels = Array.from({ length: BARS }, (_, bar) => {
    let most = 0;
    for (let at = Math.floor(bar * step); at < (bar + 1) * step; at += 1)
      most = Math.max(most, Math.abs(samples[at] ?? 0));
    return most;
  });
  const loudest = Math.max(0.001, ...levels);
  return levels.map((level) => level / loudest);
};

/** Bars in the colours of the server's waveforms. */
const drawWave = ({ pen }: Canvas, levels: readonly number[]): void => {
  const ground = pen.createRadialGradient(460, 360, 0, 460, 360, 900);
  for (const [at, colour] of [
    [0, '#4a2136'],
    [0.6, '#1d1420'],
    [1, '#121016'],
  ] as const)
    ground.addColorStop(at, colour);
  pen.fillStyle = ground;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  const light = pen.createLinearGradient(0, 60, 0, 660);
  for (const [at, colour] of [
    [0, '#ffd9a8'],
    [0.42, '#ff7a4d'],
    [0.58, '#e2553f'],
    [1, '#7a2445'],
  ] as const)
    light.addColorStop(at, colour);
  pen.fillStyle = light;
  for (const [bar, level] of levels.entries()) {
    const high = 6 + 286 * level;
    pen.fillRect(52 + bar * 11.35, 360 - high, 6.5, high * 2);
  }
};

const decode = async (file: File): Promise<Float32Array> => {
  const most = /\.(wav|flac)$/i.test(file.name) ? SOUND_BYTES.plain : SOUND_BYTES.packed;
  const sound = new OfflineAudioContext(1, 1, 22_050);
  return (await sound.decodeAudioData(await file.slice(0, most).arrayBuffer())).getChannelData(0);
};

const drawFont = async ({ pen }: Canvas, file: File): Promise<void> => {
  const face = new FontFace(`chosen-${crypto.randomUUID()}`, await file.arrayBuffer());
  await face.load();
  document.fonts.add(face);
  pen.fillStyle = '#f4f3ef';
  pen.textAlign = 'center';
  pen.font = `300px ${face.family}`;
  pen.fillText('Aa', WIDTH / 2, 360, WIDTH - 120);
  pen.font = `64px ${face.family}`;
  pen.fillText('ABCDEFGHIJKLMNOPQRSTUVWXYZ', WIDTH / 2, 490, WIDTH - 120);
  document.fonts.delete(face);
};

const nameOf = ({ chosen }: PicturePlan): string => chosen.path.split('/').at(-1) ?? '';

const LABELS: Record<PicturePlan['kind'], (plan: PicturePlan) => string> = {
  clip: (plan) => `Frame of ${nameOf(plan)} at ${plan.moment * 100}%`,
  look: (plan) => `${nameOf(plan)} on a sample picture`,
  picture: nameOf,
  font: (plan) => `Letters of ${nameOf(plan)}`,
  sound: (plan) => `Waveform of ${nameOf(plan)}`,
};

/**
 * Draws up to PICTURES pictures, one after another. Files that the browser can't open are skipped. The caller revokes the URLs.
 * @param known pictures that are there already, by their keys
 * @param signal ends the drawing after the current step
 */
export async function* drawPictures(
  plans: readonly PicturePlan[],
  known: ReadonlyMap<string, DrawnPicture>,
  signal: AbortSignal,
): AsyncGenerator<DrawnPicture> {
  const urls = new Map<File, string>();
  const clips = new Map<File, HTMLVideoElement>();
  const failed = new Set<File>();
  const urlOf = (file: File): string => {
    const url = urls.get(file) ?? URL.createObjectURL(file);
    urls.set(file, url);
    return url;
  };

  const draw: Record<PicturePlan['kind'], (canvas: Canvas, plan: PicturePlan) => Promise<void>> = {
    async clip(canvas, { chosen: { file }, moment }) {
      const video = clips.get(file) ?? (await openClip(urlOf(file), signal));
      clips.set(file, video);
      if (!Number.isFinite(video.duration)) throw new Error('endless');
      const isThere = once(video, 'seeked', signal);
      video.currentTime = video.duration * moment;
      await isThere;
      place(canvas, video, video.videoWidth, video.videoHeight);
    },
    look: async (canvas, { chosen }) => drawLook(canvas, await readCube(chosen.file, signal), signal),
    async picture(canvas, { chosen: { file, path } }) {
      const image = await openPicture(urlOf(file));
      place(
        canvas,
        image,
        image.naturalWidth,
        image.naturalHeight,
        /\.svg$/i.test(path) || image.naturalWidth < WIDTH / 4,
      );
    },
    font: (canvas, { chosen }) => drawFont(canvas, chosen.file),
    sound: async (canvas, { chosen }) => drawWave(canvas, levelsOf(await decode(chosen.file))),
  };

  let drawn = 0;
  try {
    for (const plan of plans) {
      const { file } = plan.chosen;
      if (signal.aborted || drawn === PICTURES || failed.size === MOST_FAILURES) return;
      if (failed.has(file)) continue;
      const key = keyOfPlan(plan);
      const old = known.get(key);
      if (old) {
        drawn += 1;
        yield old;
        continue;
      }
      await breath();
      try {
        const canvas = newCanvas();
        await draw[plan.kind](canvas, plan);
        const body = await new Promise<Blob | null>((resolve) => canvas.element.toBlob(resolve, 'image/webp', 0.9));
        if (!body) throw new Error('not encoded');
        drawn += 1;
        const name = `thumbnail.${body.type.split('/')[1]}`;
        const picture = new File([body], name, { type: body.type });
        yield { key, file: picture, url: URL.createObjectURL(picture), label: LABELS[plan.kind](plan) };
      } catch {
        failed.add(file);
      }
    }
  } finally {
    for (const video of clips.values()) closeClip(video);
    for (const url of urls.values()) URL.revokeObjectURL(url);
  }
}
