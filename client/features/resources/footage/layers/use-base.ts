import { useEffect, useState } from 'react';
import type { Footage } from '../footage.ts';
import type { FramePicture } from './blend-drawer.ts';
import { loadStill, videoPicture, watchFrames } from './layer-source.ts';
import { createStillClock, type StillMedia } from './still-clock.ts';

/**
 * What footage shows. `clock` is its clip, or a clock of `seconds` if it's a picture; null until there is one. `isGone` says that the
 * browser can't read the file any more.
 * @param video shows the footage if it's a clip
 */
export function useBase(
  footage: Footage | null,
  video: HTMLVideoElement | null,
  seconds: number,
  onFrame: () => void,
): { clock: HTMLMediaElement | null; isGone: boolean; read: () => FramePicture | null } {
  const [still, setStill] = useState<FramePicture | null>(null);
  const [clock, setClock] = useState<StillMedia | null>(null);
  const [isGone, setGone] = useState(false);
  const isPicture = footage?.kind === 'picture';
  const url = footage?.url;
  useEffect(() => {
    setStill(null);
    setGone(false);
    if (!url || !isPicture) return;
    let isOver = false;
    loadStill(url)
      .then((loaded) => {
        if (isOver) return;
        setStill(loaded);
        onFrame();
      })
      .catch(() => {
        if (!isOver) setGone(true);
      });
    return () => {
      isOver = true;
    };
  }, [url, isPicture, onFrame]);
  useEffect(() => setClock(isPicture ? createStillClock() : null), [isPicture]);
  // A layer that loads while the clock runs may change its length.
  useEffect(() => clock?.setLength(seconds), [clock, seconds]);
  useEffect(() => {
    if (!video) return;
    const fail = (): void => setGone(true);
    video.addEventListener('error', fail);
    const stop = watchFrames(video, onFrame);
    return () => {
      video.removeEventListener('error', fail);
      stop();
    };
  }, [video, onFrame]);
  return { clock: isPicture ? clock : video, isGone, read: () => (isPicture ? still : video && videoPicture(video)) };
}
