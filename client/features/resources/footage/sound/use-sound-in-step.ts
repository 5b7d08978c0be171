import { useEffect } from 'react';
import { soundStep } from './in-step.ts';

/** Makes a sound follow a clip, from `offset` seconds of the clip on. The clip is the clock. */
export function useSoundInStep(clip: HTMLMediaElement | null, sound: HTMLAudioElement, offset: number): void {
  useEffect(() => {
    if (!clip) return;
    let request = 0;
    const follow = (): void => {
      const { currentTime: time } = clip;
      const length = Number.isFinite(sound.duration) ? sound.duration : 0;
      const step = soundStep({ time, offset, now: sound.currentTime, length });
      if (step.kind === 'jump') sound.currentTime = step.to;
      sound.playbackRate = clip.playbackRate * (step.kind === 'play' ? step.pace : 1);
      const isWanted = step.kind !== 'silent' && !clip.paused && !clip.ended;
      // Rejected when a pause follows immediately.
      if (isWanted && sound.paused) sound.play().catch(() => {});
      if (!isWanted && !sound.paused) sound.pause();
      if (!clip.paused) request = requestAnimationFrame(follow);
    };
    const start = (): void => {
      cancelAnimationFrame(request);
      follow();
    };
    const events = ['play', 'pause', 'seeked', 'ended', 'ratechange'];
    for (const name of events) clip.addEventListener(name, start);
    sound.addEventListener('loadedmetadata', start);
    start();
    return () => {
      cancelAnimationFrame(request);
      for (const name of events) clip.removeEventListener(name, start);
      sound.removeEventListener('loadedmetadata', start);
    };
  }, [clip, sound, offset]);

  useEffect(
    () => () => {
      sound.pause();
      sound.playbackRate = 1;
    },
    [sound],
  );
}
