// The person's own footage under a LUT.
import { type RefObject, useEffect, useState } from 'react';
import type { Footage } from '#client/features/resources/footage/footage.ts';
import { drawnSize, drawsByProcessor, PROCESSOR_SIDE, type Size } from '#client/features/resources/stage/webgl.ts';
import { PLATE_SIZE } from './names.ts';

/** What a LUT is drawn on: the clip's video, or the picture in its drawn size, null while it loads; and whether the picture is gone. */
export function useOwnSource(footage: Footage | null, video: HTMLVideoElement | null) {
  const [picture, setPicture] = useState<HTMLCanvasElement | null>(null);
  const [isGone, setGone] = useState(false);
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
      .catch(() => {
        if (!isOver) setGone(true);
      });
    return () => {
      isOver = true;
      setGone(false);
      setPicture(null);
    };
  }, [footage]);
  return { source: footage?.kind === 'picture' ? picture : video, isGone };
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
