// The footage is the clock; what lies over it follows.

/** Where a layer lies on the footage. */
export type LayerPlace = {
  /** When it starts, in seconds of the footage; negative if its beginning is cut off. */
  start: number;
  /** Null if it doesn't move, and so never ends. */
  seconds: number | null;
  repeats: boolean;
};

/** Time within the layer at a time of the footage, in seconds; null before its start, and after its end unless it repeats. */
export function layerTime(clock: number, { start, seconds, repeats }: LayerPlace): number | null {
  const time = clock - start;
  if (time < 0) return null;
  if (seconds === null) return 0;
  if (repeats && seconds > 0) return time % seconds;
  return time < seconds ? time : null;
}

export type Clock = {
  isPlaying: boolean;
  /** 1 is normal. */
  speed: number;
  /** Length of a frame, in seconds. */
  frame: number;
};

/** What followClock needs of a video. */
type Follower = Pick<
  HTMLVideoElement,
  | 'currentTime'
  | 'duration'
  | 'readyState'
  | 'seeking'
  | 'paused'
  | 'ended'
  | 'loop'
  | 'playbackRate'
  | 'play'
  | 'pause'
>;

/** Further off than this, in seconds, a video jumps. Nearer, it runs a little faster or slower, because a jump stops it for a moment. */
const FAR_SECONDS = 0.25;
const CATCH_UP = 0.1;

/** Videos that the browser doesn't let play until someone presses a button. They show single frames. */
const refused = new WeakSet<Follower>();

/**
 * Brings a video to a time of its own, and keeps it within a frame of it. With `null`, it waits at its beginning.
 * @param seconds its length, where the browser doesn't know it
 */
export function followClock(
  video: Follower,
  time: number | null,
  { isPlaying, speed, frame }: Clock,
  seconds?: number | null,
): void {
  const duration = Number.isFinite(video.duration) ? video.duration : seconds;
  if (video.readyState < 1 || duration == null) return;
  const last = Math.max(0, duration - frame / 2);
  const target = Math.min(time ?? 0, last);
  const direct = target - video.currentTime;
  // From just before the end of a loop, its beginning is near.
  const off = video.loop && Math.abs(direct) > duration / 2 ? direct - Math.sign(direct) * duration : direct;
  if (!isPlaying) refused.delete(video);
  if (time === null || !isPlaying || refused.has(video)) {
    if (!video.paused) video.pause();
    if (Math.abs(direct) > frame / 4 && !video.seeking) video.currentTime = target;
    return;
  }
  const hasEnded = video.ended && target >= last - 2 * frame;
  if (video.paused && !hasEnded)
    // A pause may follow immediately, which is another error.
    video.play().catch(({ name }: Error) => name === 'NotAllowedError' && refused.add(video));
  if (Math.abs(off) > FAR_SECONDS && !video.seeking) video.currentTime = target;
  const rate = speed * (Math.abs(off) > frame ? 1 + Math.sign(off) * CATCH_UP : 1);
  if (video.playbackRate !== rate) video.playbackRate = rate;
}
