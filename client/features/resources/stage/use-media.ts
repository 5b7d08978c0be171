import { type KeyboardEvent, useEffect, useState } from 'react';
import { useStageStore } from './stage-store.tsx';
import { frameOfTime, timeOfFrame } from './timecode.ts';

export type Region = { from: number; to: number };

export const SPEEDS = [0.25, 0.5, 1, 1.5, 2] as const;

type Options = {
  /** Frames per second, for steps of one frame. */
  rate: number | null;
  /** The length the server measured, until the browser knows its own. */
  seconds: number | null;
  isLooping: boolean;
  /** Speed that the visitor's choice multiplies; 1 if missing. */
  pace?: number;
  /** Called before playing. */
  onPlay?: () => void;
};

const SKIP_SECONDS = 5;
/** The shortest part that can be looped, in seconds. */
const SHORTEST_REGION = 0.04;
/** In sounds as short as this, five seconds would be everything. */
const SHORT_SECONDS = 20;

/** Controls a media element, and renders while it plays. `media` may be null until it is mounted. */
export function useMedia(media: HTMLMediaElement | null, { rate, seconds, isLooping, pace = 1, onPlay }: Options) {
  const store = useStageStore();
  const [time, setTime] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  const [length, setLength] = useState(seconds ?? 0);
  const [hasFailed, setFailed] = useState(false);
  const [speed, setSpeed] = useState(1);
  const [isLoop, setLoop] = useState(isLooping);
  const [region, setRegion] = useState<Region | null>(null);
  const [isMuted, setMuted] = useState(media?.muted ?? false);

  useEffect(() => {
    if (!media) return;
    const read = (): void => {
      setTime(media.currentTime);
      if (Number.isFinite(media.duration) && media.duration > 0) setLength(media.duration);
    };
    const play = (): void => {
      setPlaying(true);
      store.set({ isPlaying: true, goesOn: true });
    };
    const pause = (): void => {
      setPlaying(false);
      store.set({ isPlaying: false, goesOn: media.ended });
    };
    const events: [string, () => void][] = [
      ['timeupdate', read],
      ['seeked', read],
      ['loadedmetadata', read],
      ['play', play],
      ['pause', pause],
      ['ended', pause],
      ['error', () => setFailed(true)],
    ];
    for (const [name, listener] of events) media.addEventListener(name, listener);
    read();
    return () => {
      for (const [name, listener] of events) media.removeEventListener(name, listener);
      media.pause();
      store.set({ isPlaying: false, goesOn: false });
    };
  }, [media, store]);

  useEffect(() => {
    if (media) media.playbackRate = speed * pace;
  }, [media, speed, pace]);

  useEffect(() => {
    if (media) media.loop = isLoop && !region;
  }, [media, isLoop, region]);

  // Follows the picture and the sound more closely than `timeupdate`, which comes four times a second.
  useEffect(() => {
    if (!media || !isPlaying) return;
    let request = 0;
    const follow = (): void => {
      if (isLoop && region && (media.currentTime >= region.to || media.currentTime < region.from - 0.5))
        media.currentTime = region.from;
      setTime(media.currentTime);
      request = requestAnimationFrame(follow);
    };
    request = requestAnimationFrame(follow);
    return () => cancelAnimationFrame(request);
  }, [media, isPlaying, isLoop, region]);

  const play = (): void => {
    if (!media) return;
    onPlay?.();
    // Rejected when a pause follows immediately, and when the file cannot be played, which `error` reports.
    media.play().catch(() => {});
  };
  const toggle = (): void => {
    if (media?.paused) play();
    else media?.pause();
  };
  const seek = (to: number): void => {
    if (!media) return;
    media.currentTime = Math.min(Math.max(0, to), length);
    setTime(media.currentTime);
  };
  const step = (frames: number): void => {
    if (!media) return;
    media.pause();
    const own = rate ?? 100;
    const last = Math.max(0, Math.ceil(length * own) - 1);
    seek(timeOfFrame(Math.min(last, Math.max(0, frameOfTime(media.currentTime, own) + frames)), own));
  };
  const changeSpeed = (steps: number): void => {
    const at = SPEEDS.indexOf(speed as (typeof SPEEDS)[number]);
    const next = SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, at + steps))] ?? 1;
    setSpeed(next);
  };
  const mark = (edge: 'from' | 'to'): void => {
    const now = media?.currentTime ?? 0;
    const { from = 0, to = length } = region ?? {};
    const next = edge === 'from' ? { from: now, to: to > now ? to : length } : { from: from < now ? from : 0, to: now };
    setRegion(next.to - next.from > 0.02 ? next : null);
    setLoop(true);
  };
  const moveEdge = (edge: 'from' | 'to', time: number): void => {
    if (!region) return;
    const { from, to } = region;
    setRegion(
      edge === 'from'
        ? { from: Math.max(0, Math.min(time, to - SHORTEST_REGION)), to }
        : { from, to: Math.min(length, Math.max(time, from + SHORTEST_REGION)) },
    );
  };
  const mute = (): void => {
    if (!media) return;
    media.muted = !media.muted;
    setMuted(media.muted);
  };

  const skip = length <= SHORT_SECONDS ? 1 : SKIP_SECONDS;
  const keys = new Map<string, () => void>([
    ['k', toggle],
    [' ', toggle],
    ['j', () => changeSpeed(-1)],
    ['l', () => changeSpeed(1)],
    ['L', () => setLoop(!isLoop)],
    [',', () => step(-1)],
    ['.', () => step(1)],
    ['i', () => mark('from')],
    ['o', () => mark('to')],
    ['m', mute],
    ['ArrowLeft', () => seek((media?.currentTime ?? 0) - skip)],
    ['ArrowRight', () => seek((media?.currentTime ?? 0) + skip)],
    ['Home', () => seek(0)],
    ['End', () => seek(length)],
  ]);
  // On a busy machine, media may pass the end of the region before they are sent back.
  const shown = isPlaying && isLoop && region ? Math.min(time, region.to) : time;
  return {
    ...{ time: shown, length, isPlaying, hasFailed, speed, isLoop, region, isMuted },
    ...{ play, toggle, seek, step, changeSpeed, mark, moveEdge, mute },
    setLoop: (isOn: boolean) => setLoop(isOn),
    clearRegion: () => setRegion(null),
    onKey: ({ key }: KeyboardEvent): boolean => {
      const act = keys.get(key);
      act?.();
      return act !== undefined;
    },
  };
}
export type Media = ReturnType<typeof useMedia>;
