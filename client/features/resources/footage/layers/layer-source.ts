// What can lie over footage: clips, pictures, and animations (lottie-layer.ts).
import { drawnSize } from '#client/features/resources/stage/webgl.ts';
import type { FramePicture, LayerPicture } from './blend-drawer.ts';
import { type Clock, followClock } from './follow.ts';

export type LayerSource = {
  /** Null if it doesn't move. */
  readonly seconds: number | null;
  /** Brings it to a time of its own in seconds, or to its beginning while it is hidden (`null`). */
  follow(time: number | null, clock: Clock): void;
  /** What it shows; null until there is something. */
  picture(): LayerPicture | null;
};

/** Calls back for each frame that a video shows. @returns a function that ends it */
export function watchFrames(video: HTMLVideoElement, onFrame: () => void): () => void {
  let request = 0;
  const next = (): void => {
    onFrame();
    request = video.requestVideoFrameCallback?.(next) ?? 0;
  };
  request = video.requestVideoFrameCallback?.(next) ?? 0;
  const events = ['loadeddata', 'canplay', 'seeked', 'timeupdate'];
  for (const name of events) video.addEventListener(name, onFrame);
  return () => {
    video.cancelVideoFrameCallback?.(request);
    for (const name of events) video.removeEventListener(name, onFrame);
  };
}

/** What a video shows; null until it has a frame. */
export function videoPicture(video: HTMLVideoElement): FramePicture | null {
  if (video.readyState < 2 || video.videoWidth === 0) return null;
  return { source: video, width: video.videoWidth, height: video.videoHeight };
}

/** @param length measured by the server, until the browser knows its own */
export function videoLayer(
  video: HTMLVideoElement,
  { isStacked, seconds: length }: { isStacked: boolean; seconds: number | null },
): LayerSource {
  let hasShown = false;
  return {
    get seconds() {
      return Number.isFinite(video.duration) ? video.duration : (length ?? 0);
    },
    follow: (time, clock) => followClock(video, time, clock),
    picture: () => {
      // A video that jumps has no frame for a moment. The drawer keeps the last one.
      hasShown ||= videoPicture(video) !== null;
      const { videoWidth: width, videoHeight } = video;
      return hasShown ? { source: video, width, height: isStacked ? videoHeight / 2 : videoHeight, isStacked } : null;
    },
  };
}

/** Loads a picture, as small as graphics cards need it. @throws if the browser can't read it */
export async function loadStill(url: string): Promise<FramePicture> {
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  const { naturalWidth, naturalHeight } = picture;
  const { width, height } = drawnSize({ width: naturalWidth, height: naturalHeight });
  if (width === naturalWidth && height === naturalHeight) return { source: picture, width, height };
  const options = { resizeWidth: width, resizeHeight: height, resizeQuality: 'high' } as const;
  return { source: await createImageBitmap(picture, options), width, height };
}

export function stillLayer(still: FramePicture): LayerSource {
  return { seconds: null, follow: () => {}, picture: () => ({ ...still, isStacked: false }) };
}
