// The person's own footage under a LUT.
import { type RefObject, useEffect, useState } from 'react';
import type { Footage } from '#client/features/resources/footage/footage.ts';
import { Filmstrip } from '#client/features/resources/footage/layers/filmstrip.tsx';
import { SeekBar } from '#client/features/resources/stage/seek-bar.tsx';
import { rateOf } from '#client/features/resources/stage/timecode.ts';
import { TransportBar } from '#client/features/resources/stage/transport.tsx';
import { type Media, useMedia } from '#client/features/resources/stage/use-media.ts';
import { drawsByProcessor, PROCESSOR_SIDE } from '#client/features/resources/stage/webgl.ts';
import { PLATE_SIZE } from './names.ts';
import type { Size } from './use-live-lut.ts';

/** Phones can't hold larger textures together with their sources. */
const MOST_SIDE = 4096;

/** The size in which footage is drawn and saved: its own, if browsers can draw it. */
export function drawnSize({ width, height }: Size): Size {
  const scale = Math.min(1, MOST_SIDE / Math.max(width, height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** What a LUT is drawn on: the clip's video, or the picture in its drawn size. Null while it loads. */
export function useOwnSource(footage: Footage | null, video: HTMLVideoElement | null) {
  const [picture, setPicture] = useState<HTMLCanvasElement | null>(null);
  useEffect(() => {
    if (footage?.kind !== 'picture') return;
    let isOver = false;
    const image = new Image();
    image.src = footage.url;
    image
      .decode()
      .then(() => {
        if (isOver) return;
        const canvas = Object.assign(document.createElement('canvas'), drawnSize(footage));
        const pen = canvas.getContext('2d', { alpha: false });
        if (!pen) return;
        pen.imageSmoothingQuality = 'high';
        pen.drawImage(image, 0, 0, canvas.width, canvas.height);
        setPicture(canvas);
      })
      .catch(() => null);
    return () => {
      isOver = true;
      setPicture(null);
    };
  }, [footage]);
  return footage?.kind === 'picture' ? picture : video;
}

/** As many pixels as the screen shows of footage, and not more than it has; the size of the plates without footage. */
export function useCanvasSize(frame: RefObject<HTMLElement | null>, footage: Footage | null): Size {
  const [shown, setShown] = useState<number>(PLATE_SIZE.width);
  useEffect(() => {
    if (!frame.current) return;
    const observer = new ResizeObserver(([entry]) => setShown((entry?.contentRect.width ?? 0) * devicePixelRatio));
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [frame]);
  if (!footage) return PLATE_SIZE;
  const whole = drawnSize(footage);
  const most = drawsByProcessor() ? Math.min(shown, PROCESSOR_SIDE) : shown;
  const width = Math.max(1, Math.min(whole.width, Math.round(most)));
  return { width, height: Math.max(1, Math.round((width * whole.height) / whole.width)) };
}

/** Seek bar and buttons of a clip. Only this part renders again while it plays. */
export function OwnTransport({
  video,
  footage,
  player,
}: {
  video: HTMLVideoElement | null;
  footage: Footage;
  /** Set to what plays the clip. */
  player: RefObject<Media | null>;
}) {
  const rate = rateOf(footage.rate);
  const media = useMedia(video, { rate, seconds: footage.seconds, isLooping: true });
  useEffect(() => {
    player.current = media;
    return () => {
      player.current = null;
    };
  });
  return (
    <>
      {media.hasFailed && <p className="stage-note">Your browser can’t read this clip any more. Choose it again.</p>}
      <SeekBar media={media} rate={rate}>
        <span className="lut-film">
          <Filmstrip url={footage.url} />
        </span>
      </SeekBar>
      <TransportBar
        media={media}
        rate={rate}
        hasSound={footage.hasSound}
        note={rate === null ? undefined : `${Number(rate.toFixed(3))} fps`}
      />
    </>
  );
}
