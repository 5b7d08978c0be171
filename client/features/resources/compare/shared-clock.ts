// What all compared files share: the clock, and the picture below them.
import { useEffect, useRef, useState } from 'react';
import type { Footage } from '#client/features/resources/footage/footage.ts';
import { watchFrames } from '#client/features/resources/footage/layers/layer-source.ts';
import { createStillClock, type StillMedia } from '#client/features/resources/footage/layers/still-clock.ts';
import sampleShot from '#client/ui/media/sample-shot.webp';
import { type Base, PAINTED } from './painter.ts';

/** Draws a picture into the middle of the shared one. `isWhole`: all of it with bars, or else so that it fills everything. */
const drawFitted = (
  pen: CanvasRenderingContext2D,
  source: HTMLVideoElement | HTMLImageElement,
  size: { width: number; height: number },
  isWhole: boolean,
): void => {
  const shares = [PAINTED.width / size.width, PAINTED.height / size.height] as const;
  const scale = isWhole ? Math.min(...shares) : Math.max(...shares);
  const [width, height] = [size.width * scale, size.height * scale];
  pen.fillRect(0, 0, PAINTED.width, PAINTED.height);
  pen.drawImage(source, (PAINTED.width - width) / 2, (PAINTED.height - height) / 2, width, height);
};

/**
 * The footage is the clock if it's a clip; otherwise a clock of `seconds` runs. `onFrame` is called when the shared picture or the time
 * has changed without being played.
 */
export function useSharedClock(footage: Footage | null, seconds: number, onFrame: () => void) {
  const [clock, setClock] = useState<HTMLMediaElement | StillMedia | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  const source = useRef<HTMLVideoElement | HTMLImageElement | null>(null);
  const [base] = useState<Base>(() => ({
    canvas: Object.assign(document.createElement('canvas'), PAINTED),
    isOwn: false,
  }));
  const clipUrl = footage?.kind === 'clip' ? footage.url : null;
  const pictureUrl = footage?.kind === 'picture' ? footage.url : sampleShot;
  const latest = useRef(onFrame);
  useEffect(() => {
    latest.current = onFrame;
  });
  useEffect(() => {
    base.isOwn = footage !== null;
    const tell = (): void => latest.current();
    const follow = (): void => setPlaying(!media.paused);
    const video = clipUrl === null ? null : document.createElement('video');
    const media = video ?? createStillClock();
    if (video) {
      Object.assign(video, { src: clipUrl, preload: 'auto', muted: true, playsInline: true });
      source.current = video;
    } else {
      source.current = Object.assign(new Image(), { onload: tell, src: pictureUrl });
    }
    media.loop = true;
    const stop = video ? watchFrames(video, tell) : () => {};
    media.addEventListener('seeked', tell);
    for (const name of ['play', 'pause', 'ended']) media.addEventListener(name, follow);
    setClock(media);
    return () => {
      media.pause();
      stop();
      media.removeEventListener('seeked', tell);
      for (const name of ['play', 'pause', 'ended']) media.removeEventListener(name, follow);
      video?.removeAttribute('src');
      video?.load();
      setPlaying(false);
    };
  }, [base, footage, clipUrl, pictureUrl]);
  // Files that load while the clock runs may change its length. A clip has its own.
  useEffect(() => {
    if (clock && 'setLength' in clock) clock.setLength(seconds);
  }, [clock, seconds]);
  /** Draws the shared picture at this moment. */
  const drawBase = (): Base => {
    const pen = base.canvas.getContext('2d', { alpha: false });
    const from = source.current;
    const [width, height] =
      from instanceof HTMLVideoElement
        ? [from.videoWidth, from.videoHeight]
        : [from?.naturalWidth, from?.naturalHeight];
    if (pen && from && width && height) drawFitted(pen, from, { width, height }, footage !== null);
    return base;
  };
  return { clock, isPlaying, drawBase };
}
