import { useEffect, useState } from 'react';
import type { Footage } from '../footage.ts';
import type { FramePicture } from './blend-drawer.ts';
import { loadStill, videoPicture, watchFrames } from './layer-source.ts';
import { createStillClock } from './still-clock.ts';

/**
 * What footage shows. `clock` is its clip, or a clock of `seconds` if it's a picture; null until there is one.
 * @param video shows the footage if it's a clip
 */
export function useBase(
  footage: Footage | null,
  video: HTMLVideoElement | null,
  seconds: number,
  onFrame: () => void,
): { clock: HTMLMediaElement | null; read: () => FramePicture | null } {
  const [still, setStill] = useState<FramePicture | null>(null);
  const [clock, setClock] = useState<HTMLMediaElement | null>(null);
  const isPicture = footage?.kind === 'picture';
  const url = footage?.url;
  useEffect(() => {
    setStill(null);
    if (!url || !isPicture) return;
    let isOver = false;
    loadStill(url)
      .then((loaded) => {
        if (isOver) return;
        setStill(loaded);
        onFrame();
      })
      // The footage was read before, so this is a file that has gone.
      .catch(() => {});
    return () => {
      isOver = true;
    };
  }, [url, isPicture, onFrame]);
  useEffect(() => setClock(isPicture ? createStillClock(seconds) : null), [isPicture, seconds]);
  useEffect(() => (video ? watchFrames(video, onFrame) : undefined), [video, onFrame]);
  return { clock: isPicture ? clock : video, read: () => (isPicture ? still : video && videoPicture(video)) };
}
