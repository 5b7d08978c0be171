// Small copies of a layer's frames, for guesses.
import type { LayerPicture } from './blend-drawer.ts';
import type { SmallFrame } from './guess.ts';

const WIDTH = 48;
const HEIGHT = 27;

const lumaAt = (data: Uint8ClampedArray, at: number): number =>
  0.2126 * (data[at] ?? 0) + 0.7152 * (data[at + 1] ?? 0) + 0.0722 * (data[at + 2] ?? 0);

/** A small copy of what a layer shows; null if it has no frame, or the browser can't read it. Luma is that over black. */
export function readSmallFrame({ source, isStacked }: LayerPicture): SmallFrame | null {
  if (source instanceof HTMLVideoElement && source.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return null;
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = isStacked ? 2 * HEIGHT : HEIGHT;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  context.drawImage(source as CanvasImageSource, 0, 0, canvas.width, canvas.height);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  const pixels = Array.from({ length: WIDTH * HEIGHT }, (_, at) => at * 4);
  const below = WIDTH * HEIGHT * 4;
  const alpha = pixels.map((at) => (isStacked ? data[at + below + 1] : data[at + 3]) ?? 0);
  // The colours of stacked clips have been multiplied by alpha already.
  const luma = pixels.map((at) => lumaAt(data, at) * (isStacked ? 1 : (data[at + 3] ?? 0) / 255));
  return { width: WIDTH, height: HEIGHT, luma, alpha };
}

const SAMPLES = 24;

const once = (video: HTMLVideoElement, event: string, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const fail = (): void => reject(new Error(`The clip has no ${event}.`));
    video.addEventListener(event, () => resolve(), { once: true, signal });
    video.addEventListener('error', fail, { once: true, signal });
    signal.addEventListener('abort', fail, { once: true });
  });

/**
 * Small copies of frames from the first to the last of a clip, evenly spread.
 * @throws if it can't be read, or the signal is aborted
 */
export async function sampleClip(
  { url, isStacked, frame }: { url: string; isStacked: boolean; frame: number },
  signal: AbortSignal,
): Promise<SmallFrame[]> {
  const video = document.createElement('video');
  video.muted = true;
  video.preload = 'auto';
  video.src = url;
  try {
    await once(video, 'loadeddata', signal);
    const frames: SmallFrame[] = [];
    const last = Math.max(0, video.duration - frame);
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      const seeked = once(video, 'seeked', signal);
      video.currentTime = (last * sample) / (SAMPLES - 1) + frame / 2;
      await seeked;
      const { videoWidth: width, videoHeight: height } = video;
      const small = readSmallFrame({ source: video, width, height, isStacked });
      if (small) frames.push(small);
    }
    return frames;
  } finally {
    video.removeAttribute('src');
    video.load();
  }
}
