import { useCallback, useEffect, useRef, useState } from 'react';
import { soundStep } from './in-step.ts';

/**
 * Makes a sound follow a clip, from `offset` seconds of the clip on. The clip is the clock.
 * @returns whether the browser refuses to play the sound, and what asks it to, to be called in a click or key
 */
export function useSoundInStep(clip: HTMLMediaElement | null, sound: HTMLAudioElement, offset: number) {
  const [isBlocked, setBlocked] = useState(false);
  const follower = useRef(() => {});
  const play = useCallback((): void => {
    sound.play().catch((error: unknown) => {
      // Also rejected when a pause follows immediately, which is no problem.
      if (error instanceof DOMException && error.name === 'NotAllowedError') setBlocked(true);
    });
  }, [sound]);

  useEffect(() => {
    if (!clip) return;
    let request = 0;
    const follow = (): void => {
      const length = Number.isFinite(sound.duration) ? sound.duration : 0;
      const step = soundStep({ time: clip.currentTime, offset, now: sound.currentTime, length });
      const isRunning =
        !clip.paused && !clip.ended && !clip.seeking && clip.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA;
      const isWanted = isRunning && step.kind !== 'silent';
      if (!isWanted && !sound.paused) sound.pause();
      // A seek that is interrupted by the next one may never end.
      if (!sound.seeking) {
        if (step.kind === 'jump') sound.currentTime = step.to;
        sound.playbackRate = clip.playbackRate * (step.kind === 'play' ? step.pace : 1);
        // A sound that has ended would start from its beginning.
        const isOver = sound.ended && step.kind === 'play';
        if (isWanted && sound.paused && !isOver && !isBlocked) play();
      }
      if (!clip.paused) request = requestAnimationFrame(follow);
    };
    const start = (): void => {
      cancelAnimationFrame(request);
      follow();
    };
    follower.current = start;
    const events = ['play', 'playing', 'waiting', 'pause', 'seeking', 'seeked', 'ended', 'ratechange'];
    const ownEvents = ['loadedmetadata', 'seeked'];
    for (const name of events) clip.addEventListener(name, start);
    for (const name of ownEvents) sound.addEventListener(name, start);
    start();
    return () => {
      cancelAnimationFrame(request);
      for (const name of events) clip.removeEventListener(name, start);
      for (const name of ownEvents) sound.removeEventListener(name, start);
    };
  }, [clip, sound, offset, isBlocked, play]);

  useEffect(
    () => () => {
      sound.pause();
      sound.playbackRate = 1;
    },
    [sound],
  );

  const allow = (): void => {
    setBlocked(false);
    // The follower pauses it again if it isn't its turn. Later, it may play without a press.
    if (sound.paused) play();
    follower.current();
  };
  return { isBlocked, allow };
}
